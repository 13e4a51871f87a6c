// SPDX-License-Identifier: Apache-2.0
// A field of the caller's request together with the list of violations that it reports to.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_FIELD_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_FIELD_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "footnote/v1/error_reason.pb.h"
#include "service/status/rich_status.h"

namespace footnote::answering::building {

// The violations of one request. Counts all of them and keeps as many as an error can contain, so
// that a request with many violations uses no more memory than another.
class Violations {
 public:
  // Adds a violation of `field`, a path such as "turns[2].user.question".
  void Add(std::string field, v1::ViolationReason reason, std::string description);

  size_t count() const { return count_; }
  const std::vector<status::Violation>& kept() const { return kept_; }

 private:
  static constexpr size_t kMaxKept = 200;

  size_t count_ = 0;
  std::vector<status::Violation> kept_;
};

// A field of the request, such as `turns[2].user.search_results[0].text`. It refers to its parent
// and builds its path only for a violation, so a valid request never pays for paths. A parent must
// outlive its children, and `violations` must outlive all of them.
class Field {
 public:
  // The request message itself.
  explicit Field(Violations* violations) : violations_(violations) {}

  // The field `name` of this message. `name` must outlive the result.
  Field Child(const char* name) const& { return Field(this, name, -1); }
  Field Child(const char* name) && = delete;
  // Element `index` of the repeated field `name` of this message. `name` must outlive the result.
  Field Element(const char* name, int index) const& { return Field(this, name, index); }
  Field Element(const char* name, int index) && = delete;

  // Reports a violation of this field. `description` continues a sentence that starts with the name
  // of the field ("must not be blank") and states what to change.
  void Add(v1::ViolationReason reason, std::string description) const {
    violations_->Add(Path(), reason, std::move(description));
  }

  // Each of these reports a violation unless the value is valid, and returns whether it is.

  // Well-formed UTF-8 that is not blank.
  bool CheckText(absl::string_view text) const;
  // Well-formed UTF-8, which may be empty.
  bool CheckWellFormed(absl::string_view text) const;
  // Well-formed UTF-8 of at most `max_bytes` bytes.
  bool CheckLength(absl::string_view text, size_t max_bytes) const;
  // One JSON object that the API can read: well-formed, nested no deeper than
  // JsonReader::kMaxDepth, at most JsonReader::kMaxElements elements in all arrays, no lone
  // surrogate in a string.
  bool CheckJsonObject(absl::string_view json) const;
  // A JSON object as above in which every `type` key has the value `type`, and at least one exists.
  bool CheckJsonObjectOfType(absl::string_view json, absl::string_view type) const;
  // 1 to `max_length` characters A-Z a-z 0-9 _ -, as the API requires of names and ids.
  bool CheckIdentifier(absl::string_view value, size_t max_length) const;
  // A value that the enum declares, as `Enum_IsValid(number)` reports it.
  bool CheckEnum(int number, bool is_valid) const;
  // `minimum <= number <= maximum`. The description omits a maximum that every int32 satisfies.
  bool CheckRange(int64_t number, int64_t minimum, int64_t maximum) const;

  // The path from the request message; empty for the message itself.
  std::string Path() const;

  Violations* violations() const { return violations_; }

 private:
  Field(const Field* parent, const char* name, int index)
      : violations_(parent->violations_), parent_(parent), name_(name), index_(index) {}

  Violations* violations_;
  const Field* parent_ = nullptr;
  const char* name_ = nullptr;
  int index_ = -1;
};

// The maximum length of a tool name that the API documents.
inline constexpr size_t kMaxToolNameLength = 64;

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_FIELD_H_

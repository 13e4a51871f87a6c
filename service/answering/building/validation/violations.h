// What a request has wrong, gathered with the place of each fault in the caller's terms.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_VIOLATIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_VIOLATIONS_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/status/rich_status.h"

namespace footnote::answering::building {

// A place in the request, such as `turns[2].user.hits[0].text`. It is a link to its parent, so that
// a request without faults never spends time on naming places. A parent must outlive its children.
class FieldPath {
 public:
  // The request itself.
  FieldPath() = default;

  // The field `name` of this place.
  FieldPath Field(const char* name) const& { return FieldPath(this, name, -1); }
  FieldPath Field(const char* name) && = delete;
  // Element `index` of the repeated field `name` of this place.
  FieldPath Element(const char* name, int index) const& { return FieldPath(this, name, index); }
  FieldPath Element(const char* name, int index) && = delete;

  std::string ToString() const;

 private:
  FieldPath(const FieldPath* parent, const char* name, int index)
      : parent_(parent), name_(name), index_(index) {}

  const FieldPath* parent_ = nullptr;
  const char* name_ = nullptr;
  int index_ = -1;
};

// The faults found so far: all are counted, and as many are kept as an error could ever show, so
// that a request made of nothing but faults takes no more memory than another.
class Violations {
 public:
  void Add(const FieldPath& path, std::string description) {
    if (++count_ <= kMaxKept) kept_.push_back({path.ToString(), std::move(description)});
  }
  // For a place that is already named.
  void Add(std::string field, std::string description) {
    if (++count_ <= kMaxKept) kept_.push_back({std::move(field), std::move(description)});
  }

  // Checks that `text` is well-formed UTF-8 and has more than white space; returns whether it does.
  bool CheckText(const FieldPath& path, absl::string_view text);

  // Checks that `text` is well-formed UTF-8; empty is fine.
  bool CheckWellFormed(const FieldPath& path, absl::string_view text);

  // Checks that `json` is one JSON object, which the API will be able to read: well-formed, nested
  // no deeper than JsonReader::kMaxDepth, no more than JsonReader::kMaxElements in all its arrays,
  // no half of a surrogate pair in a string.
  bool CheckJsonObject(const FieldPath& path, absl::string_view json);

  // Checks that `json` is one JSON object whose `type` is `type`; where it repeats the key, each
  // time.
  bool CheckJsonObjectOfType(const FieldPath& path, absl::string_view json, absl::string_view type);

  // Checks that `value` is 1 to `max_length` of A-Z a-z 0-9 _ -, as the API asks of names and ids.
  bool CheckIdentifier(const FieldPath& path, absl::string_view value, size_t max_length);

  // The API's limit for a tool's name, as documented.
  static constexpr size_t kMaxToolNameLength = 64;

  size_t count() const { return count_; }
  const std::vector<status::Violation>& kept() const { return kept_; }

 private:
  static constexpr size_t kMaxKept = 200;

  size_t count_ = 0;
  std::vector<status::Violation> kept_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_VIOLATIONS_H_

// SPDX-License-Identifier: Apache-2.0
#include "client/cli/history/history_file.h"

#include <fcntl.h>
#include <google/protobuf/util/json_util.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/cli/search_results/json_path.h"
#include "client/cli/search_results/protobuf_json.h"
#include "client/cli/text/text_files.h"

namespace footnote::client {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Prefixes each line of the status's message with `path`.
absl::Status Named(const std::string& path, const absl::Status& status) {
  return absl::InvalidArgumentError(absl::StrCat(
      path, ": ", absl::StrReplaceAll(status.message(), {{"\n", absl::StrCat("\n", path, ": ")}})));
}

absl::Status SystemError(const std::string& path) {
  return absl::InternalError(absl::StrCat(path, ": cannot be written: ", std::strerror(errno)));
}

std::string ToJson(const Turns& turns) {
  v1::AnswerRequest holder;
  *holder.mutable_turns() = turns;
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.preserve_proto_field_names = true;
  std::string text;
  // Fails only for Any and other well-known types, which these messages do not contain.
  (void)google::protobuf::util::MessageToJsonString(holder, &text, options);
  return text;
}

// A new file in the folder of `path`, which replaces it or is removed. It has always the same name,
// so that one that a killed process left is used again.
class Replacement {
 public:
  explicit Replacement(std::string path) : path_(std::move(path)), name_(path_ + ".new") {
    unlink(name_.c_str());
    descriptor_ = open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  }
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement() {
    if (descriptor_ < 0) return;
    close(descriptor_);
    if (!is_moved_) unlink(name_.c_str());
  }

  // Writes `content` and replaces the file at `path`.
  bool Write(absl::string_view content) {
    if (descriptor_ < 0) return false;
    struct stat old {};
    if (stat(path_.c_str(), &old) == 0 && fchmod(descriptor_, old.st_mode & 0777) != 0)
      return false;
    while (!content.empty()) {
      const ssize_t count = write(descriptor_, content.data(), content.size());
      if (count < 0 && errno != EINTR) return false;
      if (count > 0) content.remove_prefix(static_cast<size_t>(count));
    }
    is_moved_ = fsync(descriptor_) == 0 && std::rename(name_.c_str(), path_.c_str()) == 0;
    return is_moved_;
  }

 private:
  std::string path_;
  std::string name_;
  int descriptor_ = -1;
  bool is_moved_ = false;
};

}  // namespace

absl::StatusOr<Turns> ParseHistory(absl::string_view text) {
  absl::StatusOr<json> value = ParseJson(text);
  if (!value.ok()) return value.status();
  const bool is_object = value->is_object();
  const auto list = is_object ? value->find("turns") : value->end();
  const bool has_list = is_object ? list != value->end() && list->is_array() : value->is_array();
  if (!has_list || (is_object && value->size() != 1)) {
    return absl::InvalidArgumentError(
        "the top level: must be {\"turns\": [...]} without other fields, or an array of turns");
  }
  Turns turns;
  std::vector<std::string> faults;
  size_t i = 0;
  for (const json& item : is_object ? *list : *value) {
    const std::string path = absl::StrCat(is_object ? "turns" : "", "[", i++, "]");
    if (!item.is_object()) {
      faults.push_back(path + ": not an object; each turn is one");
      continue;
    }
    v1::Turn* const turn = turns.Add();
    ReadProtobufJson(item, path, turn, &faults);
  }
  if (!faults.empty()) return Faulty(std::move(faults));
  return turns;
}

absl::StatusOr<Turns> ReadHistory(const std::string& path, bool may_be_missing) {
  std::error_code unknown;
  if (may_be_missing && !fs::exists(path, unknown) && !unknown) return Turns();
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return Named(path, text.status());
  absl::StatusOr<Turns> turns = ParseHistory(*text);
  if (!turns.ok()) return Named(path, turns.status());
  return turns;
}

absl::Status WriteHistory(const std::string& path, const Turns& turns) {
  std::error_code missing;
  const fs::path real = fs::canonical(path, missing);
  Replacement replacement(missing ? path : real.string());
  return replacement.Write(ToJson(turns) + "\n") ? absl::OkStatus() : SystemError(path);
}

}  // namespace footnote::client

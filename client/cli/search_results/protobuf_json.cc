// SPDX-License-Identifier: Apache-2.0
#include "client/cli/search_results/protobuf_json.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

constexpr size_t kMaxFaults = 20;

// Converts an error message of Protobuf about the value at `path` to "path.to.field: cause". Its
// forms are "(search_results[0].title): invalid value ..." and
// "(search_results[0]) titel: Cannot find field.".
std::string Describe(const std::string& path, absl::string_view message) {
  absl::string_view inner;
  if (absl::ConsumePrefix(&message, "(")) {
    const size_t end = std::min(message.find(')'), message.size());
    inner = message.substr(0, end);
    message.remove_prefix(std::min(end + 1, message.size()));
  }
  std::string field = path;
  const auto append = [&field](absl::string_view part) {
    absl::StrAppend(&field, field.empty() || part.empty() || part[0] == '[' ? "" : ".", part);
  };
  append(inner);
  message = absl::StripLeadingAsciiWhitespace(message);
  if (const size_t colon = message.find(": "); colon != absl::string_view::npos) {
    append(message.substr(0, colon));
    message.remove_prefix(colon + 2);
  }
  if (message == "Cannot find field.") message = "no such field; correct its name or remove it";
  return absl::StrCat(field, ": ", PrintableLine(message));
}

}  // namespace

void ReadProtobufJson(const nlohmann::json& value, const std::string& path,
                      google::protobuf::Message* message, std::vector<std::string>* faults) {
  const auto status = google::protobuf::util::JsonStringToMessage(value.dump(), message);
  if (status.ok()) return;
  faults->push_back(Describe(path, {status.message().data(), status.message().size()}));
}

absl::Status Faulty(std::vector<std::string> faults) {
  if (faults.size() > kMaxFaults) {
    const size_t more = faults.size() - kMaxFaults;
    faults.resize(kMaxFaults);
    faults.push_back(absl::StrCat("... and ", more, " more"));
  }
  return absl::InvalidArgumentError(absl::StrJoin(faults, "\n"));
}

}  // namespace footnote::client

// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/web_search.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "google/protobuf/repeated_field.h"
#include "service/text/utf8.h"

namespace footnote::answering::building {
namespace {

constexpr absl::string_view kDefaultVersion = "web_search_20250305";
// The first version that may run code.
constexpr absl::string_view kFirstVersionWithCode = "web_search_20260209";

// The limit in the API's published schema.
constexpr size_t kMaxLocationCharacters = 255;

using Domains = google::protobuf::RepeatedPtrField<std::string>;

bool IsVersion(absl::string_view version) {
  constexpr size_t kDateDigits = 8;
  return absl::ConsumePrefix(&version, "web_search_") && version.size() == kDateDigits &&
         std::all_of(version.begin(), version.end(),
                     [](char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); });
}

absl::string_view VersionOf(const v1::WebSearch& search) {
  return search.tool_version().empty() ? kDefaultVersion : absl::string_view(search.tool_version());
}

bool IsHost(absl::string_view host) {
  return !host.empty() && host.front() != '.' && host.back() != '.' &&
         !absl::StrContains(host, "..") && std::all_of(host.begin(), host.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.';
         });
}

bool IsPath(absl::string_view path) {
  return std::all_of(path.begin(), path.end(),
                     [](char c) { return absl::ascii_isgraph(static_cast<unsigned char>(c)); }) &&
         std::count(path.begin(), path.end(), '*') <= 1;
}

// Returns the problem of `domain`, or empty.
absl::string_view DomainProblem(absl::string_view domain) {
  if (domain.empty()) return "must be a domain such as example.com; it is empty";
  if (absl::StrContains(domain, "://")) return "must have no scheme, as in example.com";
  const size_t slash = std::min(domain.find('/'), domain.size());
  if (!IsHost(domain.substr(0, slash))) {
    return "must be a domain such as example.com: labels of letters, digits and hyphens, separated "
           "by "
           "dots (internationalized names in their ASCII form)";
  }
  if (!IsPath(domain.substr(slash))) {
    return "must have a path without white space, non-ASCII characters or a second *";
  }
  return "";
}

std::vector<absl::string_view> ReadDomains(const Domains& domains, const char* name,
                                           const Field& search) {
  for (int i = 0; i < domains.size(); ++i) {
    const absl::string_view problem = DomainProblem(domains[i]);
    if (!problem.empty()) search.Element(name, i).Add(v1::INVALID_LOCATION, std::string(problem));
  }
  return {domains.begin(), domains.end()};
}

void CheckLocationName(const std::string& name, const Field& field) {
  if (name.empty() || !field.CheckText(name)) return;
  const size_t characters = text::Measure(name).code_points;
  if (characters <= kMaxLocationCharacters) return;
  field.Add(v1::TOO_LONG, absl::StrCat("has ", characters, " characters; the maximum is ",
                                       kMaxLocationCharacters));
}

bool IsCountry(absl::string_view code) {
  return code.size() == 2 && std::all_of(code.begin(), code.end(), [](char c) {
           return absl::ascii_isupper(static_cast<unsigned char>(c));
         });
}

messages::WebSearchParam::UserLocation ReadLocation(const v1::UserLocation& location,
                                                    const Field& field) {
  CheckLocationName(location.city(), field.Child("city"));
  CheckLocationName(location.region(), field.Child("region"));
  CheckLocationName(location.timezone(), field.Child("timezone"));
  if (!location.country().empty() && !IsCountry(location.country())) {
    field.Child("country").Add(v1::INVALID_LOCATION,
                               "must be an ISO 3166-1 alpha-2 code, such as JP");
  }
  if (location.city().empty() && location.region().empty() && location.country().empty() &&
      location.timezone().empty()) {
    field.Add(v1::EMPTY, "must have at least one field, or be omitted");
  }
  return {location.city(), location.region(), location.country(), location.timezone()};
}

}  // namespace

messages::WebSearchParam BuildWebSearch(const v1::WebSearch& search, const Field& field) {
  messages::WebSearchParam out;
  out.type = VersionOf(search);
  if (!IsVersion(out.type)) {
    field.Child("tool_version")
        .Add(v1::UNKNOWN_TOOL_VERSION,
             absl::StrCat("must be the API's type of a web search, such as ", kDefaultVersion));
  }
  if (search.has_max_uses()) {
    out.max_uses = search.max_uses();
    field.Child("max_uses").CheckRange(search.max_uses(), 1, std::numeric_limits<int32_t>::max());
  }
  out.allowed_domains = ReadDomains(search.allowed_domains(), "allowed_domains", field);
  out.blocked_domains = ReadDomains(search.blocked_domains(), "blocked_domains", field);
  if (!out.allowed_domains.empty() && !out.blocked_domains.empty()) {
    field.Add(v1::CONFLICTING_FIELDS, "must not have both `allowed_domains` and `blocked_domains`");
  }
  if (search.has_user_location()) {
    out.user_location = ReadLocation(search.user_location(), field.Child("user_location"));
  }
  return out;
}

bool WebSearchOffers(const v1::WebSearch& search, absl::string_view name) {
  if (name == kWebSearchName) return true;
  // Versions of equal length compare by date.
  return VersionOf(search) >= kFirstVersionWithCode && absl::EndsWith(name, "code_execution");
}

}  // namespace footnote::answering::building

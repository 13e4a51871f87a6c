#include "service/answering/building/web_search.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/repeated_field.h"
#include "service/text/utf8.h"

namespace footnote::answering::building {
namespace {

// In the API's published schema.
constexpr size_t kMaxLocationCharacters = 255;

using Domains = google::protobuf::RepeatedPtrField<std::string>;

// The API's `type` of `version`; empty if there is none.
absl::string_view TypeOf(v1::WebSearch::Version version) {
  switch (version) {
    case v1::WebSearch::VERSION_UNSPECIFIED:
    case v1::WebSearch::VERSION_20250305:
      return "web_search_20250305";
    case v1::WebSearch::VERSION_20260209:
      return "web_search_20260209";
    case v1::WebSearch::VERSION_20260318:
      return "web_search_20260318";
    default:
      return "";
  }
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

// What is wrong with `domain`; empty if nothing is.
absl::string_view DomainProblem(absl::string_view domain) {
  if (domain.empty()) return "is empty; name a domain such as example.com";
  if (absl::StrContains(domain, "://")) return "has a scheme; leave it out, as in example.com";
  const size_t slash = std::min(domain.find('/'), domain.size());
  if (!IsHost(domain.substr(0, slash))) {
    return "is no domain such as example.com: letters, digits and hyphens with dots between "
           "(internationalized names in their ASCII form)";
  }
  if (!IsPath(domain.substr(slash))) {
    return "has a path with white space, characters that are not ASCII or more than one *";
  }
  return "";
}

std::vector<absl::string_view> ReadDomains(const Domains& domains, const char* field,
                                           const FieldPath& path, Violations* violations) {
  for (int i = 0; i < domains.size(); ++i) {
    const absl::string_view problem = DomainProblem(domains[i]);
    if (!problem.empty()) violations->Add(path.Element(field, i), std::string(problem));
  }
  return {domains.begin(), domains.end()};
}

void CheckPlace(const FieldPath& path, const std::string& text, Violations* violations) {
  if (text.empty() || !violations->CheckText(path, text)) return;
  const size_t characters = text::Measure(text).code_points;
  if (characters > kMaxLocationCharacters) {
    violations->Add(
        path, absl::StrCat("has ", characters, " characters; at most ", kMaxLocationCharacters));
  }
}

bool IsCountry(absl::string_view code) {
  return code.size() == 2 && std::all_of(code.begin(), code.end(), [](char c) {
           return absl::ascii_isupper(static_cast<unsigned char>(c));
         });
}

messages::WebSearchParam::UserLocation ReadLocation(const v1::UserLocation& location,
                                                    const FieldPath& path, Violations* violations) {
  CheckPlace(path.Field("city"), location.city(), violations);
  CheckPlace(path.Field("region"), location.region(), violations);
  if (!location.country().empty() && !IsCountry(location.country())) {
    violations->Add(path.Field("country"), "must be two letters of ISO 3166-1, such as JP");
  }
  CheckPlace(path.Field("timezone"), location.timezone(), violations);
  if (location.city().empty() && location.region().empty() && location.country().empty() &&
      location.timezone().empty()) {
    violations->Add(path, "says nothing; set one of its fields, or leave it out");
  }
  return {location.city(), location.region(), location.country(), location.timezone()};
}

}  // namespace

messages::WebSearchParam BuildWebSearch(const v1::WebSearch& search, const FieldPath& path,
                                        Violations* violations) {
  messages::WebSearchParam out;
  out.type = TypeOf(search.version());
  if (out.type.empty()) {
    violations->Add(path.Field("version"), absl::StrCat("has no value ", search.version()));
  }
  if (search.has_max_uses()) {
    out.max_uses = search.max_uses();
    if (search.max_uses() < 1) {
      violations->Add(path.Field("max_uses"),
                      absl::StrCat("is ", search.max_uses(), "; must be at least 1"));
    }
  }
  out.allowed_domains = ReadDomains(search.allowed_domains(), "allowed_domains", path, violations);
  out.blocked_domains = ReadDomains(search.blocked_domains(), "blocked_domains", path, violations);
  if (!out.allowed_domains.empty() && !out.blocked_domains.empty()) {
    violations->Add(path, "has both `allowed_domains` and `blocked_domains`; set one of them");
  }
  if (search.has_user_location()) {
    out.user_location =
        ReadLocation(search.user_location(), path.Field("user_location"), violations);
  }
  return out;
}

bool WebSearchOffers(const v1::WebSearch& search, absl::string_view name) {
  if (name == kWebSearchName) return true;
  const bool runs_code = search.version() == v1::WebSearch::VERSION_20260209 ||
                         search.version() == v1::WebSearch::VERSION_20260318;
  return runs_code && absl::EndsWith(name, "code_execution");
}

}  // namespace footnote::answering::building

// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/validator.h"

#include <optional>
#include <string>

#include "service/emulator/request/model_traits.h"
#include "service/emulator/request/request_schema.h"
#include "service/emulator/rules/cache_rules.h"
#include "service/emulator/rules/message_rules.h"
#include "service/emulator/rules/model_rules.h"
#include "service/emulator/rules/tool_rules.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

using Finding = std::optional<ApiError>;

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// Accepts every key that is not empty and does not start with "invalid". If the request has both
// headers, x-api-key is used.
Finding CheckCredentials(const HttpRequest& request) {
  constexpr std::string_view kBearer = "Bearer ";
  std::string_view key;
  if (std::optional<std::string_view> raw = request.Header("x-api-key"); raw.has_value()) {
    key = *raw;
  } else if (std::optional<std::string_view> authorization = request.Header("authorization");
             authorization.has_value() && StartsWith(*authorization, kBearer)) {
    key = Trim(authorization->substr(kBearer.size()));
  }
  if (!key.empty() && !StartsWith(key, "invalid")) return std::nullopt;
  ApiError error;
  error.status = 401;
  error.type = "authentication_error";
  error.message = "invalid x-api-key";
  return error;
}

std::variant<ApiVersion, ApiError> ReadVersion(const HttpRequest& request) {
  std::optional<std::string_view> version = request.Header("anthropic-version");
  if (!version.has_value() || version->empty()) {
    return InvalidRequest("anthropic-version: header is required");
  }
  if (*version == "2023-06-01") return ApiVersion::k20230601;
  if (*version == "2026-10-21") return ApiVersion::k20261021;
  return InvalidRequest(
      Concat({"anthropic-version: '", *version, "' is not a version of this API"}));
}

Finding CheckEncoding(const HttpRequest& request) {
  std::optional<std::string_view> encoding = request.Header("content-encoding");
  if (!encoding.has_value() || *encoding == "identity") return std::nullopt;
  ApiError error =
      InvalidRequest("content-encoding: this emulator accepts only uncompressed bodies");
  error.error_code = "request_body_encoding_unsupported";
  return error;
}

Finding CheckRules(const ParsedRequest& request, const ValidationOptions& options) {
  std::optional<ModelTraits> model = ParseModelId(request.model);
  if (!model.has_value() && options.any_model && !request.model.empty()) {
    model = TraitsOfUnknownModel();
  }
  if (!model.has_value()) {
    ApiError error;
    error.status = 404;
    error.type = "not_found_error";
    error.message = Concat({"model: ", request.model});
    return error;
  }
  if (Finding found = CheckMessageRules(request); found.has_value()) return found;
  if (Finding found = CheckToolRules(request); found.has_value()) return found;
  if (Finding found = CheckCitationRules(request, options.citations); found.has_value()) {
    return found;
  }
  if (Finding found = CheckCacheRules(request); found.has_value()) return found;
  return CheckModelRules(request, *model);
}

}  // namespace

std::variant<ParsedRequest, ApiError> Validate(const HttpRequest& request, Endpoint endpoint,
                                               const ValidationOptions& options) {
  if (Finding found = CheckCredentials(request); found.has_value()) return *found;
  std::variant<ApiVersion, ApiError> version = ReadVersion(request);
  if (auto* error = std::get_if<ApiError>(&version); error != nullptr) return *error;
  if (Finding found = CheckEncoding(request); found.has_value()) return *found;
  std::variant<ParsedRequest, ApiError> parsed =
      ParseRequest(*request.body, std::get<ApiVersion>(version), endpoint);
  if (auto* body = std::get_if<ParsedRequest>(&parsed); body != nullptr) {
    if (Finding found = CheckRules(*body, options); found.has_value()) return *found;
  }
  return parsed;
}

}  // namespace footnote::emulator

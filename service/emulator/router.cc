// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/router.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/emulator/extractive/answerer.h"
#include "service/emulator/reply/reply.h"
#include "service/emulator/reply/reply_changes.h"
#include "service/emulator/reply/reply_json.h"
#include "service/emulator/reply/token_count.h"
#include "service/emulator/request/api_error.h"
#include "service/emulator/request_seed.h"
#include "service/emulator/text/stable_hash.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

std::string RequestIdOf(uint64_t seed) { return MakeId("req_01", seed); }

Answer ErrorAnswer(const ApiError& error, uint64_t seed) {
  return AnswerWith(ErrorPayload(error, RequestIdOf(seed)));
}

Answer JsonAnswer(std::string json) { return AnswerWith(JsonPayload(std::move(json))); }

ApiError NotFound() {
  ApiError error;
  error.status = 404;
  error.type = "not_found_error";
  error.message = "Not found";
  return error;
}

Answer MethodNotAllowed(std::string_view allowed, uint64_t seed) {
  ApiError error;
  error.status = 405;
  error.message = "Method Not Allowed";
  Answer answer = ErrorAnswer(error, seed);
  answer.reply.headers.emplace_back("allow", allowed);
  return answer;
}

ApiError ErrorOf(const Script& script) {
  ApiError error;
  error.status = *script.status;
  error.type =
      script.error_type.empty() ? std::string(ErrorTypeOfStatus(error.status)) : script.error_type;
  error.message =
      script.message.empty() ? std::string(DefaultErrorMessage(error.status)) : script.message;
  error.error_code = script.error_code;
  return error;
}

std::string MessageOf(const absl::Status& status) { return std::string(status.message()); }

ApiError ScriptError(const absl::Status& status) {
  return InvalidRequest(Concat({"x-emulator-script: ", MessageOf(status)}));
}

}  // namespace

Router::Router(const ValidationOptions& validation, ScriptStore* scripts, Recorder* recorder)
    : validation_(validation), scripts_(scripts), recorder_(recorder) {}

HttpReply Router::Handle(const HttpRequest& request) {
  const std::string_view target = request.target;
  const std::string_view path = target.substr(0, target.find('?'));
  constexpr std::string_view kEmulatorPaths = "/emulator/";
  if (path.substr(0, kEmulatorPaths.size()) == kEmulatorPaths)
    return HandleEmulatorEndpoint(request, path).reply;
  const uint64_t seed = RequestSeed(request);
  Answer answer = HandleApi(request, seed);
  HttpReply reply = std::move(answer.reply);
  reply.headers.emplace_back("request-id", RequestIdOf(seed));
  const int64_t number = recorder_->Add(request, reply.status);
  reply.on_written = [this, number, ends = std::move(answer.event_ends)](size_t bytes) {
    const auto complete = std::upper_bound(ends.begin(), ends.end(), bytes);
    recorder_->NoteWritten(number, bytes, static_cast<size_t>(complete - ends.begin()));
  };
  reply.on_end = [this, number](bool cancelled) { recorder_->End(number, cancelled); };
  return reply;
}

HttpReply Router::Refuse(int status) const {
  ApiError error;
  error.status = status;
  error.type = std::string(ErrorTypeOfStatus(status));
  error.message = status == 413 ? std::string(DefaultErrorMessage(status))
                                : "The request is not well-formed HTTP.";
  const uint64_t seed = StableHash(error.message, 0);
  HttpReply reply = ErrorAnswer(error, seed).reply;
  reply.headers.emplace_back("request-id", RequestIdOf(seed));
  return reply;
}

Answer Router::HandleApi(const HttpRequest& request, uint64_t seed) {
  const std::string_view target = request.target;
  const std::string_view path = target.substr(0, target.find('?'));
  Endpoint endpoint;
  if (path == "/v1/messages") {
    endpoint = Endpoint::kMessages;
  } else if (path == "/v1/messages/count_tokens") {
    endpoint = Endpoint::kCountTokens;
  } else {
    return ErrorAnswer(NotFound(), seed);
  }
  if (request.method != "POST") return MethodNotAllowed("POST", seed);
  absl::StatusOr<Script> script = scripts_->Take(request);
  if (!script.ok()) {
    return ErrorAnswer(ScriptError(script.status()), seed);
  }
  return HandleMessages(request, endpoint, *script, seed);
}

Answer Router::HandleMessages(const HttpRequest& request, Endpoint endpoint, const Script& script,
                              uint64_t seed) {
  std::optional<ParsedRequest> parsed;
  if (script.validate) {
    std::variant<ParsedRequest, ApiError> validated = Validate(request, endpoint, validation_);
    if (auto* error = std::get_if<ApiError>(&validated); error != nullptr) {
      return ErrorAnswer(*error, seed);
    }
    parsed = std::get<ParsedRequest>(std::move(validated));
  }
  Payload payload;
  if (script.HasBody()) {
    absl::StatusOr<std::shared_ptr<const std::string>> body = scripts_->Body(script);
    if (!body.ok()) return ErrorAnswer(ScriptError(body.status()), seed);
    payload = VerbatimPayload(*std::move(body));
  } else if (script.body_kind == Script::BodyKind::kHtml) {
    payload = HtmlPayload(script.status.value_or(200));
  } else if (script.body_kind == Script::BodyKind::kEmpty) {
    payload = JsonPayload({});
    payload.content_type.clear();
  } else if (script.IsError()) {
    payload = ErrorPayload(ErrorOf(script), RequestIdOf(seed));
  } else if (parsed.has_value()) {
    payload = HandleValid(*parsed, endpoint, script, seed);
  } else {
    payload = JsonPayload({});  // the script hangs up
  }
  return AnswerWith(std::move(payload), script);
}

Payload Router::HandleValid(const ParsedRequest& request, Endpoint endpoint, const Script& script,
                            uint64_t seed) {
  if (endpoint == Endpoint::kCountTokens) {
    const std::string count = std::to_string(CountInputTokens(request));
    return JsonPayload(Concat({R"({"input_tokens":)", count, "}"}));
  }
  Reply reply = AnswerRequest(request, seed);
  cache_.Account(request, &reply.usage);
  ApplyChanges(script.changes, request, &reply);
  if (!request.stream || script.body_kind == Script::BodyKind::kJson) {
    return JsonPayload(ReplyJson(reply));
  }
  return StreamPayload(reply, script.stream, RequestIdOf(seed), seed);
}

Answer Router::HandleEmulatorEndpoint(const HttpRequest& request, std::string_view path) {
  if (path == "/emulator/health") {
    if (request.method != "GET") return MethodNotAllowed("GET", 0);
    return JsonAnswer(R"({"status":"ok"})");
  }
  if (path == "/emulator/requests") {
    if (request.method == "GET") {
      Payload lines = JsonPayload(RequestsAsJsonLines(recorder_->Requests()));
      lines.content_type = "application/jsonl";
      return AnswerWith(std::move(lines));
    }
    if (request.method != "DELETE") return MethodNotAllowed("GET, DELETE", 0);
    recorder_->Clear();
    return JsonAnswer("{}");
  }
  if (path == "/emulator/scripts") {
    if (request.method == "POST") return QueueScripts(*request.body);
    if (request.method != "DELETE") return MethodNotAllowed("POST, DELETE", 0);
    scripts_->Clear();
    return JsonAnswer("{}");
  }
  return ErrorAnswer(NotFound(), 0);
}

Answer Router::QueueScripts(std::string_view lines) {
  int line_number = 0;
  while (!lines.empty()) {
    const size_t end = std::min(lines.find('\n'), lines.size());
    const std::string line = WellFormedOrAscii(std::string(Trim(lines.substr(0, end))));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    ++line_number;
    if (absl::Status status = scripts_->Queue(line); !status.ok()) {
      return ErrorAnswer(
          InvalidRequest(Concat({"line ", std::to_string(line_number), ": ", MessageOf(status)})),
          0);
    }
  }
  return JsonAnswer("{}");
}

}  // namespace footnote::emulator

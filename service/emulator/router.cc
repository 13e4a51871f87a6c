#include "service/emulator/router.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/emulator/extractive/answerer.h"
#include "service/emulator/reply/reply_json.h"
#include "service/emulator/reply/token_count.h"
#include "service/emulator/text/concat.h"
#include "service/emulator/text/stable_hash.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

constexpr std::string_view kJson = "application/json";

HttpReply Reply200(std::string body, std::string_view content_type) {
  HttpReply reply;
  reply.headers.emplace_back("content-type", content_type);
  reply.body = std::make_shared<const std::string>(std::move(body));
  return reply;
}

HttpReply ErrorReply(const ApiError& error, uint64_t seed) {
  HttpReply reply = Reply200(ErrorJson(error, MakeId("req_01", seed)), kJson);
  reply.status = error.status;
  return reply;
}

ApiError NotFound() {
  ApiError error;
  error.status = 404;
  error.type = "not_found_error";
  error.message = "Not found";
  return error;
}

HttpReply MethodNotAllowed(std::string_view allowed, uint64_t seed) {
  ApiError error;
  error.status = 405;
  error.message = "Method Not Allowed";
  HttpReply reply = ErrorReply(error, seed);
  reply.headers.emplace_back("allow", allowed);
  return reply;
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

// What a script says about any reply, whatever its body.
void ApplyToReply(const Script& script, HttpReply* reply) {
  const std::pair<std::string_view, const std::string*> headers[] = {
      {"retry-after", &script.retry_after},
      {"retry-after-ms", &script.retry_after_ms},
      {"x-should-retry", &script.should_retry}};
  for (const auto& [name, value] : headers) {
    if (!value->empty()) reply->headers.emplace_back(name, *value);
  }
  if (!script.content_type.empty()) {
    for (auto& [name, value] : reply->headers) {
      if (name == "content-type") value = script.content_type;
    }
  }
  if (script.status.has_value()) reply->status = *script.status;
  reply->delay = script.delay;
  reply->cut_after = script.cut_after;
}

std::string MessageOf(const absl::Status& status) { return std::string(status.message()); }

ApiError ScriptError(const absl::Status& status) {
  return InvalidRequest(Concat({"x-emulator-script: ", MessageOf(status)}));
}

uint64_t SeedOf(const HttpRequest& request) {
  return StableHash(*request.body, StableHash(request.target, 0));
}

}  // namespace

Router::Router(const ValidationOptions& validation, ScriptStore* scripts, Recorder* recorder)
    : validation_(validation), scripts_(scripts), recorder_(recorder) {}

HttpReply Router::Handle(const HttpRequest& request) {
  const std::string_view target = request.target;
  const std::string_view path = target.substr(0, target.find('?'));
  constexpr std::string_view kOwn = "/emulator/";
  if (path.substr(0, kOwn.size()) == kOwn) return HandleOwn(request, path);
  const uint64_t seed = SeedOf(request);
  HttpReply reply = HandleApi(request, seed);
  reply.headers.emplace_back("request-id", MakeId("req_01", seed));
  const int64_t number = recorder_->Add(request, reply.status);
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
  HttpReply reply = ErrorReply(error, seed);
  reply.headers.emplace_back("request-id", MakeId("req_01", seed));
  return reply;
}

HttpReply Router::HandleApi(const HttpRequest& request, uint64_t seed) {
  const std::string_view target = request.target;
  const std::string_view path = target.substr(0, target.find('?'));
  Endpoint endpoint;
  if (path == "/v1/messages") {
    endpoint = Endpoint::kMessages;
  } else if (path == "/v1/messages/count_tokens") {
    endpoint = Endpoint::kCountTokens;
  } else {
    return ErrorReply(NotFound(), seed);
  }
  if (request.method != "POST") return MethodNotAllowed("POST", seed);
  absl::StatusOr<Script> script = scripts_->Take(request);
  if (!script.ok()) {
    return ErrorReply(ScriptError(script.status()), seed);
  }
  return HandleMessages(request, endpoint, *script, seed);
}

HttpReply Router::HandleMessages(const HttpRequest& request, Endpoint endpoint,
                                 const Script& script, uint64_t seed) {
  std::optional<ParsedRequest> parsed;
  if (script.validate) {
    std::variant<ParsedRequest, ApiError> validated = Validate(request, endpoint, validation_);
    if (auto* error = std::get_if<ApiError>(&validated); error != nullptr) {
      return ErrorReply(*error, seed);
    }
    parsed = std::get<ParsedRequest>(std::move(validated));
  }
  HttpReply reply;
  if (script.HasBody()) {
    absl::StatusOr<std::shared_ptr<const std::string>> body = scripts_->Body(script);
    if (!body.ok()) {
      return ErrorReply(ScriptError(body.status()), seed);
    }
    reply = Reply200({}, kJson);
    reply.body = *std::move(body);
  } else if (script.IsError()) {
    reply = ErrorReply(ErrorOf(script), seed);
  } else if (parsed->stream) {
    return ErrorReply(
        InvalidRequest("stream: this emulator has no streaming yet; send `stream: false`"), seed);
  } else if (endpoint == Endpoint::kCountTokens) {
    reply = Reply200(
        Concat({R"({"input_tokens":)", std::to_string(CountInputTokens(*parsed)), "}"}), kJson);
  } else {
    reply = Reply200(Answer(*parsed, script, seed), kJson);
  }
  ApplyToReply(script, &reply);
  return reply;
}

std::string Router::Answer(const ParsedRequest& request, const Script& script, uint64_t seed) {
  Reply reply = AnswerRequest(request, seed);
  cache_.Account(request, &reply.usage);
  if (!script.stop_reason.empty()) {
    reply.stop_reason = script.stop_reason;
    if (script.stop_reason == "refusal" && !script.partial) reply.content.clear();
    if (script.stop_reason != "stop_sequence") {
      reply.stop_sequence.clear();
    } else if (reply.stop_sequence.empty() && !request.stop_sequences.empty()) {
      reply.stop_sequence = std::string(request.stop_sequences.front());
    }
  }
  return ReplyJson(reply);
}

HttpReply Router::HandleOwn(const HttpRequest& request, std::string_view path) {
  if (path == "/emulator/health") {
    if (request.method != "GET") return MethodNotAllowed("GET", 0);
    return Reply200(R"({"status":"ok"})", kJson);
  }
  if (path == "/emulator/requests") {
    if (request.method == "GET") {
      return Reply200(RequestsAsJsonLines(recorder_->Requests()), "application/jsonl");
    }
    if (request.method != "DELETE") return MethodNotAllowed("GET, DELETE", 0);
    recorder_->Clear();
    return Reply200("{}", kJson);
  }
  if (path == "/emulator/scripts") {
    if (request.method == "POST") return QueueScripts(*request.body);
    if (request.method != "DELETE") return MethodNotAllowed("POST, DELETE", 0);
    scripts_->Clear();
    return Reply200("{}", kJson);
  }
  return ErrorReply(NotFound(), 0);
}

HttpReply Router::QueueScripts(std::string_view lines) {
  int line_number = 0;
  while (!lines.empty()) {
    const size_t end = std::min(lines.find('\n'), lines.size());
    const std::string line = WellFormedOrAscii(std::string(Trim(lines.substr(0, end))));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    ++line_number;
    if (absl::Status status = scripts_->Queue(line); !status.ok()) {
      return ErrorReply(
          InvalidRequest(Concat({"line ", std::to_string(line_number), ": ", MessageOf(status)})),
          0);
    }
  }
  return Reply200("{}", kJson);
}

}  // namespace footnote::emulator

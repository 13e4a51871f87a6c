// SPDX-License-Identifier: Apache-2.0
// Bodies of any bytes are parsed or refused without a crash, JSON that is kept is canonical, and a
// request that sends a message back has the content of the message.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "service/messages/json/canonical_json.h"
#include "service/messages/message.h"
#include "service/messages/message_part.h"
#include "service/messages/request.h"
#include "tests/fuzz/check.h"
#include "tests/messages/collect_parts.h"

namespace footnote::fuzz {
namespace {

using messages::ContentBlock;
using messages::Message;

bool IsCanonical(const std::string& json) {
  std::string again;
  messages::AppendCanonicalJson(json, &again);
  return again == json;
}

void CheckCanonicalObject(const std::string& json) {
  const absl::StatusOr<std::string> object = messages::CanonicalObject(json);
  if (!object.ok()) return;
  std::string appended;
  messages::AppendCanonicalJson(json, &appended);
  Check(*object == appended, "both functions return the same canonical form");
  const absl::StatusOr<std::string> again = messages::CanonicalObject(*object);
  Check(again.ok() && *again == *object, "the canonical form is well-formed and canonical");
}

void CheckKeptJson(const Message& message) {
  for (const ContentBlock& block : message.content) {
    Check(IsCanonical(block.json), "opaque JSON is canonical");
    Check(IsCanonical(block.tool_input_json), "tool inputs are canonical");
    for (const messages::TextCitation& citation : block.citations) {
      Check(IsCanonical(citation.json), "the JSON of citations is canonical");
    }
  }
}

// Checks that the content of the message has the same blocks after it was written as a request and
// parsed as a message.
void CheckRoundTrip(const Message& message) {
  messages::MessageParam turn;
  turn.role = messages::Role::kAssistant;
  for (const ContentBlock& block : message.content) {
    switch (block.kind) {
      case ContentBlock::Kind::kText:
        turn.content.emplace_back(messages::TextParam{block.text, {}, {}});
        break;
      case ContentBlock::Kind::kToolUse:
        turn.content.emplace_back(
            messages::ToolUseParam{block.tool_use_id, block.tool_name, block.tool_input_json});
        break;
      case ContentBlock::Kind::kOpaque:
        turn.content.emplace_back(messages::OpaqueParam{block.json});
        break;
    }
  }
  messages::MessagesRequest request;
  request.model = message.model;
  request.messages.push_back(std::move(turn));
  std::string json;
  messages::AppendJson(request, &json);
  Check(json == messages::WithModel(json, message.model),
        "replacing the model with itself changes nothing");

  // The only turn is an object with `content`, as a message is.
  constexpr absl::string_view kMessages = R"("messages":[)";
  const size_t begin = json.find(kMessages.data(), 0, kMessages.size()) + kMessages.size();
  const absl::StatusOr<Message> again =
      messages::ParseMessage(json.substr(begin, json.size() - begin - 2));
  Check(again.ok(), "a turn is an object with `content`");
  Check(again->content.size() == message.content.size(), "a request has every block");
  for (size_t i = 0; i < message.content.size(); ++i) {
    const ContentBlock& block = again->content[i];
    Check(block.kind == message.content[i].kind, "a request keeps the kind of a block");
    Check(block.text == message.content[i].text, "a request keeps the text");
    Check(block.tool_input_json == message.content[i].tool_input_json,
          "a request keeps tool inputs");
    Check(block.json == message.content[i].json, "a request keeps opaque JSON");
  }
}

}  // namespace
}  // namespace footnote::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using footnote::fuzz::Check;
  namespace messages = footnote::messages;
  const std::string json(reinterpret_cast<const char*>(data), size);
  footnote::fuzz::CheckCanonicalObject(json);
  messages::ParseApiError(json);
  absl::StatusOr<messages::Message> message = messages::ParseMessage(json);
  if (!message.ok()) {
    Check(message.status().code() == absl::StatusCode::kInvalidArgument,
          "a body is refused with InvalidArgument");
    return 0;
  }
  footnote::fuzz::CheckKeptJson(*message);
  footnote::fuzz::CheckRoundTrip(*message);
  const std::string before = messages::Describe(*message);
  const absl::StatusOr<messages::CollectedParts> parts =
      messages::CollectParts(messages::PartsOf(*std::move(message)));
  Check(parts.ok(), "parts follow their grammar");
  Check(messages::Describe(parts->message) == before, "parts have the complete message");
  return 0;
}

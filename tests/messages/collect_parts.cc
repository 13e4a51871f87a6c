// SPDX-License-Identifier: Apache-2.0
#include "tests/messages/collect_parts.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "service/messages/stream/message_accumulator.h"
#include "service/messages/stream/stream_reader.h"
#include "simdjson.h"

namespace footnote::messages {
namespace {

absl::Status Fault(absl::string_view what) { return absl::InvalidArgumentError(what); }

class Collector {
 public:
  absl::Status Take(MessageOpened&& part) {
    if (opened_) return Fault("opened twice");
    opened_ = true;
    message().id = std::move(part.id);
    message().model = std::move(part.model);
    return absl::OkStatus();
  }

  absl::Status Take(BlockOpened&& part) {
    if (!opened_ || in_block_) return Fault("a block outside of a message or inside of a block");
    if (!part.block.text.empty() || !part.block.json.empty() || !part.block.citations.empty()) {
      return Fault("a block that opens with content");
    }
    in_block_ = true;
    message().content.push_back(std::move(part.block));
    return absl::OkStatus();
  }

  absl::Status Take(TextAdded&& part) {
    if (!InText()) return Fault("text outside of a text block");
    if (part.text.empty() || !simdjson::validate_utf8(part.text))
      return Fault("an empty or ill-formed text");
    message().content.back().text += part.text;
    return absl::OkStatus();
  }

  absl::Status Take(CitationAdded&& part) {
    if (!InText()) return Fault("a citation outside of a text block");
    message().content.back().citations.push_back(std::move(part.citation));
    return absl::OkStatus();
  }

  absl::Status Take(BlockClosed&& part) {
    if (!in_block_) return Fault("closed a block that is not open");
    if (part.block.has_value() == InText()) return Fault("closed as a block of another kind");
    in_block_ = false;
    if (part.block) message().content.back() = *std::move(part.block);
    return absl::OkStatus();
  }

  absl::Status Take(UnknownReceived&& part) {
    if (!opened_) return Fault("an unknown event before the message");
    result_.unknown.push_back(std::move(part));
    return absl::OkStatus();
  }

  absl::Status Take(MessageClosed&& part) {
    if (!opened_ || in_block_)
      return Fault("closed the message before it opened or inside of a block");
    closed_ = true;
    message().stop_reason = std::move(part.stop_reason);
    message().stop_sequence = std::move(part.stop_sequence);
    message().usage = std::move(part.usage);
    message().ill_formed_strings = part.ill_formed_strings;
    result_.truncated = part.truncated;
    return absl::OkStatus();
  }

  bool closed() const { return closed_; }
  CollectedParts Result() && { return std::move(result_); }

 private:
  Message& message() { return result_.message; }
  bool InText() { return in_block_ && message().content.back().kind == ContentBlock::Kind::kText; }

  CollectedParts result_;
  bool opened_ = false;
  bool in_block_ = false;
  bool closed_ = false;
};

void Text(absl::string_view name, absl::string_view text, std::string* out) {
  absl::StrAppend(out, name, "=", text, "\n");
}

void Line(absl::string_view name, const std::optional<std::string>& text, std::string* out) {
  if (text) Text(name, *text, out);
}

void Line(absl::string_view name, const std::optional<int64_t>& number, std::string* out) {
  if (number) absl::StrAppend(out, name, "=", *number, "\n");
}

void Append(const TextCitation& citation, std::string* out) {
  absl::StrAppend(out, "citation ", static_cast<int>(citation.kind), " ", citation.type, "\n");
  Line("cited_text", citation.cited_text, out);
  Line("index", citation.index, out);
  Line("start", citation.start, out);
  Line("end", citation.end, out);
  Line("title", citation.title, out);
  Line("source", citation.source, out);
  Line("url", citation.url, out);
  Line("encrypted_index", citation.encrypted_index, out);
  Line("file_id", citation.file_id, out);
  Text("json", citation.json, out);
}

void Append(const ContentBlock& block, std::string* out) {
  absl::StrAppend(out, "block ", static_cast<int>(block.kind), " ", block.type,
                  block.known ? "" : " unknown", "\n");
  Text("text", block.text, out);
  for (const TextCitation& citation : block.citations) Append(citation, out);
  Text("tool_use_id", block.tool_use_id, out);
  Text("tool_name", block.tool_name, out);
  Text("tool_input_json", block.tool_input_json, out);
  Text("json", block.json, out);
}

void Append(const Usage& usage, std::string* out) {
  absl::StrAppend(out, "usage\n");
  Line("input_tokens", usage.input_tokens, out);
  Line("output_tokens", usage.output_tokens, out);
  Line("cache_creation_input_tokens", usage.cache_creation_input_tokens, out);
  Line("cache_read_input_tokens", usage.cache_read_input_tokens, out);
  Line("ephemeral_5m_input_tokens", usage.ephemeral_5m_input_tokens, out);
  Line("ephemeral_1h_input_tokens", usage.ephemeral_1h_input_tokens, out);
  Line("thinking_tokens", usage.thinking_tokens, out);
  Line("web_search_requests", usage.web_search_requests, out);
  Line("service_tier", usage.service_tier, out);
}

}  // namespace

std::vector<MessagePart> PartsOf(Message&& message) {
  std::vector<MessagePart> parts;
  ForEachPart(std::move(message),
              [&parts](MessagePart&& part) { parts.push_back(std::move(part)); });
  return parts;
}

absl::StatusOr<CollectedParts> CollectParts(std::vector<MessagePart> parts) {
  Collector collector;
  for (MessagePart& part : parts) {
    if (collector.closed()) return Fault("a part after the end");
    absl::Status status =
        std::visit([&collector](auto& kind) { return collector.Take(std::move(kind)); }, part);
    if (!status.ok()) return status;
  }
  if (!collector.closed()) return Fault("no end");
  return std::move(collector).Result();
}

absl::StatusOr<CollectedParts> CollectStream(absl::string_view sse, size_t piece) {
  StreamReader reader;
  MessageAccumulator accumulator;
  std::vector<StreamEvent> events;
  std::vector<MessagePart> parts;
  for (size_t begin = 0; begin < sse.size(); begin += piece) {
    events.clear();
    absl::Status status = reader.Read(sse.substr(begin, piece), &events);
    if (!status.ok()) return status;
    for (StreamEvent& event : events) {
      absl::Status added = accumulator.Add(std::move(event), &parts);
      if (!added.ok()) return added;
    }
  }
  const StreamReader::End end = reader.AtEnd();
  if (end == StreamReader::End::kEarly) return absl::UnavailableError("ended early");
  if (end == StreamReader::End::kError) return absl::AbortedError("an error event");
  absl::Status finished = accumulator.Finish(end == StreamReader::End::kTruncated, &parts);
  if (!finished.ok()) return finished;
  return CollectParts(std::move(parts));
}

std::string Describe(const Message& message) {
  std::string out;
  Text("id", message.id, &out);
  Text("model", message.model, &out);
  for (const ContentBlock& block : message.content) Append(block, &out);
  Line("stop_reason", message.stop_reason, &out);
  Line("stop_sequence", message.stop_sequence, &out);
  if (message.usage) Append(*message.usage, &out);
  absl::StrAppend(&out, "ill-formed strings: ", message.ill_formed_strings, "\n");
  return out;
}

}  // namespace footnote::messages

// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/reply/reply_events.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "service/emulator/reply/json_fields.h"
#include "service/emulator/reply/reply_json.h"
#include "service/emulator/text/fragments.h"

namespace footnote::emulator {
namespace {

using CitationOrder = EventOptions::CitationOrder;

// Returns an event with the data `{"type":NAME`. The caller appends more fields and the last brace.
ServerEvent Open(std::string_view name) {
  ServerEvent event;
  event.name = std::string(name);
  event.data = "{";
  AppendField("type", name, &event.data);
  return event;
}

ServerEvent OpenInBlock(std::string_view name, size_t block) {
  ServerEvent event = Open(name);
  event.block = block;
  AppendField("index", static_cast<int64_t>(block), &event.data);
  return event;
}

// Returns a content_block_delta event. `delta` is a JSON object.
ServerEvent Delta(size_t block, std::string_view delta) {
  ServerEvent event = OpenInBlock("content_block_delta", block);
  AppendName("delta", &event.data);
  event.data.append(delta).push_back('}');
  return event;
}

ServerEvent TextDelta(size_t block, std::string_view type, std::string_view field,
                      std::string_view text) {
  std::string delta = "{";
  AppendField("type", type, &delta);
  AppendField(field, text, &delta);
  delta.push_back('}');
  return Delta(block, delta);
}

ServerEvent CitationDelta(size_t block, const ReplyCitation& citation) {
  std::string delta = "{";
  AppendField("type", "citations_delta", &delta);
  AppendName("citation", &delta);
  AppendCitationJson(citation, &delta);
  delta.push_back('}');
  return Delta(block, delta);
}

ServerEvent BlockStart(size_t index, const ReplyBlock& block) {
  ServerEvent event = OpenInBlock("content_block_start", index);
  std::string& out = event.data;
  AppendName("content_block", &out);
  switch (block.kind) {
    case ReplyBlock::Kind::kText:
      out.append(block.citations.empty() ? R"({"type":"text","text":""})"
                                         : R"({"citations":[],"type":"text","text":""})");
      break;
    case ReplyBlock::Kind::kToolUse:
      out.push_back('{');
      AppendField("type", "tool_use", &out);
      AppendField("id", block.tool_use_id, &out);
      AppendField("name", block.tool_name, &out);
      out.append(R"(,"input":{}})");
      break;
    case ReplyBlock::Kind::kThinking:
      out.append(R"({"type":"thinking","thinking":"","signature":""})");
      break;
    case ReplyBlock::Kind::kOpaque:
      out.append(block.opaque_json);
      break;
  }
  out.push_back('}');
  return event;
}

std::vector<ServerEvent> TextDeltas(size_t index, const ReplyBlock& block,
                                    const EventOptions& options, uint64_t seed) {
  std::vector<ServerEvent> deltas;
  auto citation = block.citations.begin();
  const auto cite = [&](bool all) {
    while (citation != block.citations.end()) {
      deltas.push_back(CitationDelta(index, *citation++));
      if (!all) return;
    }
  };
  if (options.citation_order == CitationOrder::kBeforeText) cite(/*all=*/true);
  const std::vector<std::string_view> fragments =
      options.delta_chars > 0 ? FragmentsOfCodePoints(block.text, options.delta_chars)
                              : FragmentsOfWords(block.text, seed + index);
  for (std::string_view fragment : fragments) {
    deltas.push_back(TextDelta(index, "text_delta", "text", fragment));
    if (options.citation_order == CitationOrder::kAlternating) cite(/*all=*/false);
  }
  cite(/*all=*/true);
  return deltas;
}

std::vector<ServerEvent> ToolInputDeltas(size_t index, const ReplyBlock& block) {
  constexpr size_t kCodePoints = 12;
  std::vector<ServerEvent> deltas;
  deltas.push_back(TextDelta(index, "input_json_delta", "partial_json", ""));
  // The input of a tool without arguments is only the empty fragment.
  if (block.tool_input_json == "{}") return deltas;
  for (std::string_view part : FragmentsOfCodePoints(block.tool_input_json, kCodePoints)) {
    deltas.push_back(TextDelta(index, "input_json_delta", "partial_json", part));
  }
  return deltas;
}

std::vector<ServerEvent> ThinkingDeltas(size_t index, const ReplyBlock& block,
                                        const EventOptions& options, uint64_t seed) {
  std::vector<ServerEvent> deltas;
  for (std::string_view part : FragmentsOfWords(block.thinking, seed + index)) {
    deltas.push_back(TextDelta(index, "thinking_delta", "thinking", part));
  }
  deltas.push_back(TextDelta(index, "signature_delta", "signature", block.signature));
  if (options.signature_first) std::rotate(deltas.begin(), deltas.end() - 1, deltas.end());
  return deltas;
}

std::vector<ServerEvent> DeltasOf(size_t index, const ReplyBlock& block,
                                  const EventOptions& options, uint64_t seed) {
  switch (block.kind) {
    case ReplyBlock::Kind::kText:
      return TextDeltas(index, block, options, seed);
    case ReplyBlock::Kind::kToolUse:
      return ToolInputDeltas(index, block);
    case ReplyBlock::Kind::kThinking:
      return ThinkingDeltas(index, block, options, seed);
    case ReplyBlock::Kind::kOpaque:
      break;
  }
  return {};
}

ServerEvent BlockStop(size_t index) {
  ServerEvent event = OpenInBlock("content_block_stop", index);
  event.data.push_back('}');
  return event;
}

// Appends the events of the blocks [first, last), which are open at the same time.
void AppendBlocks(const Reply& reply, size_t first, size_t last, const EventOptions& options,
                  uint64_t seed, std::vector<ServerEvent>* events) {
  std::vector<std::vector<ServerEvent>> deltas;
  size_t longest = 0;
  for (size_t i = first; i < last; ++i) {
    events->push_back(BlockStart(i, reply.content[i]));
    if (i == 0) events->push_back({"ping", R"({"type": "ping"})", std::nullopt, false});
    deltas.push_back(DeltasOf(i, reply.content[i], options, seed));
    longest = std::max(longest, deltas.back().size());
  }
  for (size_t round = 0; round < longest; ++round) {
    for (std::vector<ServerEvent>& block_deltas : deltas) {
      if (round < block_deltas.size()) events->push_back(std::move(block_deltas[round]));
    }
  }
  for (size_t i = first; i < last; ++i) events->push_back(BlockStop(i));
}

ServerEvent MessageStart(const Reply& reply, const ReplyUsage& usage) {
  ServerEvent event = Open("message_start");
  std::string& out = event.data;
  out.append(R"(,"message":{)");
  AppendField("model", reply.model, &out);
  AppendField("id", reply.id, &out);
  AppendField("type", "message", &out);
  AppendField("role", "assistant", &out);
  out.append(R"(,"content":[],"stop_reason":null,"stop_sequence":null,"usage":)");
  AppendUsageJson(usage, &out);
  out.append("}}");
  return event;
}

ServerEvent MessageDelta(const Reply& reply, int64_t output_tokens, bool is_last) {
  ServerEvent event = Open("message_delta");
  std::string& out = event.data;
  out.append(R"(,"delta":{)");
  if (is_last) {
    AppendStopFields(reply, &out);
  } else {
    out.append(R"("stop_reason":null,"stop_sequence":null)");
  }
  out.append(R"(},"usage":{)");
  AppendField("input_tokens", reply.usage.input_tokens, &out);
  AppendField("cache_creation_input_tokens",
              reply.usage.cache_creation_5m + reply.usage.cache_creation_1h, &out);
  AppendField("cache_read_input_tokens", reply.usage.cache_read, &out);
  AppendField("output_tokens", output_tokens, &out);
  out.append("}}");
  return event;
}

}  // namespace

std::vector<ServerEvent> EventsOf(const Reply& reply, const EventOptions& options, uint64_t seed) {
  std::vector<ServerEvent> events;
  ReplyUsage provisional = reply.usage;
  provisional.output_tokens =
      std::min<int64_t>(reply.usage.output_tokens, 1 + static_cast<int64_t>(seed % 4));
  events.push_back(MessageStart(reply, options.zeros_first ? ReplyUsage() : provisional));
  const size_t open_at_once = options.interleave ? 2 : 1;
  for (size_t first = 0; first < reply.content.size(); first += open_at_once) {
    const size_t last = std::min(first + open_at_once, reply.content.size());
    AppendBlocks(reply, first, last, options, seed, &events);
  }
  const size_t last = std::max<size_t>(1, options.message_deltas);
  for (size_t i = 1; i <= last; ++i) {
    const int64_t share =
        reply.usage.output_tokens * static_cast<int64_t>(i) / static_cast<int64_t>(last);
    events.push_back(MessageDelta(reply, std::max(share, provisional.output_tokens), i == last));
  }
  events.push_back(Open("message_stop"));
  events.back().data.push_back('}');
  return events;
}

}  // namespace footnote::emulator

// SPDX-License-Identifier: Apache-2.0
#include "tests/messages/random_message.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>

#include "tests/messages/random_json.h"

namespace footnote::messages {
namespace {

// The usage of the complete message, and that of each event of a stream: message_start, then every
// message_delta.
struct RandomUsage {
  JsonValue complete;
  std::vector<JsonValue> events;
};

RandomUsage AnyUsage(Random& random) {
  const JsonValue output = JsonValue::Int(static_cast<int64_t>(random.Below(500)));
  JsonValue before = JsonValue::Object(
      {{"input_tokens", JsonValue::Int(1 + static_cast<int64_t>(random.Below(4000)))}});
  if (random.OneIn(2)) before.Add("cache_creation_input_tokens", SmallInt(random));
  if (random.OneIn(2)) before.Add("cache_read_input_tokens", SmallInt(random));
  if (random.OneIn(3)) {
    before.Add("cache_creation",
               JsonValue::Object({{"ephemeral_5m_input_tokens", SmallInt(random)},
                                  {"ephemeral_1h_input_tokens", SmallInt(random)}}));
  }
  if (random.OneIn(2)) before.Add("service_tier", JsonValue::String("standard"));
  JsonValue after = JsonValue::Object({{"output_tokens", output}});
  if (random.OneIn(3)) {
    after.Add("server_tool_use", JsonValue::Object({{"web_search_requests", SmallInt(random)}}));
  }
  if (random.OneIn(3)) {
    after.Add("output_tokens_details", JsonValue::Object({{"thinking_tokens", SmallInt(random)}}));
  }
  RandomUsage usage;
  usage.complete = before;
  usage.complete.keys.insert(usage.complete.keys.end(), after.keys.begin(), after.keys.end());
  usage.complete.elements.insert(usage.complete.elements.end(), after.elements.begin(),
                                 after.elements.end());
  if (random.OneIn(4)) {  // zeros at the start
    usage.events = {JsonValue::Object({{"input_tokens", JsonValue::Int(0)},
                                       {"output_tokens", JsonValue::Int(0)}}),
                    usage.complete};
  } else {
    before.Add("output_tokens", SmallInt(random));
    usage.events = {before, random.OneIn(2) ? after : usage.complete};
  }
  if (random.OneIn(4)) {  // an intermediate number
    usage.events.insert(usage.events.begin() + 1,
                        JsonValue::Object({{"output_tokens", SmallInt(random)}}));
  }
  return usage;
}

// ---- Streams ----

JsonValue Event(const char* type) { return JsonValue::Object({{"type", JsonValue::String(type)}}); }

// The fields of a message except its content.
struct Envelope {
  JsonValue id;
  JsonValue model;
  JsonValue stop_reason;
  JsonValue stop_sequence;
  RandomUsage usage;
};

JsonValue MessageObject(const Envelope& envelope, JsonValue content) {
  return JsonValue::Object({{"id", envelope.id},
                            {"type", JsonValue::String("message")},
                            {"role", JsonValue::String("assistant")},
                            {"model", envelope.model},
                            {"content", std::move(content)}});
}

JsonValue StartEvent(const Envelope& envelope) {
  JsonValue message = MessageObject(envelope, JsonValue::Array());
  message.Add("stop_reason", JsonValue::Literal("null"));
  message.Add("stop_sequence", JsonValue::Literal("null"));
  message.Add("usage", envelope.usage.events[0]);
  JsonValue event = Event("message_start");
  event.Add("message", std::move(message));
  return event;
}

std::deque<JsonValue> BlockEvents(const RandomBlock& block, int64_t index) {
  const auto event = [index](const char* type) {
    JsonValue value = Event(type);
    value.Add("index", JsonValue::Int(index));
    return value;
  };
  std::deque<JsonValue> events;
  events.push_back(event("content_block_start"));
  events.back().Add("content_block", block.opening);
  for (const JsonValue& delta : block.deltas) {
    events.push_back(event("content_block_delta"));
    events.back().Add("delta", delta);
  }
  events.push_back(event("content_block_stop"));
  return events;
}

// Appends the events of all blocks, block after block or with up to three blocks interleaved.
void AppendBlockEvents(const std::vector<RandomBlock>& blocks, Random& random,
                       std::vector<JsonValue>* events) {
  std::deque<std::deque<JsonValue>> queues;
  for (const RandomBlock& block : blocks) {
    queues.push_back(BlockEvents(block, static_cast<int64_t>(queues.size())));
  }
  const size_t mixed = random.OneIn(3) ? 3 : 1;
  while (!queues.empty()) {
    const size_t i = random.Below(std::min(mixed, queues.size()));
    events->push_back(std::move(queues[i].front()));
    queues[i].pop_front();
    if (queues[i].empty()) queues.erase(queues.begin() + static_cast<std::ptrdiff_t>(i));
    if (random.OneIn(20)) events->push_back(Event("ping"));
  }
}

std::vector<JsonValue> EventsOf(const Envelope& envelope, const std::vector<RandomBlock>& blocks,
                                Random& random) {
  std::vector<JsonValue> events;
  for (size_t n = random.OneIn(15) ? 2 : 1; n > 0; --n) events.push_back(StartEvent(envelope));
  if (random.OneIn(15)) {
    events.push_back(Event("message_delta"));
    events.back().Add("delta", JsonValue::Object());
    events.back().Add("usage", JsonValue::Object({{"output_tokens", JsonValue::Int(1)}}));
  }
  AppendBlockEvents(blocks, random, &events);
  const std::vector<JsonValue>& usages = envelope.usage.events;
  for (size_t i = 1; i < usages.size(); ++i) {
    const bool last = i + 1 == usages.size();
    events.push_back(Event("message_delta"));
    JsonValue delta = JsonValue::Object();
    if (last || random.OneIn(2)) {
      delta.Add("stop_reason", envelope.stop_reason);
      delta.Add("stop_sequence", envelope.stop_sequence);
    }
    events.back().Add("delta", std::move(delta));
    events.back().Add("usage", usages[i]);
  }
  events.push_back(Event("message_stop"));
  return events;
}

// Writes server-sent events. White space in JSON may be a line feed, which ends a data line.
class Framer {
 public:
  Framer(Random& random, std::string* out)
      : random_(random),
        line_end_(random.Of(std::vector<std::string>{"\n", "\n", "\r\n", "\r"})),
        colon_(random.OneIn(4) ? ":" : ": "),
        out_(*out) {
    if (random.OneIn(10)) out_ += "\xef\xbb\xbf";
  }

  void Frame(const JsonValue& event) {
    if (random_.OneIn(15)) Line(": keep-alive");
    if (random_.OneIn(30)) Line("id" + colon_ + "7");
    if (random_.OneIn(30)) Line("retry" + colon_ + "3000");
    if (!random_.OneIn(12)) Line("event" + colon_ + NameOf(event));
    const std::string json = WriteJsonUtf8(event, random_);
    size_t begin = 0;
    for (size_t end = json.find('\n'); end != std::string::npos; end = json.find('\n', begin)) {
      Line("data" + colon_ + json.substr(begin, end - begin));
      begin = end + 1;
    }
    Line("data" + colon_ + json.substr(begin));
    Line("");
  }

 private:
  static std::string NameOf(const JsonValue& event) {
    for (size_t i = 0; i < event.keys.size(); ++i) {
      const std::u16string& type = event.elements[i].text;
      if (event.keys[i] == u"type") return std::string(type.begin(), type.end());
    }
    return "";
  }

  void Line(const std::string& line) { out_ += line + line_end_; }

  Random& random_;
  const std::string line_end_;
  const std::string colon_;
  std::string& out_;
};

// Returns `object` with its members in a random order.
JsonValue Shuffled(const JsonValue& object, Random& random) {
  JsonValue shuffled = object;
  for (size_t i = shuffled.keys.size(); i > 1; --i) {
    const size_t other = random.Below(i);
    std::swap(shuffled.keys[i - 1], shuffled.keys[other]);
    std::swap(shuffled.elements[i - 1], shuffled.elements[other]);
  }
  return shuffled;
}

}  // namespace

RandomMessage MakeRandomMessage(uint32_t seed,
                                const std::vector<CitableSearchResult>& search_results,
                                const std::vector<CitableDocument>& documents) {
  static const std::vector<std::string> kStopReasons = {
      "end_turn",      "end_turn",      "end_turn",   "max_tokens",
      "tool_use",      "refusal",       "pause_turn", "model_context_window_exceeded",
      "stop_sequence", "made_up_reason"};
  Random random(seed);
  std::vector<RandomBlock> blocks;
  JsonValue content = JsonValue::Array();
  for (size_t n = random.Below(6); n > 0; --n) {
    blocks.push_back(MakeRandomBlock({search_results, documents}, random));
    content.elements.push_back(blocks.back().complete);
  }
  Envelope envelope;
  envelope.id = JsonValue::String("msg_01XFDUDYJgAACzvnptvVoYEL");
  envelope.model = JsonValue::String("claude-opus-5-5");
  envelope.stop_reason = JsonValue::String(random.Of(kStopReasons));
  envelope.stop_sequence =
      random.OneIn(4) ? JsonValue::String(RandomText(random, 5)) : JsonValue::Literal("null");
  envelope.usage = AnyUsage(random);

  JsonValue message = MessageObject(envelope, std::move(content));
  message.Add("stop_reason", envelope.stop_reason);
  message.Add("stop_sequence", envelope.stop_sequence);
  message.Add("usage", envelope.usage.complete);
  if (random.OneIn(4)) message = Shuffled(message, random);

  RandomMessage result;
  result.json = WriteJsonUtf8(message, random);
  Framer framer(random, &result.sse);
  for (const JsonValue& event : EventsOf(envelope, blocks, random)) {
    framer.Frame(random.OneIn(5) ? Shuffled(event, random) : event);
  }
  return result;
}

}  // namespace footnote::messages

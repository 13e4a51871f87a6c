// SPDX-License-Identifier: Apache-2.0
#include "tests/messages/random_message.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <numeric>
#include <utility>

#include "tests/messages/random_json.h"

namespace footnote::messages {
namespace {

// One block: whole, and as it opens and the deltas that complete it.
struct RandomBlock {
  JsonValue whole;
  JsonValue opening;
  std::vector<JsonValue> deltas;
};

// ---- Citations ----

// What citations may be true of.
struct Citable {
  const std::vector<CitableHit>& hits;
  const std::vector<CitableDocument>& documents;
};

std::string Join(const std::vector<std::string>& blocks, size_t start, size_t end) {
  return std::accumulate(blocks.begin() + static_cast<std::ptrdiff_t>(start),
                         blocks.begin() + static_cast<std::ptrdiff_t>(end), std::string());
}

JsonValue TrueHitCitation(const std::vector<CitableHit>& hits, Random& random) {
  const size_t index = random.Below(hits.size());
  const CitableHit& hit = hits[index];
  const size_t start = random.Below(hit.blocks.size());
  const size_t end = start + 1 + random.Below(hit.blocks.size() - start);
  return JsonValue::Object({{"type", JsonValue::String("search_result_location")},
                            {"cited_text", JsonValue::String(Join(hit.blocks, start, end))},
                            {"source", JsonValue::String(hit.source)},
                            {"title", JsonValue::String(hit.title)},
                            {"search_result_index", JsonValue::Int(static_cast<int64_t>(index))},
                            {"start_block_index", JsonValue::Int(static_cast<int64_t>(start))},
                            {"end_block_index", JsonValue::Int(static_cast<int64_t>(end))}});
}

JsonValue SmallInt(Random& random) { return JsonValue::Int(static_cast<int64_t>(random.Below(5))); }

JsonValue OptionalText(Random& random) {
  return random.OneIn(4) ? JsonValue::Literal("null") : JsonValue::String(RandomText(random, 12));
}

JsonValue DocumentCitation(const char* type, const char* start, const char* end, Random& random) {
  return JsonValue::Object({{"type", JsonValue::String(type)},
                            {"cited_text", JsonValue::String(RandomText(random, 20))},
                            {"document_index", SmallInt(random)},
                            {"document_title", OptionalText(random)},
                            {start, SmallInt(random)},
                            {end, SmallInt(random)},
                            {"file_id", OptionalText(random)}});
}

// Where the code points of `text` begin, and where the last ends.
std::vector<size_t> CodePointsOf(const std::string& text) {
  std::vector<size_t> places;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) places.push_back(i);
  }
  places.push_back(text.size());
  return places;
}

JsonValue TrueDocumentCitation(const std::vector<CitableDocument>& documents, Random& random) {
  const size_t index = random.Below(documents.size());
  const CitableDocument& document = documents[index];
  const char* type = "page_location";
  std::string unit = "page_number";
  size_t start = 1 + random.Below(3);
  size_t end = start + 1 + random.Below(3);
  std::string cited = "Some text of these pages.";
  if (document.kind == CitableDocument::Kind::kText) {
    type = "char_location";
    unit = "char_index";
    const std::string& text = document.blocks[0];
    const std::vector<size_t> places = CodePointsOf(text);
    start = random.Below(places.size() - 1);
    end = start + 1 + random.Below(places.size() - 1 - start);
    cited = text.substr(places[start], places[end] - places[start]);
    if (cited.size() > 1 && cited.back() == ' ' && random.OneIn(2)) cited.pop_back();
  } else if (document.kind == CitableDocument::Kind::kBlocks) {
    type = "content_block_location";
    unit = "block_index";
    start = random.Below(document.blocks.size());
    end = start + 1 + random.Below(document.blocks.size() - start);
    cited = Join(document.blocks, start, end);
  }
  return JsonValue::Object(
      {{"type", JsonValue::String(type)},
       {"cited_text", JsonValue::String(cited)},
       {"document_index", JsonValue::Int(static_cast<int64_t>(index))},
       {"document_title",
        document.title.empty() ? JsonValue::Literal("null") : JsonValue::String(document.title)},
       {"start_" + unit, JsonValue::Int(static_cast<int64_t>(start))},
       {"end_" + unit, JsonValue::Int(static_cast<int64_t>(end))}});
}

JsonValue RandomCitation(const Citable& citable, Random& random) {
  if (!citable.hits.empty() && random.OneIn(2)) return TrueHitCitation(citable.hits, random);
  if (!citable.documents.empty() && random.OneIn(2)) {
    return TrueDocumentCitation(citable.documents, random);
  }
  JsonValue citation;
  switch (random.Below(8)) {
    case 0:
      citation = DocumentCitation("char_location", "start_char_index", "end_char_index", random);
      break;
    case 1:
      citation = DocumentCitation("page_location", "start_page_number", "end_page_number", random);
      break;
    case 2:
      citation = DocumentCitation("content_block_location", "start_block_index", "end_block_index",
                                  random);
      break;
    case 3:
    case 4:
      citation = JsonValue::Object({{"type", JsonValue::String("search_result_location")},
                                    {"cited_text", JsonValue::String(RandomText(random, 20))},
                                    {"source", OptionalText(random)},
                                    {"title", OptionalText(random)},
                                    {"search_result_index", SmallInt(random)},
                                    {"start_block_index", SmallInt(random)},
                                    {"end_block_index", SmallInt(random)}});
      break;
    case 5:
      citation = JsonValue::Object({{"type", JsonValue::String("web_search_result_location")},
                                    {"cited_text", JsonValue::String(RandomText(random, 20))},
                                    {"url", OptionalText(random)},
                                    {"title", OptionalText(random)},
                                    {"encrypted_index", OptionalText(random)}});
      break;
    case 6:
      citation = RandomObject(random, 2);
      citation.Add("type", JsonValue::String("table_location"));
      break;
    default:
      return RandomValue(random, 2);
  }
  // One that lacks a field, or has it of a wrong type.
  if (random.OneIn(8)) {
    const size_t field = 1 + random.Below(citation.elements.size());
    if (field < citation.elements.size()) citation.elements[field] = RandomValue(random, 1);
  }
  return citation;
}

// ---- Blocks ----

JsonValue Delta(const char* type, const char* key, JsonValue value) {
  return JsonValue::Object({{"type", JsonValue::String(type)}, {key, std::move(value)}});
}

// `text` in pieces, some empty, cut anywhere.
std::vector<std::u16string> Cut(const std::u16string& text, Random& random) {
  std::vector<size_t> cuts = {0, text.size()};
  for (size_t n = random.Below(6); n > 0; --n) cuts.push_back(random.Below(text.size() + 1));
  std::sort(cuts.begin(), cuts.end());
  std::vector<std::u16string> pieces;
  for (size_t i = 1; i < cuts.size(); ++i) {
    pieces.push_back(text.substr(cuts[i - 1], cuts[i] - cuts[i - 1]));
  }
  return pieces;
}

std::vector<JsonValue> TextDeltas(const char* type, const char* key, const std::u16string& text,
                                  Random& random) {
  std::vector<JsonValue> deltas;
  for (std::u16string& piece : Cut(text, random)) {
    deltas.push_back(Delta(type, key, JsonValue::String(std::move(piece))));
  }
  return deltas;
}

// Both lists as one, each in its order: one after the other, or mixed.
std::vector<JsonValue> Merge(std::vector<JsonValue> a, std::vector<JsonValue> b, Random& random) {
  if (random.OneIn(2)) std::swap(a, b);
  const bool mixed = random.OneIn(2);
  std::vector<JsonValue> merged;
  size_t from_a = 0;
  for (JsonValue& value : b) {
    while (mixed && from_a < a.size() && random.OneIn(2)) merged.push_back(std::move(a[from_a++]));
    merged.push_back(std::move(value));
  }
  for (; from_a < a.size(); ++from_a) merged.push_back(std::move(a[from_a]));
  return merged;
}

// What is looked for in an answer's text, and what only looks like it.
std::u16string AnswerText(Random& random) {
  static const std::vector<std::string> kPhrases = {
      "The limit is 1000 per hour. ",
      "料金は月額です。",
      "Hello! ",
      "Here is what the documents say:\n\n",
      "\n- an item",
      "\n\n## Limits\n\n",
      "\n**Limits**\n",
      "\n| a | b |\n|---|---|\n| 1 | 2 |\n",
      "\n```\n",
      "`",
      "<cite>",
      "</cite>",
      "(cite index=\"0-0\">",
      "<x:cite index='0-0:1,1-1'>",
      "(cite index=\"1-0, 4-0\")",
      "[cite index=2-7]",
      "(cite index=\"",
      "(cite index=\"0-0,1-1\">料金</cite>",
      "<cite index=\"4-0:2\">the sky</cite>",
      "[Policy](http://evil)",
      "[Limits](kb://1#a)",
      "https://docs.example/a.pdf",
      "http://evil.example/a_(b).",
      "\xEF\xBF\xBC",
      "\xEF\xBF\xBF",
  };
  if (random.OneIn(2)) return RandomText(random, 60);
  std::u16string text;
  for (size_t n = random.Below(8); n > 0; --n) {
    text += random.OneIn(4) ? RandomText(random, 8) : ToUtf16(random.Of(kPhrases));
  }
  return text;
}

RandomBlock TextBlock(const Citable& citable, Random& random) {
  const std::u16string text = AnswerText(random);
  std::vector<JsonValue> citations;
  if (!random.OneIn(3)) {
    for (size_t n = random.Below(4); n > 0; --n)
      citations.push_back(RandomCitation(citable, random));
  }
  const size_t text_at_start = random.OneIn(5) ? random.Below(text.size() + 1) : 0;
  const size_t citations_at_start = random.OneIn(6) ? random.Below(citations.size() + 1) : 0;
  const auto split = citations.begin() + static_cast<std::ptrdiff_t>(citations_at_start);

  RandomBlock block;
  block.whole =
      JsonValue::Object({{"type", JsonValue::String("text")}, {"text", JsonValue::String(text)}});
  block.opening = JsonValue::Object({{"type", JsonValue::String("text")},
                                     {"text", JsonValue::String(text.substr(0, text_at_start))}});
  if (!citations.empty() || random.OneIn(3)) {
    block.whole.Add("citations", JsonValue::Array(citations));
    block.opening.Add("citations", JsonValue::Array({citations.begin(), split}));
  } else if (random.OneIn(3)) {
    block.whole.Add("citations", JsonValue::Literal("null"));
  }
  std::vector<JsonValue> citation_deltas;
  for (auto citation = split; citation != citations.end(); ++citation) {
    citation_deltas.push_back(Delta("citations_delta", "citation", *citation));
  }
  block.deltas = Merge(TextDeltas("text_delta", "text", text.substr(text_at_start), random),
                       std::move(citation_deltas), random);
  return block;
}

// A tool use, or a server's.
RandomBlock ToolUseBlock(const char* type, Random& random) {
  const JsonValue input = RandomObject(random, 3);
  const JsonValue nothing = JsonValue::Object();
  const auto block_with = [&](const JsonValue& value) {
    return JsonValue::Object({{"type", JsonValue::String(type)},
                              {"id", JsonValue::String("toolu_01A09q90qw90lq917835lq9")},
                              {"name", JsonValue::String("search_knowledge_base")},
                              {"input", value}});
  };
  RandomBlock block;
  block.whole = block_with(input);
  if (random.OneIn(8)) {
    block.opening = block.whole;
  } else {
    block.opening = block_with(nothing);
    if (!input.elements.empty() || random.OneIn(2)) {
      block.deltas =
          TextDeltas("input_json_delta", "partial_json", WriteJson(input, random), random);
    }
    if (random.OneIn(2)) {
      block.deltas.insert(block.deltas.begin(),
                          Delta("input_json_delta", "partial_json", JsonValue::String(u"")));
    }
  }
  return block;
}

RandomBlock ThinkingBlock(Random& random) {
  const std::u16string thinking = RandomText(random, 40);
  const JsonValue signature = JsonValue::String("EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl");
  RandomBlock block;
  block.whole = JsonValue::Object({{"type", JsonValue::String("thinking")},
                                   {"thinking", JsonValue::String(thinking)},
                                   {"signature", signature}});
  block.opening = JsonValue::Object(
      {{"type", JsonValue::String("thinking")}, {"thinking", JsonValue::String(u"")}});
  if (random.OneIn(2)) block.opening.Add("signature", JsonValue::String(u""));
  if (!thinking.empty()) {
    block.deltas = TextDeltas("thinking_delta", "thinking", thinking, random);
  }
  block.deltas.push_back(Delta("signature_delta", "signature", signature));
  return block;
}

// A block that comes whole in both forms.
RandomBlock WholeBlock(Random& random) {
  static const std::vector<std::string> kTypes = {"redacted_thinking",
                                                  "web_search_tool_result",
                                                  "web_fetch_tool_result",
                                                  "code_execution_tool_result",
                                                  "container_upload",
                                                  "hologram",
                                                  "fallback",
                                                  "tool_use"};
  RandomBlock block;
  if (random.OneIn(12)) {
    block.whole = RandomValue(random, 2);
  } else {
    block.whole = RandomObject(random, 3);
    block.whole.Add("type", JsonValue::String(random.Of(kTypes)));
  }
  block.opening = block.whole;
  return block;
}

RandomBlock AnyBlock(const Citable& citable, Random& random) {
  switch (random.Below(10)) {
    case 0:
      return ToolUseBlock("tool_use", random);
    case 1:
      return ToolUseBlock("server_tool_use", random);
    case 2:
      return ThinkingBlock(random);
    case 3:
      return WholeBlock(random);
    default:
      return TextBlock(citable, random);
  }
}

// ---- Usage ----

// The usage of the whole message, and what a stream says of it, the start first.
struct RandomUsage {
  JsonValue whole;
  std::vector<JsonValue> told;
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
  usage.whole = before;
  usage.whole.keys.insert(usage.whole.keys.end(), after.keys.begin(), after.keys.end());
  usage.whole.elements.insert(usage.whole.elements.end(), after.elements.begin(),
                              after.elements.end());
  if (random.OneIn(4)) {  // zeros first
    usage.told = {JsonValue::Object(
                      {{"input_tokens", JsonValue::Int(0)}, {"output_tokens", JsonValue::Int(0)}}),
                  usage.whole};
  } else {
    before.Add("output_tokens", SmallInt(random));
    usage.told = {before, random.OneIn(2) ? after : usage.whole};
  }
  if (random.OneIn(4)) {  // told twice
    usage.told.insert(usage.told.begin() + 1,
                      JsonValue::Object({{"output_tokens", SmallInt(random)}}));
  }
  return usage;
}

// ---- Streams ----

JsonValue Event(const char* type) { return JsonValue::Object({{"type", JsonValue::String(type)}}); }

// What a message says beside its content.
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
  message.Add("usage", envelope.usage.told[0]);
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

// Appends the events of all blocks: block after block, or those of up to three mixed.
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
  const std::vector<JsonValue>& told = envelope.usage.told;
  for (size_t i = 1; i < told.size(); ++i) {
    const bool last = i + 1 == told.size();
    events.push_back(Event("message_delta"));
    JsonValue delta = JsonValue::Object();
    if (last || random.OneIn(2)) {
      delta.Add("stop_reason", envelope.stop_reason);
      delta.Add("stop_sequence", envelope.stop_sequence);
    }
    events.back().Add("delta", std::move(delta));
    events.back().Add("usage", told[i]);
  }
  events.push_back(Event("message_stop"));
  return events;
}

// Frames events. White space in JSON may be a line feed, which ends a data line.
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

// The members in another order.
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

RandomMessage MakeRandomMessage(uint32_t seed, const std::vector<CitableHit>& hits,
                                const std::vector<CitableDocument>& documents) {
  static const std::vector<std::string> kStopReasons = {
      "end_turn",      "end_turn",      "end_turn",   "max_tokens",
      "tool_use",      "refusal",       "pause_turn", "model_context_window_exceeded",
      "stop_sequence", "made_up_reason"};
  Random random(seed);
  std::vector<RandomBlock> blocks;
  JsonValue content = JsonValue::Array();
  for (size_t n = random.Below(6); n > 0; --n) {
    blocks.push_back(AnyBlock({hits, documents}, random));
    content.elements.push_back(blocks.back().whole);
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
  message.Add("usage", envelope.usage.whole);
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

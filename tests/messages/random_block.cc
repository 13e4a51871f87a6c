// SPDX-License-Identifier: Apache-2.0
#include "tests/messages/random_block.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace footnote::messages {
namespace {

// ---- Citations ----

std::string Join(const std::vector<std::string>& blocks, size_t start, size_t end) {
  return std::accumulate(blocks.begin() + static_cast<std::ptrdiff_t>(start),
                         blocks.begin() + static_cast<std::ptrdiff_t>(end), std::string());
}

JsonValue QuotingSearchResultCitation(const std::vector<CitableSearchResult>& search_results,
                                      Random& random) {
  const size_t index = random.Below(search_results.size());
  const CitableSearchResult& result = search_results[index];
  const size_t start = random.Below(result.blocks.size());
  const size_t end = start + 1 + random.Below(result.blocks.size() - start);
  return JsonValue::Object({{"type", JsonValue::String("search_result_location")},
                            {"cited_text", JsonValue::String(Join(result.blocks, start, end))},
                            {"source", JsonValue::String(result.source)},
                            {"title", JsonValue::String(result.title)},
                            {"search_result_index", JsonValue::Int(static_cast<int64_t>(index))},
                            {"start_block_index", JsonValue::Int(static_cast<int64_t>(start))},
                            {"end_block_index", JsonValue::Int(static_cast<int64_t>(end))}});
}

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

// Returns the byte offsets of the code points of `text`, and the offset of its end.
std::vector<size_t> CodePointOffsets(const std::string& text) {
  std::vector<size_t> offsets;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) offsets.push_back(i);
  }
  offsets.push_back(text.size());
  return offsets;
}

JsonValue QuotingDocumentCitation(const std::vector<CitableDocument>& documents, Random& random) {
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
    const std::vector<size_t> offsets = CodePointOffsets(text);
    start = random.Below(offsets.size() - 1);
    end = start + 1 + random.Below(offsets.size() - 1 - start);
    cited = text.substr(offsets[start], offsets[end] - offsets[start]);
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
  if (!citable.search_results.empty() && random.OneIn(2))
    return QuotingSearchResultCitation(citable.search_results, random);
  if (!citable.documents.empty() && random.OneIn(2)) {
    return QuotingDocumentCitation(citable.documents, random);
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
  // Replaces a field, often with a value of a wrong type.
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

// Splits `text` at random offsets. Some pieces are empty.
std::vector<std::u16string> Split(const std::u16string& text, Random& random) {
  std::vector<size_t> offsets = {0, text.size()};
  for (size_t n = random.Below(6); n > 0; --n) offsets.push_back(random.Below(text.size() + 1));
  std::sort(offsets.begin(), offsets.end());
  std::vector<std::u16string> pieces;
  for (size_t i = 1; i < offsets.size(); ++i) {
    pieces.push_back(text.substr(offsets[i - 1], offsets[i] - offsets[i - 1]));
  }
  return pieces;
}

std::vector<JsonValue> TextDeltas(const char* type, const char* key, const std::u16string& text,
                                  Random& random) {
  std::vector<JsonValue> deltas;
  for (std::u16string& piece : Split(text, random)) {
    deltas.push_back(Delta(type, key, JsonValue::String(std::move(piece))));
  }
  return deltas;
}

// Merges two lists, one after the other or interleaved, and keeps the order within each list.
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

// Returns a text with patterns that the resolver finds, and with text that resembles them.
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
  block.complete =
      JsonValue::Object({{"type", JsonValue::String("text")}, {"text", JsonValue::String(text)}});
  block.opening = JsonValue::Object({{"type", JsonValue::String("text")},
                                     {"text", JsonValue::String(text.substr(0, text_at_start))}});
  if (!citations.empty() || random.OneIn(3)) {
    block.complete.Add("citations", JsonValue::Array(citations));
    block.opening.Add("citations", JsonValue::Array({citations.begin(), split}));
  } else if (random.OneIn(3)) {
    block.complete.Add("citations", JsonValue::Literal("null"));
  }
  std::vector<JsonValue> citation_deltas;
  for (auto citation = split; citation != citations.end(); ++citation) {
    citation_deltas.push_back(Delta("citations_delta", "citation", *citation));
  }
  block.deltas = Merge(TextDeltas("text_delta", "text", text.substr(text_at_start), random),
                       std::move(citation_deltas), random);
  return block;
}

// Returns a block of type `tool_use` or `server_tool_use`.
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
  block.complete = block_with(input);
  if (random.OneIn(8)) {
    block.opening = block.complete;
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
  block.complete = JsonValue::Object({{"type", JsonValue::String("thinking")},
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

// Returns a block without deltas.
RandomBlock BlockWithoutDeltas(Random& random) {
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
    block.complete = RandomValue(random, 2);
  } else {
    block.complete = RandomObject(random, 3);
    block.complete.Add("type", JsonValue::String(random.Of(kTypes)));
  }
  block.opening = block.complete;
  return block;
}

}  // namespace

JsonValue SmallInt(Random& random) { return JsonValue::Int(static_cast<int64_t>(random.Below(5))); }

RandomBlock MakeRandomBlock(const Citable& citable, Random& random) {
  switch (random.Below(10)) {
    case 0:
      return ToolUseBlock("tool_use", random);
    case 1:
      return ToolUseBlock("server_tool_use", random);
    case 2:
      return ThinkingBlock(random);
    case 3:
      return BlockWithoutDeltas(random);
    default:
      return TextBlock(citable, random);
  }
}

}  // namespace footnote::messages

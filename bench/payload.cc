// SPDX-License-Identifier: Apache-2.0
#include "bench/payload.h"

#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace footnote::bench {
namespace {

constexpr int kHits = 10;
// The sizes of a search result's blocks in bytes, 400 on average. The first, which the reply cites,
// is short, as quotations are.
constexpr size_t kBlockBytes[] = {190, 410, 600};
constexpr int kAnswerBlocks = 6;
constexpr int kCitationsOfBlock = 4;

// Returns a text of `size` bytes that depends on `seed`. Its non-ASCII text is at the start, so
// that no character is split at its end.
std::string Text(size_t size, int seed) {
  std::string text = absl::StrCat("Section ", seed, ": above 80 °C the café's relay opens. ");
  while (text.size() < size) {
    absl::StrAppend(&text, "Records of class ", seed % 7, " are kept for ", 12 + seed,
                    " months unless a hold applies; ");
  }
  text.resize(size);
  text.back() = '.';
  return text;
}

}  // namespace

Payload MakePayload() {
  Payload payload;
  payload.model = "claude-opus-5-5";
  payload.max_tokens = 1024;
  payload.question = "How long are records kept, and when does the café's relay open?";
  for (int i = 0; i < kHits; ++i) {
    Hit hit;
    hit.id = absl::StrCat("hit-", i);
    hit.source = absl::StrCat("https://kb.example.com/articles/", 1000 + i);
    hit.title = absl::StrCat("Retention handbook, chapter ", i + 1);
    for (const size_t size : kBlockBytes) {
      hit.blocks.push_back(Text(size, i * 3 + static_cast<int>(hit.blocks.size())));
    }
    payload.hits.push_back(std::move(hit));
  }
  return payload;
}

messages::MessagesRequest MessagesRequestFor(const Payload& payload) {
  messages::MessageParam message;
  for (const Hit& hit : payload.hits) {
    messages::SearchResultParam result;
    result.source = hit.source;
    result.title = hit.title;
    result.content.assign(hit.blocks.begin(), hit.blocks.end());
    result.citations_enabled = true;
    message.content.emplace_back(std::move(result));
  }
  message.content.emplace_back(messages::TextParam{payload.question, {}, {}});

  messages::MessagesRequest request;
  request.model = payload.model;
  request.max_tokens = payload.max_tokens;
  request.messages.push_back(std::move(message));
  return request;
}

void WriteCitation(const Payload& payload, int hit, messages::JsonWriter& json) {
  const Hit& cited = payload.hits[static_cast<size_t>(hit)];
  json.Raw(R"({"type":"search_result_location","cited_text":)");
  json.String(cited.blocks[0]);
  json.Raw(R"(,"source":)");
  json.String(cited.source);
  json.Raw(R"(,"title":)");
  json.String(cited.title);
  json.Raw(R"(,"search_result_index":)");
  json.Int(hit);
  json.Raw(R"(,"start_block_index":0,"end_block_index":1})");
}

std::string ReplyJsonFor(const Payload& payload) {
  std::string out;
  messages::JsonWriter json(&out);
  json.Raw(R"({"id":"msg_01XFDUDYJgAACzvnptvVoYEL","type":"message","role":"assistant","model":)");
  json.String(payload.model);
  json.Raw(R"(,"content":[)");
  for (int block = 0; block < kAnswerBlocks; ++block) {
    if (block > 0) json.Raw(",");
    json.Raw(R"({"type":"text","text":)");
    json.String(absl::StrCat("Chapter ", block + 1, " keeps \"class ", block,
                             "\" records for a year or longer;\nthe café's relay opens at 80 °C."));
    json.Raw(R"(,"citations":[)");
    for (int citation = 0; citation < kCitationsOfBlock; ++citation) {
      if (citation > 0) json.Raw(",");
      WriteCitation(payload, (block * kCitationsOfBlock + citation) % kHits, json);
    }
    json.Raw("]}");
  }
  json.Raw(R"(],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":3671,)"
           R"("cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":412,)"
           R"("service_tier":"standard"}})");
  return out;
}

}  // namespace footnote::bench

// SPDX-License-Identifier: Apache-2.0
#include "bench/grounding_payload.h"

#include <array>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace footnote::bench {
namespace {

constexpr size_t kCitedCharacters = 40;
constexpr int kSentencesOfParagraph = 5;
constexpr unsigned kOneQuoteIn = 8;

struct Words {
  absl::string_view between;
  absl::string_view end;
  std::array<absl::string_view, 12> words;
};

constexpr Words kEnglish = {
    " ",
    ". ",
    {"customers", "the", "of", "refund", "within", "delivery", "thirty", "may", "account", "1,000",
     "service", "is"},
};
constexpr Words kJapanese = {
    "",
    "。",
    {"お客様は", "商品の", "到着後", "30日以内に", "返品を", "することが", "できます", "月額料金は",
     "1,000円", "サービスの", "利用規約を", "確認して"},
};

const Words& WordsOf(Language language) {
  return language == Language::kEnglish ? kEnglish : kJapanese;
}

// Writes texts that are the same on every run.
class Writer {
 public:
  explicit Writer(Language language) : words_(WordsOf(language)) {}

  std::string Text(size_t bytes) {
    std::string text;
    while (text.size() < bytes) {
      for (int i = 0; i < kSentencesOfParagraph; ++i) AddSentence(&text);
      text += "\n\n";
    }
    return text;
  }

 private:
  void AddSentence(std::string* text) {
    const unsigned count = 8 + random_() % 10;
    const bool quotes = random_() % kOneQuoteIn == 0;
    for (unsigned i = 0; i < count; ++i) {
      const absl::string_view word = words_.words[random_() % words_.words.size()];
      if (quotes && i == 1) {
        absl::StrAppend(text, "\"", word, "\"", words_.between);
      } else {
        absl::StrAppend(text, word, i + 1 == count ? "" : words_.between);
      }
    }
    absl::StrAppend(text, words_.end);
  }

  const Words& words_;
  std::mt19937 random_{5};
};

v1::SearchResult* AddHit(v1::AnswerRequest* request) {
  v1::SearchResult* hit = request->add_search_results();
  const int number = request->search_results_size();
  hit->set_id(absl::StrCat("kb-", number));
  hit->set_source(absl::StrCat("kb://", number));
  hit->set_title(absl::StrCat("Article ", number));
  return hit;
}

v1::AnswerRequest Question() {
  v1::AnswerRequest request;
  request.set_question("How long may a customer wait?");
  request.mutable_model_options()->set_model("claude-opus-5-5");
  return request;
}

// Of any block of hit number `hit`.
messages::TextCitation CiteBlock(const answering::SourceIndex& sources, size_t hit,
                                 std::mt19937* random) {
  const answering::Source& source = sources.search_results()[hit];
  const size_t block = (*random)() % source.blocks.size();
  messages::TextCitation citation;
  citation.kind = messages::TextCitation::Kind::kSearchResult;
  citation.index = static_cast<int64_t>(hit);
  citation.start = static_cast<int64_t>(block);
  citation.end = static_cast<int64_t>(block) + 1;
  citation.cited_text = std::string(source.blocks[block]);
  citation.source = std::string(source.address);
  citation.title = std::string(source.title);
  return citation;
}

// The byte at which each character of `text` starts.
std::vector<size_t> StartsOfCharacters(absl::string_view text) {
  std::vector<size_t> starts;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) starts.push_back(i);
  }
  return starts;
}

// Of characters anywhere in a document, whose characters start at `starts`.
messages::TextCitation CiteCharacters(const answering::Source& document,
                                      const std::vector<size_t>& starts, std::mt19937* random) {
  const size_t start = (*random)() % (starts.size() - kCitedCharacters);
  const size_t end = start + kCitedCharacters;
  messages::TextCitation citation;
  citation.kind = messages::TextCitation::Kind::kChar;
  citation.index = 0;
  citation.start = static_cast<int64_t>(start);
  citation.end = static_cast<int64_t>(end);
  citation.cited_text =
      std::string(document.blocks.front().substr(starts[start], starts[end] - starts[start]));
  return citation;
}

}  // namespace

v1::AnswerRequest TextRequest(Language language, size_t bytes, size_t hit_bytes,
                              v1::Chunking::Policy policy) {
  v1::AnswerRequest request = Question();
  request.mutable_chunking()->set_policy(policy);
  Writer writer(language);
  for (size_t written = 0; written < bytes;) {
    v1::SearchResult* hit = AddHit(&request);
    hit->set_text(writer.Text(hit_bytes));
    written += hit->text().size();
  }
  return request;
}

v1::AnswerRequest DocumentRequest(Language language, size_t bytes) {
  v1::AnswerRequest request = Question();
  request.add_documents()->set_text(Writer(language).Text(bytes));
  return request;
}

v1::AnswerRequest BlocksRequest(const answering::SourceIndex& cut) {
  v1::AnswerRequest request = Question();
  for (const answering::Source& source : cut.search_results()) {
    v1::SearchResult* hit = AddHit(&request);
    for (const absl::string_view block : source.blocks) {
      hit->mutable_blocks()->add_blocks()->set_text(std::string(block));
    }
  }
  return request;
}

std::string AllText(const v1::AnswerRequest& request) {
  std::string text;
  for (const v1::SearchResult& hit : request.search_results()) text += hit.text();
  return text;
}

messages::Message CitingMessage(const answering::SourceIndex& sources, int count) {
  messages::Message message;
  message.stop_reason = "end_turn";
  message.usage.emplace();
  std::mt19937 random(6);
  const std::vector<size_t> characters =
      sources.search_results().empty()
          ? StartsOfCharacters(sources.documents().front().blocks.front())
          : std::vector<size_t>();
  for (int i = 0; i < count; ++i) {
    messages::ContentBlock block;
    block.text = absl::StrCat("Claim ", i, " is made here. ");
    block.citations.push_back(
        sources.search_results().empty()
            ? CiteCharacters(sources.documents().front(), characters, &random)
            : CiteBlock(sources, i % sources.search_results().size(), &random));
    message.content.push_back(std::move(block));
  }
  return message;
}

}  // namespace footnote::bench

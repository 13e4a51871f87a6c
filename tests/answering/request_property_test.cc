// SPDX-License-Identifier: Apache-2.0
// Properties of all requests, tested with random ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/text/utf8.h"
#include "tests/answering/random_request.h"
#include "tests/answering/test_support.h"
#include "tests/support/random_text.h"

namespace footnote::answering {
namespace {

// The search results and the documents in the order in which the API counts them.
struct Counted {
  std::vector<Json> search_results;
  std::vector<Json> documents;

  void Count(const Json& blocks) {
    for (const Json& block : blocks) {
      if (block["type"] == "search_result") search_results.push_back(block);
      if (block["type"] == "document") documents.push_back(block);
      if (block["type"] == "tool_result") Count(block["content"]);
    }
  }
};

Counted CountAll(const Json& request) {
  Counted counted;
  for (const Json& message : request["messages"]) counted.Count(message["content"]);
  return counted;
}

// Returns the texts of the blocks of `content`, as the API counts them. An image has no text.
std::vector<std::string> TextsOf(const Json& content) {
  std::vector<std::string> texts;
  for (const Json& block : content) {
    texts.push_back(block["type"] == "text" ? block["text"].get<std::string>() : "");
  }
  return texts;
}

std::vector<std::string> BlocksOf(const Source& source) {
  return {source.blocks.begin(), source.blocks.end()};
}

// Returns the caller's text of a document, or "" if it has none.
std::string TextOf(const v1::Document& document) {
  std::string text = document.text();
  for (const v1::DocumentBlock& block : document.blocks().blocks()) text += block.text();
  return text;
}

std::string TextOf(const v1::SearchResult& search_result) {
  std::string text = search_result.text();
  for (const v1::TextBlock& block : search_result.blocks().blocks()) text += block.text();
  return text;
}

void ExpectSearchResultAsSent(const Json& sent, const Source& source) {
  ASSERT_EQ(source.kind, Source::Kind::kSearchResult);
  ASSERT_EQ(sent["source"], source.search_result->source());
  ASSERT_EQ(sent["title"], source.search_result->title());
  ASSERT_EQ(TextsOf(sent["content"]), BlocksOf(source));
  ASSERT_EQ(absl::StrJoin(source.blocks, ""), TextOf(*source.search_result));
}

void ExpectDocumentAsSent(const Json& sent, const Source& source) {
  const v1::Document& document = *source.document;
  ASSERT_EQ(sent.value("title", ""), document.title());
  ASSERT_EQ(sent.value("context", ""), document.context());
  ASSERT_EQ(absl::StrJoin(source.blocks, ""), TextOf(document));
  const Json& content = sent["source"];
  switch (source.kind) {
    case Source::Kind::kPlainText:
      ASSERT_EQ(content["type"], "text");
      ASSERT_THAT(source.blocks, testing::ElementsAre(content["data"].get<std::string>()));
      return;
    case Source::Kind::kBlocks:
      ASSERT_EQ(content["type"], "content");
      ASSERT_EQ(TextsOf(content["content"]), BlocksOf(source));
      return;
    case Source::Kind::kPdf: {
      std::string file;
      ASSERT_TRUE(absl::Base64Unescape(content["data"].get<std::string>(), &file));
      ASSERT_EQ(file, document.pdf());
      return;
    }
    case Source::Kind::kUrl:
      ASSERT_EQ(content["url"], document.pdf_url());
      return;
    case Source::Kind::kFile:
      ASSERT_EQ(content["file_id"], document.file_id());
      return;
    case Source::Kind::kSearchResult:
      FAIL();
  }
}

TEST(RequestPropertyTest, EveryValidRequestHasJsonWithTheSourcesOfTheIndex) {
  RandomRequest requests(5);
  for (int i = 0; i < 3000; ++i) {
    const v1::AnswerRequest request = requests.Next();
    const absl::StatusOr<building::BuiltRequest> built =
        building::BuildRequest(request, TestDefaults());
    ASSERT_TRUE(built.ok()) << built.status() << request.DebugString();
    const Json json = Json::parse(built->json, nullptr, /*allow_exceptions=*/false);
    ASSERT_FALSE(json.is_discarded()) << built->json;
    const Counted counted = CountAll(json);
    const SourceIndex& sources = built->sources;
    ASSERT_EQ(counted.search_results.size(), sources.search_results().size());
    ASSERT_EQ(counted.documents.size(), sources.documents().size());
    for (size_t h = 0; h < counted.search_results.size(); ++h) {
      ASSERT_EQ(counted.search_results[h].contains("citations"), sources.citable());
      ASSERT_NO_FATAL_FAILURE(
          ExpectSearchResultAsSent(counted.search_results[h], sources.search_results()[h]));
    }
    for (size_t d = 0; d < counted.documents.size(); ++d) {
      ASSERT_EQ(counted.documents[d].contains("citations"), sources.citable());
      ASSERT_NO_FATAL_FAILURE(ExpectDocumentAsSent(counted.documents[d], sources.documents()[d]));
    }
  }
}

// Returns the search result of an item of `content`, or the document.
const void* Item(const v1::UserContent& content, const Source& source) {
  if (source.kind == Source::Kind::kSearchResult) return &content.search_result();
  return &content.document();
}

// Returns the message at the position of `source` in `message`, a user turn or tool result.
template <typename Message>
const void* InFlatFields(const Message& message, const Source& source) {
  const int i = source.position.position;
  if (source.kind == Source::Kind::kSearchResult) return &message.search_results(i);
  return &message.documents(i);
}

template <typename Message>
const void* InTurn(const Message& turn, const Source& source) {
  const SourcePosition& position = source.position;
  if (position.tool_result.has_value()) {
    return InFlatFields(turn.tool_results(*position.tool_result), source);
  }
  if (!turn.content().empty()) return Item(turn.content(position.position), source);
  return InFlatFields(turn, source);
}

const void* MessageAt(const v1::AnswerRequest& request, const Source& source) {
  const int turn = source.position.turn;
  return turn == request.turns_size() ? InTurn(request, source)
                                      : InTurn(request.turns(turn).user(), source);
}

TEST(RequestPropertyTest, EveryPositionIsThatOfTheCallersMessage) {
  RandomRequest requests(10);
  for (int i = 0; i < 1000; ++i) {
    const v1::AnswerRequest request = requests.Next();
    const building::BuiltRequest built = MustBuild(request);
    for (const Source& source : built.sources.search_results()) {
      ASSERT_EQ(MessageAt(request, source), source.search_result);
    }
    for (const Source& source : built.sources.documents()) {
      ASSERT_EQ(MessageAt(request, source), source.document);
    }
  }
}

// Expects that `citation`, which is sent back, names a source in `before`, which has the sources
// that precede it, and that the API cites such a source with this type of location.
void ExpectNamesASource(const Json& citation, const Counted& before) {
  const std::string type = citation["type"];
  if (type == "web_search_result_location") {
    ASSERT_EQ(citation["encrypted_index"], "e==");
    return;
  }
  if (type == "search_result_location") {
    ASSERT_LT(citation["search_result_index"], before.search_results.size());
    return;
  }
  ASSERT_LT(citation["document_index"], before.documents.size());
  const Json& document = before.documents[citation["document_index"].get<size_t>()];
  const std::string pair = absl::StrCat(type, " ", document["source"]["type"].get<std::string>());
  ASSERT_THAT(pair,
              testing::AnyOf("content_block_location content", "char_location text",
                             "char_location url", "char_location file", "page_location base64",
                             "page_location url", "page_location file"));
}

TEST(RequestPropertyTest, EveryCitationThatIsSentBackNamesASourceThatPrecedesIt) {
  RandomRequest requests(11);
  int cited = 0;
  for (int i = 0; i < 2500; ++i) {
    Counted before;
    const Json json = SentJson(requests.Next());
    for (const Json& message : json["messages"]) {
      before.Count(message["content"]);
      if (message["role"] != "assistant") continue;
      for (const Json& block : message["content"]) {
        for (const Json& citation : block.value("citations", Json::array())) {
          ++cited;
          ASSERT_NO_FATAL_FAILURE(ExpectNamesASource(citation, before));
        }
      }
    }
  }
  EXPECT_GT(cited, 300);
}

// Expects that `message` follows the rules of messages-api 1.6, 2.1 and 2.3.
void ExpectValid(const Json& message, bool is_last) {
  const bool is_users = message["role"] == "user";
  ASSERT_FALSE(message["content"].empty());
  bool after_results = false;
  for (const Json& block : message["content"]) {
    const std::string type = block["type"];
    const bool belongs_to_user =
        type == "search_result" || type == "document" || type == "image" || type == "tool_result";
    if (type == "text") {
      ASSERT_TRUE(text::HasText(block["text"].get<std::string>()));
      ASSERT_FALSE(is_users && block.contains("citations"));
    } else {
      ASSERT_EQ(is_users, belongs_to_user) << type;
    }
    if (type == "tool_result") {
      ASSERT_FALSE(after_results);
      const Json& content = block["content"];
      ASSERT_FALSE(content.empty());
      size_t search_results = 0;
      for (const Json& inner : content) search_results += inner["type"] == "search_result";
      ASSERT_TRUE(search_results == 0 || search_results == content.size());
    } else {
      after_results = true;
    }
  }
  if (is_last && !is_users) {
    const std::string type = message["content"].back()["type"];
    ASSERT_THAT(type, testing::AnyOf("server_tool_use", "web_search_tool_result"));
  }
}

TEST(RequestPropertyTest, EveryMessageFollowsTheRulesOfBothVersionsOfTheApi) {
  RandomRequest requests(12);
  for (int i = 0; i < 2000; ++i) {
    const v1::AnswerRequest request = requests.Next();
    const Json json = SentJson(request);
    for (const char* field : {"temperature", "top_p", "top_k"}) ASSERT_FALSE(json.contains(field));
    const Json& messages = json["messages"];
    ASSERT_EQ(messages[0]["role"], "user");
    for (size_t m = 0; m < messages.size(); ++m) {
      ASSERT_NO_FATAL_FAILURE(ExpectValid(messages[m], m + 1 == messages.size()))
          << request.DebugString();
    }
  }
}

TEST(RequestPropertyTest, EveryToolUseHasItsResultInTheNextMessage) {
  RandomRequest requests(6);
  for (int i = 0; i < 500; ++i) {
    const v1::AnswerRequest request = requests.Next();
    std::vector<std::string> pending;
    const Json json = SentJson(request);
    for (const Json& message : json["messages"]) {
      for (const Json& block : message["content"]) {
        if (block["type"] != "tool_result") break;  // results come first
        const auto use = std::find(pending.begin(), pending.end(), block["tool_use_id"]);
        ASSERT_NE(use, pending.end()) << request.DebugString();
        pending.erase(use);
      }
      ASSERT_TRUE(pending.empty()) << request.DebugString();
      for (const Json& block : message["content"]) {
        if (block["type"] == "tool_use") pending.push_back(block["id"]);
      }
    }
    ASSERT_TRUE(pending.empty());
  }
}

TEST(RequestPropertyTest, TheSameRequestAlwaysHasTheSameJson) {
  RandomRequest requests(7);
  for (int i = 0; i < 200; ++i) {
    const v1::AnswerRequest request = requests.Next();
    ASSERT_EQ(MustBuild(request).json, MustBuild(request).json);
  }
}

TEST(RequestPropertyTest, EveryRangeOfEverySearchResultIsExactAndItsSpanSlicesToTheCitedText) {
  RandomRequest requests(8);
  testing_support::RandomText random(9);
  int cited = 0;
  while (cited < 2000) {
    const v1::AnswerRequest request = requests.Next();
    const building::BuiltRequest built = MustBuild(request);
    const std::vector<Source>& results = built.sources.search_results();
    Json content = Json::array();
    for (size_t h = 0; h < results.size(); ++h) {
      const int blocks = static_cast<int>(results[h].blocks.size());
      const int start = random.Below(blocks);
      const int end = start + 1 + random.Below(blocks - start);
      const std::string text =
          absl::StrJoin(results[h].blocks.begin() + start, results[h].blocks.begin() + end, "");
      Json citation = Srl(static_cast<int64_t>(h), start, end, text);
      content.push_back(TextBlock(random.NotBlank(10), Json::array({citation})));
    }
    v1::Answer answer;
    ASSERT_TRUE(
        resolving::ResolveMessage(ParseMessage(MessageJson(content)), built.sources, &answer).ok());
    ASSERT_EQ(answer.blocks_size(), static_cast<int>(results.size()));
    for (size_t h = 0; h < results.size(); ++h, ++cited) {
      const v1::AnswerText& block = answer.blocks(static_cast<int>(h)).text();
      const v1::Citation& citation = block.citations(0);
      ASSERT_EQ(citation.verification().verdict(), v1::Verification::VERDICT_EXACT);
      ASSERT_EQ(citation.source().api_index(), static_cast<int>(h));
      ASSERT_EQ(Slice(absl::StrJoin(results[h].blocks, ""), citation.source_spans(0)),
                citation.cited_text());
      ASSERT_EQ(Slice(answer.text(), citation.answer_span()), block.text());
    }
  }
}

}  // namespace
}  // namespace footnote::answering

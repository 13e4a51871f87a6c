// SPDX-License-Identifier: Apache-2.0
// Citations of documents: their ranges in characters or blocks, and their indices in the request.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "nlohmann/json.hpp"
#include "service/emulator/reply/reply_json.h"
#include "service/emulator/text/utf8.h"
#include "tests/emulator/answered.h"
#include "tests/emulator/requests.h"

namespace footnote::emulator {
namespace {

// Returns `text` with the escapes of a JSON string, without the quotation marks.
std::string Escaped(const std::string& text) {
  const std::string quoted = nlohmann::json(text).dump();
  return quoted.substr(1, quoted.size() - 2);
}

// Returns the code points [start, end) of `text`.
std::string Slice(std::string_view text, int64_t start, int64_t end) {
  const std::string_view head = FirstCodePoints(text, start);
  return std::string(FirstCodePoints(text.substr(head.size()), end - start));
}

struct TextCase {
  std::string name;
  std::string text;
  std::string question;
  std::string cited_text;
  std::string range;  // cited_text and the space after it
};

std::ostream& operator<<(std::ostream& out, const TextCase& c) { return out << c.name; }

class PlainTextTest : public testing::TestWithParam<TextCase> {};

TEST_P(PlainTextTest, IsCitedBySentenceInCodePointsOfTheOriginalText) {
  const TextCase& c = GetParam();
  const Answered a = Answer(Ask(PlainText(Escaped(c.text), Cited()), c.question));
  ASSERT_EQ(a.citations().size(), 1u) << a.text();
  const ReplyCitation citation = a.citations()[0];
  EXPECT_EQ(citation.kind, ReplyCitation::Kind::kChar);
  EXPECT_EQ(citation.cited_text, c.cited_text);
  EXPECT_EQ(Slice(c.text, citation.start, citation.end), c.range);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, PlainTextTest,
    testing::Values(
        TextCase{"TheDocumentedExample", "The grass is green. The sky is blue.",
                 "What colour is the grass?", "The grass is green.", "The grass is green. "},
        TextCase{"Japanese", "芝生が広がる。空は青色です。海もある。", "空は何色ですか？",
                 "空は青色です。", "空は青色です。"},
        TextCase{"JapaneseWithIdeographicSpace", "芝生が広がる。\u3000空は青色です。\u3000海",
                 "空は何色ですか？", "空は青色です。", "空は青色です。\u3000"},
        TextCase{"Emoji",
                 "😀👩‍👩‍👧 Grass is green. 🌌 The sky is blue 💙. 🌊 End.",
                 "What colour is the sky?", "🌌 The sky is blue 💙.", "🌌 The sky is blue 💙. "},
        TextCase{"CombiningMarks", "Cafe\u0301 is open. The sky is bleu\u0301. End.",
                 "What is the sky?", "The sky is bleu\u0301.", "The sky is bleu\u0301. "},
        TextCase{"Crlf", "Grass is green.\r\n\r\nThe sky\r\nis blue.\r\n\r\nEnd.",
                 "What colour is the sky?", "The sky\r\nis blue.", "The sky\r\nis blue.\r\n\r\n"},
        TextCase{"ByteOrderMark", "\uFEFFThe sky is blue. Grass is green.",
                 "What colour is the sky?", "\uFEFFThe sky is blue.", "\uFEFFThe sky is blue. "},
        TextCase{"LastSentenceWithoutASpace", "Grass is green. The sky is blue.",
                 "What colour is the sky?", "The sky is blue.", "The sky is blue."}),
    [](const testing::TestParamInfo<TextCase>& info) { return info.param.name; });

TEST(DocumentsTest, AdjacentSentencesAreOneRangeWithTheSpaceBetweenThem) {
  const Answered a =
      Answer(Ask(PlainText("The sky is blue. The sky is vast. Grass.", Cited()), "sky"));
  ASSERT_EQ(a.citations().size(), 1u);
  EXPECT_EQ(a.citations()[0].start, 0);
  EXPECT_EQ(a.citations()[0].end, 34);
  EXPECT_EQ(a.citations()[0].cited_text, "The sky is blue. The sky is vast.");
}

TEST(DocumentsTest, AreCountedAcrossMessagesAndToolResultsSeparatelyFromSearchResults) {
  const std::string tool_result = R"({"type":"tool_result","tool_use_id":"t1","content":[)" +
                                  PlainText("Roses are red.", Cited()) + "," +
                                  PlainText("The sky is blue.", Cited()) + "]}";
  const std::string search_results = R"({"type":"tool_result","tool_use_id":"t2","content":[)" +
                                     SearchResult(Text("The sea is deep."), Cited()) + "]}";
  const std::string use = R"({"type":"tool_use","name":"s","input":{},"id":)";
  const auto ask = [&](const std::string& question) {
    return Answer(Body(R"([{"role":"user","content":[)" + Pdf(Cited()) + "," +
                       SearchResult(Text("Gold is heavy."), Cited()) + "," + Text("Hi") +
                       R"(]},{"role":"assistant","content":[)" + use + R"("t1"},)" + use +
                       R"("t2"}]},{"role":"user","content":[)" + tool_result + "," +
                       search_results + "," + Custom("[" + Text("Snow is white.") + "]", Cited()) +
                       "," + Text(question) + "]}]"));
  };
  for (const auto& [question, kind, index] :
       {std::tuple{"What colour is the sky?", ReplyCitation::Kind::kChar, 2},
        std::tuple{"What colour is snow?", ReplyCitation::Kind::kContentBlock, 3},
        std::tuple{"How deep is the sea?", ReplyCitation::Kind::kSearchResult, 1}}) {
    const Answered a = ask(question);
    ASSERT_EQ(a.citations().size(), 1u) << question;
    EXPECT_EQ(a.citations()[0].kind, kind) << question;
    EXPECT_EQ(a.citations()[0].index, index) << question;
  }
}

TEST(DocumentsTest, DocumentWithoutCitationsIsQuotedButNotCitedIfOthersAreCited) {
  const Answered a = Answer(
      Ask(PlainText("The sky is blue.") + "," + SearchResult(Text("Roses are red."), Cited()),
          "What colour is the sky?"));
  EXPECT_EQ(a.text(), "The sky is blue.");
  EXPECT_TRUE(a.citations().empty());
}

TEST(DocumentsTest, CustomContentStringIsOneBlock) {
  const Answered a = Answer(
      Ask(Custom(R"("Grass is green. The sky is blue.")", Cited()), "What colour is the sky?"));
  ASSERT_EQ(a.citations().size(), 1u);
  EXPECT_EQ(a.citations()[0].kind, ReplyCitation::Kind::kContentBlock);
  EXPECT_EQ(a.citations()[0].start, 0);
  EXPECT_EQ(a.citations()[0].end, 1);
  EXPECT_EQ(a.citations()[0].cited_text, "Grass is green. The sky is blue.");
}

TEST(DocumentsTest, ContextAndTitleAreNotCited) {
  const Answered a = Answer(Ask(
      PlainText("Grass is green.", Cited() + R"(,"title":"The sky","context":"The sky is blue.")"),
      "What colour is the sky?"));
  EXPECT_TRUE(a.citations().empty()) << a.text();
}

nlohmann::json CitationJson(const std::string& document) {
  const Answered a = Answer(Ask(document, "What colour is the sky?"));
  return nlohmann::json::parse(ReplyJson(a.reply))["content"][0]["citations"][0];
}

TEST(DocumentsTest, AbsentOrNullTitleIsNullInTheCitation) {
  for (const std::string& more : {std::string(), std::string(R"(,"title":null)")}) {
    for (const std::string& document :
         {PlainText("The sky is blue.", Cited() + more),
          Custom("[" + Text("The sky is blue.") + "]", Cited() + more)}) {
      const nlohmann::json citation = CitationJson(document);
      EXPECT_TRUE(citation.at("document_title").is_null()) << citation;
      EXPECT_TRUE(citation.at("file_id").is_null()) << citation;
      EXPECT_FALSE(citation.contains("search_result_index"));
    }
  }
  EXPECT_EQ(CitationJson(PlainText("The sky is blue.", Cited() + R"(,"title":"Colours")"))
                .at("document_title"),
            "Colours");
}

}  // namespace
}  // namespace footnote::emulator

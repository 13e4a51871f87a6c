// SPDX-License-Identifier: Apache-2.0
// Documents and search results over several turns and a tool loop: every citation is verified,
// counted over the complete request, and mapped to the caller's text.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/streams.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Json = nlohmann::json;

// A text with a byte order mark, CR LF, an emoji of several code points, a combining mark and two
// scripts; each fact is a separate sentence.
constexpr char kHandbook[] =
    "\uFEFFStaff handbook 👩‍👩‍👧.\r\n\r\nAnnual leave is 20 days. Carry-over expires "
    "in "
    "March\u0301. 育児休業は一年間取得できます。\u3000Badges open the door.\r\n";

// The caller's text and title of a search result or document.
struct Sent {
  std::string text;   // the concatenated blocks
  std::string title;  // unique
};

// All search results and documents by their ids.
const std::map<std::string, Sent>& AllSent() {
  static const auto& sent = *new std::map<std::string, Sent>{
      {"handbook", {kHandbook, "Handbook"}},
      {"manual", {"", "Manual"}},
      {"prices",
       {"The basic plan costs 10 euros. 🙂\n\nThe big plan costs 90 euros.\n", "Prices"}},
      {"rules", {"Guests sign in.Dogs stay outside 🐕.喫煙は禁止です。", "Rules"}},
      {"travel", {"Trains are booked first class. Taxis need a receipt.\n", "Travel"}},
      {"meals", {"A lunch is refunded up to 15 euros.\n", "Meals"}},
  };
  return sent;
}

template <typename Side>
void AddHandbook(Side* side) {
  v1::Document* document = side->add_documents();
  document->set_id("handbook");
  document->set_title("Handbook");
  document->set_text(kHandbook);
}

template <typename Side>
void AddManual(Side* side) {
  v1::Document* document = side->add_documents();
  document->set_id("manual");
  document->set_title("Manual");
  document->set_pdf("%PDF-1.7\n");
}

template <typename Side>
void AddRules(Side* side) {
  v1::Document* document = side->add_documents();
  document->set_id("rules");
  document->set_title("Rules");
  v1::DocumentBlocks* blocks = document->mutable_blocks();
  blocks->add_blocks()->set_text("Guests sign in.");
  blocks->add_blocks()->mutable_image()->set_data("GIF89a");
  blocks->add_blocks()->set_text("Dogs stay outside 🐕.");
  blocks->add_blocks()->set_text("喫煙は禁止です。");
}

template <typename Side>
void AddSearchResult(const std::string& id, Side* side) {
  v1::SearchResult* added = side->add_search_results();
  added->set_id(id);
  added->set_source("kb://" + id);
  added->set_title(AllSent().at(id).title);
  added->set_text(AllSent().at(id).text);
}

size_t CodePoints(const std::string& text) {
  size_t count = 0;
  for (const char c : text) count += (c & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

size_t Utf16Units(const std::string& text) {
  size_t count = CodePoints(text);
  for (const char c : text) count += (c & 0xF8) == 0xF0 ? 1 : 0;
  return count;
}

// The part of `text` that `span` names in all three units.
std::string Slice(const std::string& text, const v1::Span& span) {
  const auto start = static_cast<size_t>(span.byte_start());
  const auto end = static_cast<size_t>(span.byte_end());
  const std::string before = text.substr(0, start);
  const std::string through = text.substr(0, end);
  EXPECT_EQ(span.code_point_start(), CodePoints(before));
  EXPECT_EQ(span.code_point_end(), CodePoints(through));
  EXPECT_EQ(span.utf16_start(), Utf16Units(before));
  EXPECT_EQ(span.utf16_end(), Utf16Units(through));
  return through.substr(start);
}

// Appends the titles of all blocks of `type` in the API's order.
void AppendTitles(const Json& content, const std::string& type, std::vector<std::string>* titles) {
  for (const Json& block : content) {
    if (block["type"] == type) titles->push_back(block["title"]);
    if (block["type"] == "tool_result") AppendTitles(block["content"], type, titles);
  }
}

std::vector<std::string> TitlesIn(const Json& body, const std::string& type) {
  std::vector<std::string> titles;
  for (const Json& message : body["messages"]) AppendTitles(message["content"], type, &titles);
  return titles;
}

std::vector<v1::Citation> CitationsOf(const v1::Answer& answer) {
  std::vector<v1::Citation> citations;
  for (const v1::AnswerBlock& block : answer.blocks()) {
    const auto& own = block.text().citations();
    citations.insert(citations.end(), own.begin(), own.end());
  }
  return citations;
}

std::vector<std::string> CitedIds(const v1::Answer& answer) {
  std::vector<std::string> ids;
  for (const v1::Citation& citation : CitationsOf(answer)) ids.push_back(citation.source().id());
  return ids;
}

// Expects EXACT, or NORMALIZED because of white space that is in the API's ranges and not in its
// cited text.
void ExpectVerified(const v1::Verification& verification, bool is_character) {
  if (verification.verdict() == v1::Verification::VERDICT_EXACT) return;
  EXPECT_TRUE(is_character);
  EXPECT_EQ(verification.verdict(), v1::Verification::VERDICT_NORMALIZED);
  EXPECT_THAT(verification.folds(), ElementsAre(v1::Verification::FOLD_TRAILING_SPACE));
}

// Expects that `citation` of `answer` is verified and mapped. `body` is the request to the API.
void ExpectGrounded(const v1::Citation& citation, const v1::Answer& answer, const Json& body) {
  SCOPED_TRACE(citation.DebugString());
  const Sent& sent = AllSent().at(citation.source().id());
  const v1::CitationLocation& location = citation.location();
  ExpectVerified(citation.verification(), location.has_character());

  const bool is_search_result = location.has_search_result();
  const int64_t index = is_search_result           ? location.search_result().search_result_index()
                        : location.has_character() ? location.character().document_index()
                                                   : location.content_block().document_index();
  EXPECT_EQ(citation.source().api_index(), index);
  EXPECT_EQ(
      TitlesIn(body, is_search_result ? "search_result" : "document")[static_cast<size_t>(index)],
      sent.title);

  std::string sliced;
  for (const v1::Span& span : citation.source_spans()) sliced += Slice(sent.text, span);
  EXPECT_EQ(sliced.substr(0, citation.cited_text().size()), citation.cited_text());
  const std::string rest = sliced.substr(std::min(sliced.size(), citation.cited_text().size()));
  EXPECT_TRUE(rest.empty() || location.has_character()) << rest;
  EXPECT_THAT(rest, ::testing::AnyOf("", " ", "\r\n", "\r\n\r\n", "\u3000"));
  EXPECT_FALSE(Slice(answer.text(), citation.answer_span()).empty());
}

// Calls Answer and StreamAnswer, expects the same answer, and checks its citations.
v1::Answer CallBothMethods(TestServer& server, const v1::AnswerRequest& request) {
  const Reply reply = CallAnswer(server, request);
  EXPECT_TRUE(reply.status.ok()) << reply.status.error_message();
  const Json body = Json::parse(*server.emulator().Requests().back().body);
  const StreamReply stream = Stream(server, request);
  EXPECT_TRUE(stream.status.ok()) << stream.status.error_message();
  EXPECT_EQ(WithoutCall(stream.answer()).SerializeAsString(),
            WithoutCall(reply.answer).SerializeAsString())
      << stream.answer().DebugString() << reply.answer.DebugString();
  for (const v1::Citation& citation : CitationsOf(reply.answer)) {
    ExpectGrounded(citation, reply.answer, body);
  }
  return reply.answer;
}

// Moves the present turn of `request` and its answer to the earlier turns.
void Continue(const v1::Answer& answer, v1::AnswerRequest* request) {
  v1::UserTurn* user = request->add_turns()->mutable_user();
  user->set_question(request->question());
  user->mutable_search_results()->Swap(request->mutable_search_results());
  user->mutable_documents()->Swap(request->mutable_documents());
  user->mutable_tool_results()->Swap(request->mutable_tool_results());
  if (request->has_search()) *user->mutable_search() = request->search();
  *request->add_turns()->mutable_assistant()->mutable_blocks() = answer.blocks();
  request->clear_question();
  request->clear_search_results();
  request->clear_documents();
  request->clear_tool_results();
  request->clear_search();
}

// A request with three turns, the last with a tool loop. The first cites the handbook, the second
// the rules, and the third a search result of a tool. The last answer is not requested yet.
v1::AnswerRequest ThreeTurns(TestServer& server) {
  v1::AnswerRequest request;
  AddHandbook(&request);
  AddManual(&request);
  AddSearchResult("prices", &request);
  request.set_question("When does carry-over expire?");
  v1::Answer answer = CallBothMethods(server, request);
  EXPECT_THAT(CitedIds(answer), ElementsAre("handbook"));
  Continue(answer, &request);

  AddRules(&request);
  request.set_question("Where do dogs stay?");
  answer = CallBothMethods(server, request);
  EXPECT_THAT(CitedIds(answer), ElementsAre("rules"));
  Continue(answer, &request);

  v1::Tool* tool = request.add_tools();
  tool->mutable_custom()->set_name("search");
  tool->mutable_custom()->set_input_schema_json(
      R"({"type":"object","properties":{"query":{"type":"string"}},"required":["query"]})");
  request.set_question("Do taxis need a receipt?");
  answer = CallBothMethods(server, request);
  EXPECT_EQ(answer.stop_reason(), v1::STOP_REASON_TOOL_USE);
  Continue(answer, &request);
  v1::ToolResult* result = request.add_tool_results();
  result->set_tool_use_id(answer.blocks(0).tool_use().id());
  AddSearchResult("meals", result);
  AddSearchResult("travel", result);
  return request;
}

TEST(GroundingTest, CitationsOfThreeTurnsAndAToolLoopAreVerifiedAndMappedBack) {
  TestServer server;
  const v1::AnswerRequest request = ThreeTurns(server);
  const v1::Answer answer = CallBothMethods(server, request);
  ASSERT_THAT(CitedIds(answer), ElementsAre("travel"));
  const v1::CitedSource source = CitationsOf(answer)[0].source();
  EXPECT_EQ(source.kind(), v1::CitedSource::KIND_SEARCH_RESULT);
  EXPECT_EQ(source.api_index(), 2);
  EXPECT_EQ(source.turn_index(), 6);
  EXPECT_EQ(source.tool_result_index(), 0);
  EXPECT_EQ(source.item_index(), 1);
  ASSERT_EQ(answer.references_size(), 1);
  EXPECT_EQ(answer.references(0).source(), "kb://travel");
  EXPECT_THAT(answer.notices(), IsEmpty());
}

TEST(GroundingTest, EarlierCitationsAreSentBackWithTheirIndices) {
  TestServer server;
  CallAnswer(server, ThreeTurns(server));
  const Json body = Json::parse(*server.emulator().Requests().back().body);
  const Json first = body["messages"][1]["content"].back()["citations"][0];
  EXPECT_EQ(first["type"], "char_location");
  EXPECT_EQ(first["document_index"], 0);
  const Json second = body["messages"][3]["content"].back()["citations"][0];
  EXPECT_EQ(second["type"], "content_block_location");
  EXPECT_EQ(second["document_index"], 2);  // the PDF is counted
  EXPECT_EQ(second["start_block_index"], 2);
}

TEST(GroundingTest, TheSourcesOfAShortenedHistoryAreCountedAgain) {
  TestServer server;
  v1::AnswerRequest request = ThreeTurns(server);
  request.mutable_turns()->DeleteSubrange(0, 2);
  const v1::Answer answer = CallBothMethods(server, request);
  ASSERT_THAT(CitedIds(answer), ElementsAre("travel"));
  EXPECT_EQ(CitationsOf(answer)[0].source().api_index(), 1);
  const Json body = Json::parse(*server.emulator().Requests().back().body);
  EXPECT_THAT(TitlesIn(body, "document"), ElementsAre("Rules"));
  const Json replayed = body["messages"][1]["content"].back()["citations"][0];
  EXPECT_EQ(replayed["document_index"], 0);

  // The replayed answer of a removed document has its text without the citation.
  request.mutable_turns(0)->mutable_user()->clear_documents();
  ASSERT_TRUE(CallAnswer(server, request).status.ok());
  const Json later = Json::parse(*server.emulator().Requests().back().body);
  EXPECT_FALSE(later["messages"][1]["content"].back().contains("citations"));
}

TEST(GroundingTest, EveryFactIsCitedAtItsLocation) {
  TestServer server;
  v1::AnswerRequest request;
  AddHandbook(&request);
  AddManual(&request);
  AddSearchResult("prices", &request);
  AddRules(&request);
  for (const auto& [question, id] : std::vector<std::pair<std::string, std::string>>{
           {"How many days of annual leave are there?", "handbook"},
           {"育児休業は何年間取得できますか？", "handbook"},
           {"Do badges open the door?", "handbook"},
           {"How much does the big plan cost?", "prices"},
           {"Do guests sign in?", "rules"},
           {"喫煙は禁止ですか？", "rules"}}) {
    SCOPED_TRACE(question);
    request.set_question(question);
    EXPECT_THAT(CitedIds(CallBothMethods(server, request)), ElementsAre(id));
  }
}

TEST(GroundingTest, DocumentsOfAToolResultAreCited) {
  TestServer server;
  v1::AnswerRequest request;
  AddHandbook(request.add_turns()->mutable_user());
  request.mutable_turns(0)->mutable_user()->set_question("Hello?");
  v1::ToolUse* use = request.add_turns()->mutable_assistant()->add_blocks()->mutable_tool_use();
  use->set_id("toolu_1");
  use->set_name("read");
  use->set_input_json(R"({"query":"Where do dogs stay?"})");
  v1::ToolResult* result = request.add_tool_results();
  result->set_tool_use_id("toolu_1");
  AddManual(result);
  AddRules(result);
  request.set_question("Where do dogs stay?");
  const v1::Answer answer = CallBothMethods(server, request);
  ASSERT_THAT(CitedIds(answer), ElementsAre("rules"));
  const v1::CitedSource source = CitationsOf(answer)[0].source();
  EXPECT_EQ(source.kind(), v1::CitedSource::KIND_DOCUMENT);
  EXPECT_EQ(source.api_index(), 2);
  EXPECT_EQ(source.turn_index(), 2);
  EXPECT_EQ(source.tool_result_index(), 0);
  EXPECT_EQ(source.item_index(), 1);
}

TEST(GroundingTest, APageOfAPdfIsMappedToItsDocumentAndCannotBeVerified) {
  TestServer server;
  v1::AnswerRequest request;
  AddHandbook(&request);
  AddManual(&request);
  request.set_question("When does carry-over expire?");
  const Reply reply = CallAnswer(server, request, "cite_page=3");
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  ASSERT_THAT(CitedIds(reply.answer), ElementsAre("handbook", "manual"));
  const v1::Citation page = CitationsOf(reply.answer)[1];
  EXPECT_EQ(page.location().page().document_index(), 1);
  EXPECT_EQ(page.location().page().start_page_number(), 3);
  EXPECT_EQ(page.location().page().end_page_number(), 4);
  EXPECT_EQ(page.verification().verdict(), v1::Verification::VERDICT_NOT_CHECKABLE);
  EXPECT_EQ(page.verification().reason(), v1::Verification::REASON_PDF);
  EXPECT_THAT(page.source_spans(), IsEmpty());
  const StreamReply stream = Stream(server, request, "cite_page=3");
  EXPECT_EQ(WithoutCall(stream.answer()).SerializeAsString(),
            WithoutCall(reply.answer).SerializeAsString());

  // The API accepts the citation when it is sent back.
  Continue(reply.answer, &request);
  request.set_question("Do badges open the door?");
  EXPECT_TRUE(CallAnswer(server, request).status.ok());
  const Json body = Json::parse(*server.emulator().Requests().back().body);
  const Json replayed = body["messages"][1]["content"].back()["citations"][0];
  EXPECT_EQ(replayed["type"], "page_location");
  EXPECT_FALSE(replayed.contains("file_id"));
}

TEST(GroundingTest, DocumentsWithCitationsOffAreReadAndNotCited) {
  TestServer server;
  v1::AnswerRequest request;
  AddHandbook(&request);
  request.set_question("How many days of annual leave are there?");
  request.mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
  const v1::Answer answer = CallBothMethods(server, request);
  EXPECT_EQ(answer.text(), "Annual leave is 20 days.");
  EXPECT_THAT(CitedIds(answer), IsEmpty());
}

// B50
TEST(GroundingTest, TheCallersOwnDataIsNotSentAndIsReturned) {
  TestServer server;
  v1::AnswerRequest request;
  AddSearchResult("meals", &request);
  AddHandbook(&request);
  v1::SearchResult* added = request.mutable_search_results(0);
  added->set_document_key("SECRET-KEY");
  (*added->mutable_metadata())["doc_ref"] = "SECRET-REF";
  (*request.mutable_documents(0)->mutable_metadata())["doc_ref"] = "SECRET-REF";
  request.set_question("Up to how many euros is a lunch refunded?");
  const v1::Answer answer = CallBothMethods(server, request);
  EXPECT_THAT(CitedIds(answer), ElementsAre("meals"));
  const std::string body = *server.emulator().Requests().back().body;
  for (const char* own : {"SECRET", "doc_ref", "document_key", "\"meals\""}) {
    EXPECT_EQ(body.find(own), std::string::npos) << own;
  }
  EXPECT_EQ(answer.text().find("SECRET"), std::string::npos);
  ASSERT_EQ(answer.references_size(), 1);
  EXPECT_EQ(answer.references(0).document_key(), "SECRET-KEY");
  EXPECT_EQ(answer.references(0).metadata().at("doc_ref"), "SECRET-REF");
}

TEST(GroundingTest, TheNextTurnReadsThePrefixOfAPlannedCacheBreakpoint) {
  TestServer server;
  v1::AnswerRequest request;
  v1::Document* document = request.add_documents();
  document->set_title("Long");
  document->set_text("Annual leave is 20 days. " + std::string(20000, 'x'));
  request.set_question("How many days of annual leave are there?");
  request.mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
  const Reply first = CallAnswer(server, request);
  ASSERT_TRUE(first.status.ok()) << first.status.error_message();
  EXPECT_GT(first.answer.usage().cache_creation_input_tokens(), 4000);
  EXPECT_EQ(first.answer.usage().cache_read_input_tokens(), 0);
  Continue(first.answer, &request);
  request.set_question("Is annual leave 20 days?");
  const Reply second = CallAnswer(server, request);
  ASSERT_TRUE(second.status.ok()) << second.status.error_message();
  EXPECT_GT(second.answer.usage().cache_read_input_tokens(), 4000);
}

}  // namespace
}  // namespace footnote::testing

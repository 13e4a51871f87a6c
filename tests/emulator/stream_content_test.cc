// SPDX-License-Identifier: Apache-2.0
// Tests that a stream and a JSON reply have the same content.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/emulator/emulator_fixture.h"
#include "tests/emulator/joined_stream.h"
#include "tests/emulator/requests.h"

namespace footnote::emulator {
namespace {

using StreamContentTest = EmulatorTest;

// Returns request bodies without the field `stream` and without the last brace.
std::vector<std::string> ManyRequests() {
  const std::string leave =
      SearchResult(Text("Annual leave is 20 days.") + "," + Text("Carry-over is at most 5 days."),
                   Cited(), "Leave policy");
  const std::string pay = SearchResult(
      Text("Salaries are paid on the 25th 💴.") + "," + Text("Overtime is paid monthly."), Cited(),
      "Pay \\\"quoted\\\" \\\\ and\\ttabbed");
  const std::string japanese = SearchResult(
      Text("年次有給休暇は年20日です。") + "," + Text("繰り越しは最大5日までです。"), Cited());
  const std::string plain = PlainText(
      "Tea is served at four. Coffee is served all day. Cake is served on Fridays.", Cited());
  const std::string uncited =
      SearchResult(Text("Parking is free.") + "," + Text("Bikes park inside."));
  const std::vector<std::string> source_lists = {
      leave, pay, japanese, plain, uncited, leave + "," + pay, japanese + "," + plain, ""};
  std::vector<std::string> bodies;
  for (const std::string& sources : source_lists) {
    for (const std::string question :
         {"How many days of annual leave and carry-over?", "When are salaries and overtime paid?",
          "年次有給休暇の繰り越しは何日ですか。", "When is tea, coffee and cake served?",
          "Where is parking for bikes?", "What is the meaning of life?"}) {
      const std::string content =
          "[" + sources + (sources.empty() ? "" : ",") + Text(question) + "]";
      bodies.push_back(Body(User(content)));
      bodies.push_back(Body(User(content), R"("stop_sequences":["days","paid"," is"])"));
      bodies.push_back(Body(
          User(content),
          R"("tools":[{"name":"search","input_schema":{"type":"object","properties":{"query":{"type":"string"}}}}])"));
      for (const std::string choice : {"auto", "any", "none"}) {
        bodies.push_back(
            Body(User(content), R"("tools":[{"name":"now","input_schema":{"type":"object"}}],)"
                                R"("tool_choice":{"type":")" +
                                    choice + "\"}"));
      }
    }
  }
  const std::string three_search_results =
      Body(User("[" + leave + "," + pay + "," + japanese + "," +
                Text("Annual leave, carry-over, salaries, overtime?") + "]"));
  for (int max_tokens = 1; max_tokens < 30; ++max_tokens) {
    std::string body = three_search_results;
    body.replace(body.find("400"), 3, std::to_string(max_tokens));
    bodies.push_back(body);
  }
  for (std::string& body : bodies) body.pop_back();
  return bodies;
}

// Scripts that do not change the content of a stream.
const char* const kFormats[] = {
    "",
    "citation_order=before",
    "citation_order=alternate; delta_chars=3",
    "interleave=true",
    "delta_chars=1; writes=inside",
    "delta_chars=100000; writes=all",
    "message_deltas=4; usage=zeros_first",
    "pings=3; ping_every=1",
    "line_end=crlf; bom=true; data_lines=4; ids=true; retry_field=1000",
    "line_end=cr; colon_space=false; comments=between,inside",
    "event_names=false; padding=false; writes=1",
    "unknown=event,delta,field; writes=13",
    "message_starts=2; early_message_delta=true",
    "message_stop=missing",
    "message_stop=truncated; writes=2",
};

TEST_F(StreamContentTest, DeltasAddUpToTheJsonReplyInEveryFormat) {
  const std::vector<std::string> requests = ManyRequests();
  for (size_t i = 0; i < requests.size(); ++i) {
    const nlohmann::json complete = nlohmann::json::parse(client_->Post(requests[i] + "}").body);
    // Tests every format with every kind of request, but not all combinations, to limit the
    // duration.
    for (size_t format = i % 5; format < std::size(kFormats); format += 5) {
      const Response stream = client_->Post(requests[i] + R"(,"stream":true})", kFormats[format]);
      ASSERT_EQ(stream.status, 200) << stream.body;
      EXPECT_EQ(JoinMessage(ReadEvents(stream.body)), complete) << requests[i] << "\n"
                                                                << kFormats[format];
    }
  }
}

TEST_F(StreamContentTest, ScriptedContentIsTheSameWithAndWithoutStreaming) {
  const std::string request = ManyRequests().front();
  for (const std::string script :
       {"stop_reason=refusal", "stop_reason=refusal; partial=true", "stop_reason=pause_turn",
        "stop_reason=model_context_window_exceeded", "stop_reason=never_seen", "thinking=on",
        "thinking=signature_first", "unknown_block=true", "leak=cite", "leak=unclosed",
        "leak=brackets", "leak=link", "leak=placeholder",
        "thinking=on; unknown_block=true; leak=cite; interleave=true"}) {
    const Response complete = client_->Post(request + "}", script);
    const Response stream = client_->Post(request + R"(,"stream":true})", script);
    EXPECT_EQ(JoinMessage(ReadEvents(stream.body)), nlohmann::json::parse(complete.body)) << script;
  }
}

TEST_F(StreamContentTest, ScriptCitesAPageOfTheFirstCitableFile) {
  const std::string file = R"({"type":"document","source":{"type":"file","file_id":"file_1"},)";
  for (const auto& [document, citation] : std::vector<std::pair<std::string, nlohmann::json>>{
           {Pdf(Cited() + R"(,"title":"Manual")"),
            {{"document_title", "Manual"}, {"file_id", nullptr}}},
           {file + Cited() + "}", {{"document_title", nullptr}, {"file_id", "file_1"}}}}) {
    const std::string request = Body(
        User("[" + PlainText("A.", Cited()) + "," + document + "," + Text("carry-over?") + "]"));
    const nlohmann::json complete =
        nlohmann::json::parse(client_->Post(request, "cite_page=3").body);
    nlohmann::json expected = citation;
    expected["type"] = "page_location";
    expected["cited_text"] = "The words of page 3.";
    expected["document_index"] = 1;
    expected["start_page_number"] = 3;
    expected["end_page_number"] = 4;
    ASSERT_EQ(complete["content"].size(), 2u) << complete;
    EXPECT_EQ(complete["content"][1]["citations"], nlohmann::json::array({expected}));
    const std::string streamed = request.substr(0, request.size() - 1) + R"(,"stream":true})";
    EXPECT_EQ(JoinMessage(ReadEvents(client_->Post(streamed, "cite_page=3").body)), complete);
  }
}

TEST_F(StreamContentTest, ScriptCitesNoPageIfNoFileIsCitable) {
  for (const std::string& document : {PlainText("A."), Pdf(), PlainText("A.", Cited())}) {
    const std::string request = Body(User("[" + document + "," + Text("carry-over?") + "]"));
    EXPECT_FALSE(Contains(client_->Post(request, "cite_page=3").body, "page_location"));
  }
}

// B61
TEST_F(StreamContentTest, LeakedCitationsAreOnlyInTheText) {
  const std::string request =
      Body(User("[" + SearchResult(Text("Carry-over is at most 5 days."), Cited()) + "," +
                Text("carry-over?") + "]"));
  const std::string start = R"("text":")";
  for (const auto& [leak, text] : std::vector<std::pair<std::string, std::string>>{
           {"cite", R"(<cite index=\"0-0\">Carry-over is at most 5 days.</cite>)"},
           {"unclosed", R"(<cite index=\"0-0\">Carry-over is at most 5 days.)"},
           {"brackets", "Carry-over is at most 5 days. [1]"},
           {"link", "[Carry-over is at most 5 days.](kb://1)"},
           {"placeholder", "Carry-over is at most 5 days.\uFFFC"}}) {
    const std::string body = client_->Post(request, "leak=" + leak).body;
    EXPECT_TRUE(Contains(body, start + text + "\"}")) << body;
    EXPECT_FALSE(Contains(body, "cited_text")) << body;
  }
}

}  // namespace
}  // namespace footnote::emulator

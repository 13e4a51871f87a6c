// SPDX-License-Identifier: Apache-2.0
// A stream and a JSON reply say the same.
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

// Bodies without their last brace and `stream`.
std::vector<std::string> ManyRequests() {
  const std::string leave =
      Hit(Text("Annual leave is 20 days.") + "," + Text("Carry-over is at most 5 days."), Cited(),
          "Leave policy");
  const std::string pay =
      Hit(Text("Salaries are paid on the 25th 💴.") + "," + Text("Overtime is paid monthly."),
          Cited(), "Pay \\\"quoted\\\" \\\\ and\\ttabbed");
  const std::string japanese =
      Hit(Text("年次有給休暇は年20日です。") + "," + Text("繰り越しは最大5日までです。"), Cited());
  const std::string plain = PlainText(
      "Tea is served at four. Coffee is served all day. Cake is served on Fridays.", Cited());
  const std::string uncited = Hit(Text("Parking is free.") + "," + Text("Bikes park inside."));
  const std::vector<std::string> materials = {
      leave, pay, japanese, plain, uncited, leave + "," + pay, japanese + "," + plain, ""};
  std::vector<std::string> bodies;
  for (const std::string& material : materials) {
    for (const std::string question :
         {"How many days of annual leave and carry-over?", "When are salaries and overtime paid?",
          "年次有給休暇の繰り越しは何日ですか。", "When is tea, coffee and cake served?",
          "Where is parking for bikes?", "What is the meaning of life?"}) {
      const std::string content =
          "[" + material + (material.empty() ? "" : ",") + Text(question) + "]";
      bodies.push_back(Body(User(content)));
      bodies.push_back(Body(User(content), R"("stop_sequences":["days","paid"," is"])"));
      bodies.push_back(Body(
          User(content),
          R"("tools":[{"name":"search","input_schema":{"type":"object","properties":{"query":{"type":"string"}}}}])"));
      bodies.push_back(
          Body(User(content), R"("tools":[{"name":"now","input_schema":{"type":"object"}}])"));
    }
  }
  const std::string three_hits =
      Body(User("[" + leave + "," + pay + "," + japanese + "," +
                Text("Annual leave, carry-over, salaries, overtime?") + "]"));
  for (int max_tokens = 1; max_tokens < 30; ++max_tokens) {
    std::string body = three_hits;
    body.replace(body.find("400"), 3, std::to_string(max_tokens));
    bodies.push_back(body);
  }
  for (std::string& body : bodies) body.pop_back();
  return bodies;
}

// Script keys that only change the form of a stream.
const char* const kForms[] = {
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

TEST_F(StreamContentTest, TheDeltasAddUpToTheReplyOfJsonModeInEveryForm) {
  const std::vector<std::string> requests = ManyRequests();
  for (size_t i = 0; i < requests.size(); ++i) {
    const nlohmann::json whole = nlohmann::json::parse(client_->Post(requests[i] + "}").body);
    // Every form sees every kind of request; all of each other would take long.
    for (size_t form = i % 5; form < std::size(kForms); form += 5) {
      const Response stream = client_->Post(requests[i] + R"(,"stream":true})", kForms[form]);
      ASSERT_EQ(stream.status, 200) << stream.body;
      EXPECT_EQ(JoinMessage(ReadEvents(stream.body)), whole) << requests[i] << "\n" << kForms[form];
    }
  }
}

TEST_F(StreamContentTest, ScriptedContentIsTheSameInBothModes) {
  const std::string request = ManyRequests().front();
  for (const std::string script :
       {"stop_reason=refusal", "stop_reason=refusal; partial=true", "stop_reason=pause_turn",
        "stop_reason=model_context_window_exceeded", "stop_reason=never_seen", "thinking=on",
        "thinking=signature_first", "unknown_block=true", "leak=cite", "leak=unclosed",
        "leak=brackets", "leak=link", "leak=placeholder",
        "thinking=on; unknown_block=true; leak=cite; interleave=true"}) {
    const Response whole = client_->Post(request + "}", script);
    const Response stream = client_->Post(request + R"(,"stream":true})", script);
    EXPECT_EQ(JoinMessage(ReadEvents(stream.body)), nlohmann::json::parse(whole.body)) << script;
  }
}

TEST_F(StreamContentTest, AScriptCitesAPageOfTheFirstCitableFile) {
  const std::string file = R"({"type":"document","source":{"type":"file","file_id":"file_1"},)";
  for (const auto& [document, citation] : std::vector<std::pair<std::string, nlohmann::json>>{
           {Pdf(Cited() + R"(,"title":"Manual")"),
            {{"document_title", "Manual"}, {"file_id", nullptr}}},
           {file + Cited() + "}", {{"document_title", nullptr}, {"file_id", "file_1"}}}}) {
    const std::string request = Body(
        User("[" + PlainText("A.", Cited()) + "," + document + "," + Text("carry-over?") + "]"));
    const nlohmann::json whole = nlohmann::json::parse(client_->Post(request, "cite_page=3").body);
    nlohmann::json expected = citation;
    expected["type"] = "page_location";
    expected["cited_text"] = "The words of page 3.";
    expected["document_index"] = 1;
    expected["start_page_number"] = 3;
    expected["end_page_number"] = 4;
    ASSERT_EQ(whole["content"].size(), 2u) << whole;
    EXPECT_EQ(whole["content"][1]["citations"], nlohmann::json::array({expected}));
    const std::string streamed = request.substr(0, request.size() - 1) + R"(,"stream":true})";
    EXPECT_EQ(JoinMessage(ReadEvents(client_->Post(streamed, "cite_page=3").body)), whole);
  }
}

TEST_F(StreamContentTest, AScriptCitesNoPageWhereNoFileIsCitable) {
  for (const std::string& document : {PlainText("A."), Pdf(), PlainText("A.", Cited())}) {
    const std::string request = Body(User("[" + document + "," + Text("carry-over?") + "]"));
    EXPECT_FALSE(Contains(client_->Post(request, "cite_page=3").body, "page_location"));
  }
}

// B61
TEST_F(StreamContentTest, LeakedCitationsStandInTheTextAndNowhereElse) {
  const std::string request = Body(User("[" + Hit(Text("Carry-over is at most 5 days."), Cited()) +
                                        "," + Text("carry-over?") + "]"));
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

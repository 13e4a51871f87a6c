// SPDX-License-Identifier: Apache-2.0

// Asks Footnote a question, streams the answer, and decodes the error of an invalid request.
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/cpp/answer_client.h"
#include "client/cpp/error_details.h"
#include "client/cpp/sources.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_event.pb.h"
#include "footnote/v1/answer_request.pb.h"
#include "footnote/v1/citation.pb.h"
#include "footnote/v1/content.pb.h"

namespace {

namespace v1 = footnote::v1;
using footnote::client::AnswerClient;
using footnote::client::Within;

constexpr absl::Duration kTimeout = absl::Minutes(1);

// The results of your search, by id.
const std::map<std::string, std::string>& Texts() {
  static const auto* texts = new std::map<std::string, std::string>{
      {"prices",
       "🎉 カフェ「フットノート」へようこそ。\n\n"
       "The monthly plan costs ¥1,000.\n\n"
       "The café is closed on Mondays."},
      {"refunds", "Refunds are possible within 30 days."},
  };
  return *texts;
}

v1::AnswerRequest Request() {
  v1::AnswerRequest request;
  request.set_question("How much does the monthly plan cost?");
  for (const auto& [id, text] : Texts()) {
    v1::SearchResult& result = *request.add_search_results();
    result.set_id(id);
    result.set_source(absl::StrCat("kb://", id));
    result.set_title(absl::StrCat("About ", id));
    result.set_text(text);
  }
  return request;
}

void Check(bool condition, const std::string& message) {
  if (condition) return;
  std::cerr << message << '\n';
  std::exit(1);
}

// Gets an answer and prints it with its citations. The client accepts responses of any size.
v1::Answer Ask(const AnswerClient& client) {
  absl::StatusOr<v1::Answer> answer = client.Answer(Request(), Within(kTimeout));
  Check(answer.ok(), answer.status().ToString());
  std::cout << "answer: " << answer->text() << '\n';
  int citations = 0;
  for (const v1::AnswerBlock& block : answer->blocks()) {
    for (const v1::Citation& citation : block.text().citations()) {
      ++citations;
      // C++ strings are indexed by byte.
      const std::string& text = Texts().at(citation.source().id());
      std::string cited;
      for (const v1::Span& span : citation.source_spans()) {
        absl::StrAppend(&cited, footnote::client::Slice(text, span));
      }
      const auto verdict = citation.verification().verdict();
      std::cout << '[' << answer->references(citation.reference_index()).number() << "] "
                << citation.source().id() << ", " << v1::Verification::Verdict_Name(verdict) << ": "
                << absl::StripAsciiWhitespace(cited) << '\n';
      Check(verdict == v1::Verification::VERDICT_EXACT, "the citation is not exact");
      Check(cited == citation.cited_text(), "the slice is not the cited text");
    }
  }
  Check(citations > 0, "the answer has no citations");
  return *answer;
}

// Prints the answer while it is generated, and returns it. The client reads the messages of the
// stream and calls back for each of their events.
v1::Answer Stream(const AnswerClient& client) {
  std::string text;
  std::cout << "stream: ";
  absl::StatusOr<v1::Answer> answer = client.StreamAnswer(
      Request(),
      [&text](const v1::AnswerEvent& event) {
        // Other kinds are citations, for example. Ignore those that you do not need.
        if (!event.has_text_delta()) return;
        std::cout << event.text_delta().text() << std::flush;
        text += event.text_delta().text();
      },
      Within(kTimeout));
  std::cout << '\n';
  Check(answer.ok(), answer.status().ToString());
  Check(text == answer->text(), "the deltas are not the answer's text");
  return *answer;
}

// Sends a request with two faults and prints the violations.
void SendInvalidRequest(const AnswerClient& client) {
  v1::AnswerRequest invalid;
  invalid.set_question(" ");
  v1::SearchResult& result = *invalid.add_search_results();
  result.set_source("kb://prices");
  result.set_text("¥1,000");

  const absl::Status status = client.Answer(invalid, Within(kTimeout)).status();
  Check(absl::IsInvalidArgument(status), status.ToString());
  const footnote::client::ErrorDetails details = footnote::client::ReadDetails(status);
  std::cout << "error: " << details.reason << '\n';
  Check(details.reason == "INVALID_REQUEST", "unexpected reason");
  Check(details.domain == "footnote.dev", "unexpected domain");
  std::map<std::string, std::string> reasons;
  for (const footnote::client::FieldViolation& violation : details.violations) {
    std::cout << "  " << violation.field << ": " << violation.reason << ": "
              << violation.description << '\n';
    reasons[violation.field] = violation.reason;
  }
  Check(reasons == std::map<std::string, std::string>{{"question", "EMPTY"},
                                                      {"search_results[0].title", "EMPTY"}},
        "unexpected violations");
}

}  // namespace

int main(int argc, char** argv) {
  const char* server = argc > 1 ? argv[1] : std::getenv("FOOTNOTE_SERVER");
  const AnswerClient client(server == nullptr ? "127.0.0.1:8080" : server);

  const v1::Answer answer = Ask(client);
  Check(Stream(client).text() == answer.text(), "the streamed answer differs");
  SendInvalidRequest(client);
  std::cout << "ok" << std::endl;
}

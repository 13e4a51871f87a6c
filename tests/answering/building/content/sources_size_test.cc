// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/sources_size.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "service/messages/request_params.h"
#include "service/status/rich_status.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

constexpr size_t kMegabytes24 = 24000000;

// A request with a search result whose text repeats `piece` up to 24 MB.
v1::AnswerRequest Repeating(const std::string& piece) {
  v1::AnswerRequest request = TwoHits();
  std::string text;
  while (text.size() < kMegabytes24) text += piece;
  request.mutable_search_results(0)->set_text(text + "a");
  return request;
}

TEST(SourcesSizeTest, AddsTextsAndFilesWhereverTheyAre) {
  const auto request = FromText<v1::AnswerRequest>(R"pb(
    turns {
      user {
        question: "1"
        search_results {
          source: "12"
          title: "123"
          blocks { blocks { text: "1234" } }
        }
        documents { title: "12345" context: "123456" text: "1234567" }
        images { data: "123" }
      }
    }
    turns { assistant { blocks { text { text: "not counted" } } } }
    tool_results {
      text: "1"
      documents { pdf: "1234" }
      images { data: "1" }
    }
    tool_results { search_results { source: "1" title: "1" text: "1" } }
    content { text { text: "1" } }
    content { search_result { source: "1" title: "1" text: "1" } }
    content {
      document {
        blocks {
          blocks { text: "1" }
          blocks { image { data: "123" } }
        }
      }
    }
    content { image { data: "123456" } }
  )pb");
  // Texts: 28 in the first turn, 4 in tool results, 5 in the content. Files: 4, 8, 4, 4 and 8.
  EXPECT_EQ(MinimumSourcesSize(request, 1000), 28u + 4 + 5 + 4 + 8 + 4 + 4 + 8);
}

TEST(SourcesSizeTest, CountsEscapesOnlyIfTheyDecide) {
  v1::AnswerRequest request;
  request.set_question("a\n\"\\\x01");
  EXPECT_EQ(MinimumSourcesSize(request, 10), 5u);
  EXPECT_EQ(MinimumSourcesSize(request, 9), 9u);
  EXPECT_EQ(MinimumSourcesSize(request, 8), 9u);
  EXPECT_EQ(MinimumSourcesSize(request, 4), 5u);
}

TEST(SourcesSizeTest, IsNeverMoreThanWhatIsSent) {
  const v1::AnswerRequest request = TwoHits();
  EXPECT_LT(MinimumSourcesSize(request, 1), MustBuild(request).json.size());
  EXPECT_GT(MinimumSourcesSize(request, 1), 0u);
}

// A request that is too large is refused before its texts are split.
TEST(SourcesSizeTest, LineFeedsThatAreTooLargeOnceTheyAreEscapedAreRefusedAtOnce) {
  for (const char* piece : {"\n", "\r\n", "\"", "\n\n\n\\"}) {
    const v1::AnswerRequest request = Repeating(piece);
    const auto start = std::chrono::steady_clock::now();
    const absl::Status status = IndexRequest(request, TestDefaults()).status();
    // Without optimization; splitting takes a hundred times as long.
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
    EXPECT_EQ(status::ErrorReason(status), "REQUEST_TOO_LARGE");
    EXPECT_GT(std::stoul(status::ErrorMetadata(status, "request_bytes")), size_t{32} << 20);
    EXPECT_EQ(status::ErrorMetadata(status, "max_request_bytes"), "33554432");
  }
}

}  // namespace
}  // namespace footnote::answering::building

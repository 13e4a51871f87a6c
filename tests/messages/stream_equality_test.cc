// SPDX-License-Identifier: Apache-2.0
// A stream and a response body with the same content give the same message.
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "service/messages/message.h"
#include "service/messages/message_part.h"
#include "tests/messages/collect_parts.h"
#include "tests/messages/random_message.h"

namespace footnote::messages {
namespace {

constexpr uint32_t kMessages = 3000;

std::string DescribeBody(const std::string& json) {
  absl::StatusOr<Message> message = ParseMessage(json);
  if (!message.ok()) return std::string(message.status().message());
  std::string direct = Describe(*message);
  const absl::StatusOr<CollectedParts> parts = CollectParts(PartsOf(*std::move(message)));
  if (!parts.ok()) return std::string(parts.status().message());
  EXPECT_EQ(Describe(parts->message), direct);
  return direct;
}

std::string DescribeStream(const std::string& sse, size_t piece) {
  const absl::StatusOr<CollectedParts> parts = CollectStream(sse, piece);
  if (!parts.ok()) return std::string(parts.status().message());
  EXPECT_TRUE(parts->unknown.empty());
  return Describe(parts->message);
}

TEST(StreamEqualityTest, AStreamGivesTheSameMessageAsTheBody) {  // B01 B02 B06
  for (uint32_t seed = 0; seed < kMessages; ++seed) {
    const RandomMessage message = MakeRandomMessage(seed);
    const std::string expected = DescribeBody(message.json);
    ASSERT_EQ(DescribeStream(message.sse, message.sse.size()), expected) << "seed " << seed << "\n"
                                                                         << message.json << "\n"
                                                                         << message.sse;
    ASSERT_EQ(DescribeStream(message.sse, 1 + seed % 97), expected) << "seed " << seed;
  }
}

TEST(StreamEqualityTest, TheGeneratorProducesEveryKind) {
  std::map<std::string, int> counts;
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    const absl::StatusOr<Message> message = ParseMessage(MakeRandomMessage(seed).json);
    ASSERT_TRUE(message.ok());
    counts["ill-formed"] += message->ill_formed_strings;
    for (const ContentBlock& block : message->content) {
      ++counts[absl::StrCat("block ", static_cast<int>(block.kind),
                            block.known ? " known" : " unknown")];
      ++counts[absl::StrCat("type ", block.type)];
      for (const TextCitation& citation : block.citations) {
        ++counts[absl::StrCat("citation ", static_cast<int>(citation.kind))];
      }
    }
  }
  for (const char* kind :
       {"ill-formed", "block 0 known", "block 1 known", "block 2 known", "block 2 unknown",
        "type thinking", "type redacted_thinking", "type server_tool_use", "type hologram",
        "citation 0", "citation 1", "citation 2", "citation 3", "citation 4", "citation 5"}) {
    EXPECT_GT(counts[kind], 5) << kind;
  }
}

TEST(StreamEqualityTest, TheGeneratorReturnsTheSameMessageForTheSameSeed) {
  EXPECT_EQ(MakeRandomMessage(7).json, MakeRandomMessage(7).json);
  EXPECT_EQ(MakeRandomMessage(7).sse, MakeRandomMessage(7).sse);
  EXPECT_NE(MakeRandomMessage(7).sse, MakeRandomMessage(8).sse);
}

TEST(StreamEqualityTest, CitationsOfSearchResultsQuoteThem) {
  int quotes = 0;
  for (uint32_t seed = 0; seed < 50; ++seed) {
    const absl::StatusOr<Message> parsed = ParseMessage(
        MakeRandomMessage(seed, {{"kb://leave", "Leave", {"Request it early."}}}).json);
    ASSERT_TRUE(parsed.ok());
    for (const ContentBlock& block : parsed->content) {
      for (const TextCitation& citation : block.citations) {
        quotes += citation.cited_text == "Request it early." && citation.source == "kb://leave";
      }
    }
  }
  EXPECT_GT(quotes, 20);
}

}  // namespace
}  // namespace footnote::messages

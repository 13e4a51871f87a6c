// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/block_assembler.h"

#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "service/messages/message_part.h"
#include "service/messages/stream/sse_decoder.h"
#include "service/messages/stream/stream_event.h"
#include "tests/messages/stream/event_json.h"

namespace footnote::messages {
namespace {

using Events = std::vector<std::string>;
using Parts = std::vector<MessagePart>;

// Passes the event with this JSON to `assembler`.
absl::Status Apply(const std::string& json, BlockAssembler& assembler, Parts* parts) {
  absl::StatusOr<StreamEvent> parsed = ParseStreamEvent(SseEvent{"", json});
  EXPECT_TRUE(parsed.ok()) << json;
  if (!parsed.ok()) return parsed.status();
  return std::visit(
      [&](auto&& event) -> absl::Status {
        using Event = std::decay_t<decltype(event)>;
        if constexpr (std::is_same_v<Event, ContentBlockStart>) {
          assembler.Open(std::move(event.block), parts);
        } else if constexpr (std::is_same_v<Event, ContentBlockStop>) {
          assembler.Close(parts);
        } else if constexpr (std::is_same_v<Event, TextDelta> ||
                             std::is_same_v<Event, CitationsDelta> ||
                             std::is_same_v<Event, InputJsonDelta> ||
                             std::is_same_v<Event, ThinkingDelta> ||
                             std::is_same_v<Event, SignatureDelta>) {
          return assembler.Add(std::move(event), parts);
        } else {
          ADD_FAILURE() << "not an event of a known block: " << json;
        }
        return absl::OkStatus();
      },
      *std::move(parsed));
}

void ApplyAll(const Events& events, BlockAssembler& assembler, Parts* parts) {
  for (const std::string& event : events) {
    const absl::Status status = Apply(event, assembler, parts);
    EXPECT_TRUE(status.ok()) << status << event;
  }
}

// Returns the block that `parts` describe.
ContentBlock BlockFrom(Parts parts) {
  EXPECT_TRUE(std::holds_alternative<BlockOpened>(parts.front()));
  EXPECT_TRUE(std::holds_alternative<BlockClosed>(parts.back()));
  ContentBlock block;
  for (MessagePart& part : parts) {
    if (auto* opened = std::get_if<BlockOpened>(&part)) block = std::move(opened->block);
    if (auto* added = std::get_if<TextAdded>(&part)) {
      EXPECT_NE(added->text, "");
      block.text += added->text;
    }
    if (auto* added = std::get_if<CitationAdded>(&part)) {
      block.citations.push_back(std::move(added->citation));
    }
    if (auto* closed = std::get_if<BlockClosed>(&part)) {
      if (closed->block) block = *std::move(closed->block);
    }
  }
  return block;
}

ContentBlock BlockOf(const Events& events) {
  BlockAssembler assembler;
  Parts parts;
  ApplyAll(events, assembler, &parts);
  EXPECT_FALSE(assembler.bad_tool_input().has_value());
  return BlockFrom(std::move(parts));
}

TEST(BlockAssemblerTest, ABlockMayOpenWithTextAndCitations) {
  const ContentBlock block =
      BlockOf({Open(0, R"({"type":"text","text":"ab","citations":[{"type":"char_location"}]})"),
               Text(0, "c"), Cite(0, "x"), Close(0)});
  EXPECT_EQ(block.text, "abc");
  ASSERT_EQ(block.citations.size(), 2);
  EXPECT_EQ(block.citations[0].kind, TextCitation::Kind::kChar);
}

TEST(BlockAssemblerTest, AHalfInTheOpeningTextIsJoinedToTheFirstDelta) {
  const ContentBlock block =
      BlockOf({Open(0, R"({"type":"text","text":"\ud83d"})"), Text(0, R"(\ude00)"), Close(0)});
  EXPECT_EQ(block.text, "\U0001f600");
}

TEST(BlockAssemblerTest, PlaceholderCharactersAreKept) {  // B45
  EXPECT_EQ(BlockOf({OpenText(0), Text(0, "開"), Text(0, R"(\uFFFC票作業)"), Close(0)}).text,
            "開\uFFFC票作業");
}

TEST(BlockAssemblerTest, TheInputOfAToolUseIsConcatenated) {  // B66
  const struct {
    const char* name;
    Events deltas;
    std::string input;
  } cases[] = {
      {"no delta", {}, "{}"},
      {"an empty delta", {Input(0, "")}, "{}"},
      {"white space", {Input(0, R"( \n)")}, "{}"},
      {"one delta", {Input(0, R"({\"a\": [1, 2.50]})")}, R"({"a":[1,2.50]})"},
      {"split inside an escape sequence",
       {Input(0, ""), Input(0, R"({\"a\":\"\\u59)"), Input(0, R"(27\\ud8)"),
        Input(0, R"(3d\\ude00\"})")},
       "{\"a\":\"\u5927\U0001f600\"}"},
      {"split inside a surrogate pair",
       {Input(0, R"({\"a\":\"\ud83d)"), Input(0, R"(\ude00\"})")},
       "{\"a\":\"\U0001f600\"}"},
      {"lone halves", {Input(0, R"({\"a\":\"\ud83d\\ud83d\"})")}, R"({"a":"\ud83d\ud83d"})"},
  };
  for (const auto& test : cases) {
    Events events = test.deltas;
    events.insert(events.begin(), OpenTool(0));
    events.push_back(Close(0));
    const ContentBlock block = BlockOf(events);
    EXPECT_EQ(block.kind, ContentBlock::Kind::kToolUse) << test.name;
    EXPECT_EQ(block.tool_use_id, "t") << test.name;
    EXPECT_EQ(block.tool_name, "search") << test.name;
    EXPECT_EQ(block.tool_input_json, test.input) << test.name;
    EXPECT_EQ(block.json, "") << test.name;
  }
}

TEST(BlockAssemblerTest, ThinkingAndSignatureAreInsertedIntoTheirBlock) {  // B02
  const std::string thinking = Delta(0, R"({"type":"thinking_delta","thinking":"a \"b\ud83d"})");
  const std::string rest = Delta(0, R"({"type":"thinking_delta","thinking":"\ude00\ud83d"})");
  const std::string signature = Delta(0, R"({"type":"signature_delta","signature":"EqQB"})");
  const std::string expected =
      "{\"type\":\"thinking\",\"thinking\":\"a \\\"b\U0001f600\\ud83d\",\"signature\":\"EqQB\"}";
  for (const char* open : {R"({"type":"thinking","thinking":"","signature":""})",
                           R"({"type":"thinking","thinking":""})", R"({ "type" : "thinking" })"}) {
    const ContentBlock block = BlockOf({Open(0, open), thinking, rest, signature, Close(0)});
    EXPECT_EQ(block.type, "thinking");
    EXPECT_TRUE(block.known);
    EXPECT_EQ(block.json, expected) << open;
  }
  EXPECT_EQ(BlockOf({Open(0, R"({"type":"thinking","thinking":""})"), signature, Close(0)}).json,
            R"({"type":"thinking","thinking":"","signature":"EqQB"})");
}

TEST(BlockAssemblerTest, BlocksWithoutDeltasAreUnchanged) {
  for (const char* block :
       {R"({"type":"redacted_thinking","data":"x"})",
        R"({"type":"web_search_tool_result","tool_use_id":"s","content":[{"url":"u"}]})",
        R"({"type":"fallback","from":{"model":"a"}})"}) {
    EXPECT_EQ(BlockOf({Open(0, block), Close(0)}).json, block);
  }
}

TEST(BlockAssemblerTest, TheInputOfAServerToolReplacesTheOpeningInput) {
  const std::string open = Open(
      0, R"({"type":"server_tool_use","id":"s","name":"web_search","input":{},"caller":null})");
  EXPECT_EQ(BlockOf({open, Input(0, R"({\"query\":)"), Input(0, R"( \"x\"})"), Close(0)}).json,
            R"({"type":"server_tool_use","id":"s","name":"web_search","input":{"query":"x"},)"
            R"("caller":null})");
}

TEST(BlockAssemblerTest, AFinalHighHalfIsHeldUntilItsLowHalfArrives) {
  BlockAssembler assembler;
  Parts parts;
  ApplyAll({OpenText(0), Text(0, R"(a\ud83d)")}, assembler, &parts);
  ASSERT_EQ(parts.size(), 2);
  EXPECT_EQ(std::get<TextAdded>(parts[1]).text, "a");
  ApplyAll({Text(0, R"(\ude00b)")}, assembler, &parts);
  ASSERT_EQ(parts.size(), 3);
  EXPECT_EQ(std::get<TextAdded>(parts[2]).text, "\U0001f600b");
  ApplyAll({Close(0)}, assembler, &parts);
  EXPECT_EQ(assembler.ill_formed_strings(), 0);
}

TEST(BlockAssemblerTest, AHeldHalfIsReplacedAndCountedAtTheEnd) {
  BlockAssembler assembler;
  Parts parts;
  ApplyAll({OpenText(0), Text(0, R"(\ude00)"), Text(0, R"(\ud83d)"), Close(0)}, assembler, &parts);
  EXPECT_EQ(assembler.ill_formed_strings(), 1);
  EXPECT_EQ(BlockFrom(std::move(parts)).text, "\uFFFD\uFFFD");
}

TEST(BlockAssemblerTest, StringsOfCitationsWithLoneHalvesAreCounted) {
  BlockAssembler assembler;
  Parts parts;
  ApplyAll({OpenText(0), Cite(0, R"(\ud83d)"), Cite(0, "c"), Close(0)}, assembler, &parts);
  EXPECT_EQ(assembler.ill_formed_strings(), 1);
}

TEST(BlockAssemblerTest, InputsAndThinkingAreDeliveredAtTheEnd) {
  const std::string thinking = Delta(0, R"({"type":"thinking_delta","thinking":"a"})");
  for (const Events& events :
       {Events{OpenTool(0), Input(0, "{}")}, Events{Open(0, R"({"type":"thinking"})"), thinking}}) {
    BlockAssembler assembler;
    Parts parts;
    ApplyAll(events, assembler, &parts);
    EXPECT_EQ(parts.size(), 1);
    ApplyAll({Close(0)}, assembler, &parts);
    EXPECT_EQ(parts.size(), 2);
  }
}

TEST(BlockAssemblerTest, AnInputThatIsNotAnObjectMakesTheBlockUnknown) {
  const struct {
    const char* name;
    std::string open;
    const char* type;
    const char* json;
  } cases[] = {
      {"tool use", OpenTool(0), "tool_use",
       R"({"type":"tool_use","id":"t","name":"search","input":"[1"})"},
      {"server tool", Open(0, R"({"type":"server_tool_use","input":{},"id":"s"})"),
       "server_tool_use", R"({"type":"server_tool_use","input":"[1","id":"s"})"},
  };
  for (const auto& test : cases) {
    BlockAssembler assembler;
    Parts parts;
    ApplyAll({test.open, Input(0, "["), Input(0, "1"), Close(0)}, assembler, &parts);
    EXPECT_EQ(assembler.bad_tool_input(), "[1") << test.name;
    const ContentBlock block = BlockFrom(std::move(parts));
    EXPECT_EQ(block.kind, ContentBlock::Kind::kOpaque) << test.name;
    EXPECT_FALSE(block.known) << test.name;
    EXPECT_EQ(block.type, test.type) << test.name;
    EXPECT_EQ(block.json, test.json) << test.name;
  }
}

TEST(BlockAssemblerTest, DeltasThatDoNotFitTheKindOfTheBlockFailWithoutQuotingThem) {
  const std::string text = Text(0, "canary");
  const std::string citation = Cite(0, "canary");
  const std::string input = Input(0, "canary");
  const std::string thinking = Delta(0, R"({"type":"thinking_delta","thinking":"canary"})");
  const std::string signature = Delta(0, R"({"type":"signature_delta","signature":"canary"})");
  const struct {
    std::string open;
    Events deltas;
  } cases[] = {
      {OpenText(0), {input, thinking, signature}},
      {OpenTool(0), {text, citation, thinking, signature}},
      {Open(0, R"({"type":"thinking"})"), {text, citation, input}},
      {Open(0, R"({"type":"server_tool_use"})"), {text, citation, thinking, signature}},
      {Open(0, R"({"type":"redacted_thinking"})"), {text, citation, input, thinking, signature}},
  };
  for (const auto& test : cases) {
    for (const std::string& delta : test.deltas) {
      BlockAssembler assembler;
      Parts parts;
      ApplyAll({test.open}, assembler, &parts);
      const absl::Status status = Apply(delta, assembler, &parts);
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << test.open << delta;
      EXPECT_FALSE(absl::StrContains(status.message(), "canary")) << test.open << delta;
      EXPECT_EQ(parts.size(), 1) << test.open << delta;
    }
  }
}

TEST(BlockAssemblerTest, DeltasOfAnUnknownBlockAreReportedAsUnknown) {
  BlockAssembler assembler;
  Parts parts;
  const Events deltas = {Text(3, "a"), Input(3, "{"),
                         Delta(3, R"({"type":"thinking_delta","thinking":"t"})"),
                         Delta(3, R"({"type":"signature_delta","signature":"s"})"), Cite(3, "c")};
  ApplyAll({Open(3, R"({"type":"hologram"})")}, assembler, &parts);
  ApplyAll(deltas, assembler, &parts);
  ApplyAll({Close(3)}, assembler, &parts);
  ASSERT_EQ(parts.size(), 7);
  for (size_t i = 0; i < deltas.size(); ++i) {
    const auto& unknown = std::get<UnknownReceived>(parts[i + 1]);
    EXPECT_EQ(unknown.json, deltas[i]);
    EXPECT_EQ(unknown.block, 3);
  }
  EXPECT_EQ(std::get<UnknownReceived>(parts[1]).type, "text_delta");
  EXPECT_EQ(BlockFrom(std::move(parts)).json, R"({"type":"hologram"})");
}

}  // namespace
}  // namespace footnote::messages

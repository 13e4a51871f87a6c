// SPDX-License-Identifier: Apache-2.0
#include "client/cli/history/history_file.h"

#include <google/protobuf/text_format.h>
#include <google/protobuf/util/message_differencer.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/cli/scratch_folder.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Turns Conversation() {
  v1::AnswerRequest holder;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(R"(
    turns {
      user {
        question: "日本?" search_results { id: "h" text: "a\000\033b" }
        documents { pdf: "%PDF-\377" } images { data: "\211PNG" }
      }
    }
    turns {
      assistant {
        blocks { opaque { type: "thinking" json: "{\"n\":1.50}" } }
        blocks {
          text {
            text: "So."
            citations {
              location { character { document_index: 0 start_char_index: 0 end_char_index: 1 } }
              cited_text: ""
            }
          }
        }
      }
    })",
                                                            &holder));
  return holder.turns();
}

bool Equal(const Turns& a, const Turns& b) {
  v1::AnswerRequest left;
  v1::AnswerRequest right;
  *left.mutable_turns() = a;
  *right.mutable_turns() = b;
  return google::protobuf::util::MessageDifferencer::Equals(left, right);
}

std::string Content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

unsigned ModeOf(const std::string& path) {
  struct stat info {};
  EXPECT_EQ(stat(path.c_str(), &info), 0);
  return info.st_mode & 0777;
}

TEST(HistoryFileTest, ReadsWrittenTurnsWithoutLoss) {
  ScratchFolder folder;
  const std::string path = folder.path() + "/talk.json";
  ASSERT_TRUE(WriteHistory(path, Conversation()).ok());
  const absl::StatusOr<Turns> read = ReadHistory(path, false);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE(Equal(*read, Conversation()));
}

TEST(HistoryFileTest, ReadsAnObjectAndABareList) {
  for (const char* json :
       {R"({"turns": [{"user": {"question": "Why?"}}]})", R"([{"user": {"question": "Why?"}}])"}) {
    const absl::StatusOr<Turns> turns = ParseHistory(json);
    ASSERT_TRUE(turns.ok()) << turns.status();
    ASSERT_EQ(turns->size(), 1);
    EXPECT_EQ((*turns)[0].user().question(), "Why?");
  }
  EXPECT_EQ(ParseHistory("[]")->size(), 0);
}

TEST(HistoryFileTest, ErrorsStateTheirPathInTheFile) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"", "the top level"},
      {"{", "the top level"},
      {"3", "the top level: must be"},
      {"{}", "the top level: must be"},
      {R"({"turns": {}})", "the top level: must be"},
      {R"({"turns": [], "question": "Why?"})", "the top level: must be"},
      {R"({"turns": [{}, {"user": {"questoin": "a"}}]})", "turns[1].user.questoin: no such field"},
      {R"([{"user": {"question": 3}}])", "[0].user.question: "},
      {R"([3])", "[0]: not an object"},
  };
  for (const auto& [json, expected] : cases) {
    const absl::StatusOr<Turns> turns = ParseHistory(json);
    EXPECT_EQ(turns.status().code(), absl::StatusCode::kInvalidArgument) << json;
    EXPECT_THAT(std::string(turns.status().message()), HasSubstr(expected)) << json;
  }
}

TEST(HistoryFileTest, NamesTheFileOnEveryLine) {
  ScratchFolder folder;
  const std::string path = folder.Write("talk.json", "[3, 4]");
  EXPECT_EQ(ReadHistory(path, false).status().message(),
            path + ": [0]: not an object; each turn is one\n" + path +
                ": [1]: not an object; each turn is one");
}

TEST(HistoryFileTest, AMissingFileHasNoTurnsIfItMayBeMissing) {
  ScratchFolder folder;
  const std::string path = folder.path() + "/new.json";
  EXPECT_EQ(ReadHistory(path, true)->size(), 0);
  EXPECT_THAT(std::string(ReadHistory(path, false).status().message()), StartsWith(path + ": "));
  EXPECT_FALSE(ReadHistory(folder.path(), true).ok());
}

TEST(HistoryFileTest, ANewFileIsPrivateAndAnExistingOneKeepsItsPermissions) {
  ScratchFolder folder;
  const std::string path = folder.path() + "/talk.json";
  ASSERT_TRUE(WriteHistory(path, {}).ok());
  EXPECT_EQ(ModeOf(path), 0600u);
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  ASSERT_TRUE(WriteHistory(path, Conversation()).ok());
  EXPECT_EQ(ModeOf(path), 0640u);
}

TEST(HistoryFileTest, FollowsASymbolicLinkAndRemovesTemporaryFiles) {
  ScratchFolder folder;
  const std::string path = folder.Write("talk.json", "[]");
  const std::string link = folder.path() + "/link.json";
  ASSERT_EQ(symlink(path.c_str(), link.c_str()), 0);
  ASSERT_TRUE(WriteHistory(link, Conversation()).ok());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_TRUE(Equal(*ReadHistory(path, false), Conversation()));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 2);
}

TEST(HistoryFileTest, KeepsTheOldFileIfTheNewOneCannotBeWritten) {
  ScratchFolder folder;
  const std::string path = folder.Write("talk.json", "[]");
  // A name that leaves no room for that of a file beside it.
  const std::string long_name = folder.path() + "/" + std::string(255, 'a');
  EXPECT_FALSE(WriteHistory(long_name, Conversation()).ok());
  EXPECT_FALSE(WriteHistory(folder.path() + "/no/such/folder.json", Conversation()).ok());
  EXPECT_EQ(Content(path), "[]");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

}  // namespace
}  // namespace footnote::client

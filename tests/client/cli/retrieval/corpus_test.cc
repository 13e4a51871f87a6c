// SPDX-License-Identifier: Apache-2.0
#include "client/cli/retrieval/corpus.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/cli/text/text_files.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/cli/scratch_folder.h"

namespace footnote::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

constexpr char kManual[] =
    "# Manual\n\nIntro.\n\n## Retention\n\nData is kept for 30 days.\n\n## Export\n\n"
    "Exports are CSV files.\n";

void Ignore(const std::string&) {}

Corpus IndexOrDie(const std::string& path) {
  absl::StatusOr<Corpus> corpus = Corpus::Index(path, Ignore);
  if (!corpus.ok()) {
    ADD_FAILURE() << corpus.status();
    abort();
  }
  return *std::move(corpus);
}

std::vector<v1::SearchResult> SearchOrDie(const Corpus& corpus, const std::string& question,
                                          size_t limit = 8) {
  absl::StatusOr<std::vector<v1::SearchResult>> hits = corpus.Search(question, limit);
  EXPECT_TRUE(hits.ok()) << hits.status();
  return hits.ok() ? *std::move(hits) : std::vector<v1::SearchResult>();
}

// The Japanese handbook of the demo, as plain files: what Bazel lays out is links.
void CopyHandbook(const ScratchFolder& folder) {
  for (const char* name : {"kyuka", "keihi", "remote", "security", "nyusha"}) {
    const std::string file = absl::StrCat(name, ".md");
    absl::StatusOr<std::string> content = ReadFile(absl::StrCat("docs/demo/ja/", file));
    ASSERT_TRUE(content.ok()) << content.status();
    folder.Write(file, *content);
  }
}

TEST(CorpusTest, ASearchResultHasThePassageAndItsRangeInTheFile) {
  ScratchFolder folder;
  folder.Write("guide/manual.md", kManual);
  const auto hits = SearchOrDie(IndexOrDie(folder.path()), "How long is data kept?");
  ASSERT_THAT(hits, SizeIs(1));
  EXPECT_EQ(hits[0].text(), "Data is kept for 30 days.");
  EXPECT_EQ(hits[0].title(), "Manual — Retention");
  EXPECT_EQ(hits[0].source(), "guide/manual.md");
  EXPECT_EQ(hits[0].document_key(), "guide/manual.md");
  EXPECT_EQ(hits[0].id(), "guide/manual.md#32-57");
  EXPECT_EQ(hits[0].metadata().at("path"), "guide/manual.md");
  EXPECT_EQ(hits[0].metadata().at("byte_start"), "32");
}

TEST(CorpusTest, EverySearchResultIsTheSliceOfItsFileThatItsMetadataNames) {
  ScratchFolder folder;
  CopyHandbook(folder);
  const Corpus corpus = IndexOrDie(folder.path());
  const auto hits = SearchOrDie(corpus, "休暇 経費 パスワード 研修 リモートワーク 申請 社員", 1000);
  EXPECT_GT(hits.size(), 15u);
  for (const v1::SearchResult& hit : hits) {
    absl::StatusOr<std::string> file = ReadFile(absl::StrCat(folder.path(), "/", hit.source()));
    ASSERT_TRUE(file.ok());
    size_t start = 0;
    ASSERT_TRUE(absl::SimpleAtoi(hit.metadata().at("byte_start"), &start));
    EXPECT_EQ(file->substr(start, hit.text().size()), hit.text());
    EXPECT_EQ(hit.id(), absl::StrCat(hit.source(), "#", start, "-", start + hit.text().size()));
  }
}

struct Question {
  const char* text;
  const char* title;
};

TEST(CorpusTest, FindsTheRightClauseOfAJapaneseHandbook) {
  ScratchFolder folder;
  CopyHandbook(folder);
  const Corpus corpus = IndexOrDie(folder.path());
  for (const Question& question : std::vector<Question>{
           {"有給休暇は何日前までに申請すればよいですか？", "休暇規程 — 第2条 申請の手続き"},
           {"パソコンを紛失したらどうすればよいですか", "情報セキュリティ規程 — 機器の管理"},
           {"ﾊﾟｽﾜｰﾄﾞは何文字以上？", "情報セキュリティ規程 — パスワード"},
           {"リモートワークは週に何日まで？", "リモートワーク規程 — 頻度と出社日"},
           {"領収書をなくした", "経費精算規程 — 領収書"},
       }) {
    const auto hits = SearchOrDie(corpus, question.text);
    ASSERT_FALSE(hits.empty()) << question.text;
    EXPECT_EQ(hits[0].title(), question.title) << question.text;
  }
}

TEST(CorpusTest, FindsNothingForAQuestionThatSharesNoWord) {
  ScratchFolder folder;
  folder.Write("manual.md", kManual);
  const Corpus corpus = IndexOrDie(folder.path());
  for (const char* question : {"What colour do zebras like?", "火星の大気は？", "?", "", "***"}) {
    EXPECT_THAT(SearchOrDie(corpus, question), IsEmpty()) << question;
  }
}

TEST(CorpusTest, NeverInterpretsAQuestionAsAQuery) {
  ScratchFolder folder;
  folder.Write("manual.md", kManual);
  const Corpus corpus = IndexOrDie(folder.path());
  for (const char* question : {"\"",
                               "data\"",
                               "'; DROP TABLE passages; --",
                               "AND",
                               "data AND",
                               "OR OR data",
                               "NEAR(data kept, 5)",
                               "NEAR(",
                               "(((data",
                               "data*",
                               "*",
                               "^data",
                               "heading:data",
                               "nosuch:data",
                               "-data",
                               "data + kept",
                               "{terms heading}: data",
                               "\xF0\x9F\x97\xBE data",
                               "data\\",
                               "%s%n"}) {
    EXPECT_TRUE(corpus.Search(question, 8).ok()) << question;
  }
}

TEST(CorpusTest, GivesAtMostTheLimitAndTheBestFirst) {
  ScratchFolder folder;
  for (int i = 0; i < 20; ++i) {
    folder.Write(absl::StrCat("note", i, ".txt"), "A page that mentions storage once.");
  }
  folder.Write("storage.txt", "Storage, storage and storage.");
  const auto hits = SearchOrDie(IndexOrDie(folder.path()), "storage", 3);
  ASSERT_THAT(hits, SizeIs(3));
  EXPECT_EQ(hits[0].source(), "storage.txt");
}

TEST(CorpusTest, FindsOtherFormsOfAnEnglishWordAndTheWordsOfHeadings) {
  ScratchFolder folder;
  folder.Write("manual.md", kManual);
  const Corpus corpus = IndexOrDie(folder.path());
  EXPECT_EQ(SearchOrDie(corpus, "exporting")[0].title(), "Manual — Export");
  EXPECT_EQ(SearchOrDie(corpus, "retention")[0].title(), "Manual — Retention");
}

TEST(CorpusTest, NamesADocumentWithoutHeadingsByItsFile) {
  ScratchFolder folder;
  folder.Write("a/notes.txt", "Plain words.");
  EXPECT_EQ(SearchOrDie(IndexOrDie(folder.path()), "words")[0].title(), "notes.txt");
}

TEST(CorpusTest, DeterminesTheFormatFromTheFileName) {
  ScratchFolder folder;
  for (const char* name : {"a.md", "b.MARKDOWN", "c.txt", "d.text", "e.rst"}) {
    folder.Write(name, "# Title\n\nWords.\n");
  }
  std::vector<std::string> titles;
  for (const v1::SearchResult& hit : SearchOrDie(IndexOrDie(folder.path()), "words")) {
    titles.push_back(hit.title());
  }
  EXPECT_THAT(titles, UnorderedElementsAre("Title", "Title", "c.txt", "d.text", "e.rst"));
}

TEST(CorpusTest, IndexesASingleFile) {
  ScratchFolder folder;
  const std::string file = folder.Write("manual.md", kManual);
  EXPECT_EQ(SearchOrDie(IndexOrDie(file), "kept")[0].source(), "manual.md");
}

TEST(CorpusTest, WarnsAboutEachOmittedFile) {
  ScratchFolder folder;
  folder.Write("good.txt", "Fine words.");
  folder.Write("latin1.txt", "caf\xE9");
  folder.Write("binary.txt", absl::string_view("a\0b", 3));
  ASSERT_EQ(symlink("/etc/hostname", absl::StrCat(folder.path(), "/link.txt").c_str()), 0);
  std::vector<std::string> warnings;
  absl::StatusOr<Corpus> corpus = Corpus::Index(
      folder.path(), [&warnings](const std::string& line) { warnings.push_back(line); });
  ASSERT_TRUE(corpus.ok());
  EXPECT_EQ(corpus->file_count(), 1u);
  EXPECT_THAT(warnings, UnorderedElementsAre(HasSubstr("latin1.txt is not UTF-8"),
                                             HasSubstr("binary.txt is binary"),
                                             HasSubstr("link.txt is a symbolic link")));
}

TEST(CorpusTest, IgnoresHiddenNamesAndOtherKindsOfFiles) {
  ScratchFolder folder;
  folder.Write("good.txt", "Fine words.");
  folder.Write(".git/config.txt", "Hidden words.");
  folder.Write(".hidden.md", "Hidden words.");
  folder.Write("program.cc", "int words;");
  EXPECT_EQ(IndexOrDie(folder.path()).file_count(), 1u);
}

TEST(CorpusTest, OmitsAnIdThatIsTooLong) {
  ScratchFolder folder;
  const std::string part(200, 'd');
  folder.Write(absl::StrCat(part, "/", part, "/", part, "/deep.txt"), "Fine words.");
  const auto hits = SearchOrDie(IndexOrDie(folder.path()), "words");
  ASSERT_THAT(hits, SizeIs(1));
  EXPECT_EQ(hits[0].id(), "");
}

TEST(CorpusTest, FailsWithoutTextFiles) {
  ScratchFolder folder;
  folder.Write("image.png", "png");
  for (const std::string& path :
       {folder.path(), folder.path() + "/missing", folder.path() + "/image.png/x"}) {
    const absl::Status status = Corpus::Index(path, Ignore).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kNotFound) << path;
    EXPECT_THAT(std::string(status.message()), HasSubstr(path));
  }
}

}  // namespace
}  // namespace footnote::client

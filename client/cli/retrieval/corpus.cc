// SPDX-License-Identifier: Apache-2.0
#include "client/cli/retrieval/corpus.h"

#include <sqlite3.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/retrieval/passages.h"
#include "client/cli/retrieval/terms.h"
#include "client/cli/text/text_files.h"

namespace footnote::client {
namespace {

constexpr size_t kMaxIdBytes = 512;  // the maximum of SearchResult.id

Format FormatOf(const std::string& path) {
  const std::string name = absl::AsciiStrToLower(path);
  if (absl::EndsWith(name, ".md") || absl::EndsWith(name, ".markdown")) return Format::kMarkdown;
  return absl::EndsWith(name, ".rst") ? Format::kReStructuredText : Format::kPlainText;
}

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

}  // namespace

struct Corpus::File {
  std::string path;
  std::string title;
  std::string content;
};

struct Corpus::Entry {
  size_t file;  // index of files_
  Passage passage;
};

// The FTS5 table: a row for each passage with its terms and, with twice the weight, those of its
// heading.
class Corpus::Table {
 public:
  static absl::StatusOr<std::unique_ptr<Table>> Create() {
    auto table = std::make_unique<Table>();
    sqlite3* database = nullptr;
    const int opened = sqlite3_open(":memory:", &database);
    table->database_.reset(database);
    if (opened != SQLITE_OK) return table->Error();
    // contentless: the passages are slices of the files, which are in memory.
    constexpr char kCreate[] =
        "CREATE VIRTUAL TABLE passages USING fts5(terms, heading, content='',"
        " tokenize='porter unicode61 remove_diacritics 2')";
    if (sqlite3_exec(database, kCreate, nullptr, nullptr, nullptr) != SQLITE_OK) {
      return table->Error();
    }
    constexpr char kInsert[] = "INSERT INTO passages(rowid, terms, heading) VALUES(?1, ?2, ?3)";
    constexpr char kSelect[] =
        "SELECT rowid FROM passages WHERE passages MATCH ?1"
        " ORDER BY bm25(passages, 1.0, 2.0), rowid LIMIT ?2";
    if (!table->Prepare(kInsert, &table->insert_) || !table->Prepare(kSelect, &table->select_)) {
      return table->Error();
    }
    return table;
  }

  absl::Status Insert(int64_t row, const std::string& terms, const std::string& heading) {
    sqlite3_stmt* const statement = insert_.get();
    sqlite3_reset(statement);
    sqlite3_bind_int64(statement, 1, row);
    BindText(statement, 2, terms);
    BindText(statement, 3, heading);
    return sqlite3_step(statement) == SQLITE_DONE ? absl::OkStatus() : Error();
  }

  absl::StatusOr<std::vector<int64_t>> Select(const std::string& query, size_t limit) {
    std::vector<int64_t> rows;
    sqlite3_stmt* const statement = select_.get();
    sqlite3_reset(statement);
    BindText(statement, 1, query);
    sqlite3_bind_int64(statement, 2, static_cast<int64_t>(limit));
    int result;
    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
      rows.push_back(sqlite3_column_int64(statement, 0));
    }
    if (result != SQLITE_DONE) return Error();
    return rows;
  }

 private:
  bool Prepare(const char* sql, Statement* statement) {
    sqlite3_stmt* prepared = nullptr;
    const int result = sqlite3_prepare_v2(database_.get(), sql, -1, &prepared, nullptr);
    statement->reset(prepared);
    return result == SQLITE_OK;
  }

  static void BindText(sqlite3_stmt* statement, int index, const std::string& text) {
    sqlite3_bind_text64(statement, index, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }

  absl::Status Error() const {
    return absl::InternalError(absl::StrCat("SQLite: ", sqlite3_errmsg(database_.get())));
  }

  Database database_;  // outlives its statements
  Statement insert_;
  Statement select_;
};

Corpus::Corpus() = default;
Corpus::Corpus(Corpus&&) noexcept = default;
Corpus& Corpus::operator=(Corpus&&) noexcept = default;
Corpus::~Corpus() = default;

absl::StatusOr<Corpus> Corpus::Index(const std::string& path, const Warn& warn) {
  absl::StatusOr<std::vector<TextFile>> files = ReadTextFiles(path, warn);
  if (!files.ok()) return files.status();
  absl::StatusOr<std::unique_ptr<Table>> table = Table::Create();
  if (!table.ok()) return table.status();
  Corpus corpus;
  corpus.table_ = *std::move(table);
  for (TextFile& file : *files) {
    absl::Status added = corpus.Add(std::move(file.path), std::move(file.content));
    if (!added.ok()) return added;
  }
  return corpus;
}

absl::Status Corpus::Add(std::string path, std::string content) {
  const size_t file = files_.size();
  Document document = SplitIntoPassages(content, FormatOf(path));
  if (document.title.empty()) document.title = path.substr(path.rfind('/') + 1);
  files_.push_back({std::move(path), std::move(document.title), std::move(content)});
  const absl::string_view text = files_.back().content;
  for (Passage& passage : document.passages) {
    const std::string terms = IndexTerms(text.substr(passage.begin, passage.end - passage.begin));
    if (terms.empty()) continue;  // no query can match it
    const std::string heading = IndexTerms(passage.section);
    entries_.push_back({file, std::move(passage)});
    absl::Status inserted = table_->Insert(static_cast<int64_t>(entries_.size()), terms, heading);
    if (!inserted.ok()) return inserted;
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<v1::SearchResult>> Corpus::Search(absl::string_view question,
                                                             size_t limit) const {
  std::vector<v1::SearchResult> results;
  const std::string query = MatchQuery(question);
  if (query.empty()) return results;
  absl::StatusOr<std::vector<int64_t>> rows = table_->Select(query, limit);
  if (!rows.ok()) return rows.status();
  for (const int64_t row : *rows) {
    const Entry& entry = entries_[row - 1];
    const File& file = files_[entry.file];
    const Passage& passage = entry.passage;
    v1::SearchResult& result = results.emplace_back();
    std::string id = absl::StrCat(file.path, "#", passage.begin, "-", passage.end);
    if (id.size() <= kMaxIdBytes) result.set_id(std::move(id));
    result.set_source(file.path);
    result.set_document_key(file.path);
    const bool in_section = !passage.section.empty() && passage.section != file.title;
    result.set_title(in_section ? absl::StrCat(file.title, " — ", passage.section) : file.title);
    result.set_text(file.content.substr(passage.begin, passage.end - passage.begin));
    (*result.mutable_metadata())["path"] = file.path;
    (*result.mutable_metadata())["byte_start"] = absl::StrCat(passage.begin);
  }
  return results;
}

size_t Corpus::file_count() const { return files_.size(); }
size_t Corpus::passage_count() const { return entries_.size(); }

}  // namespace footnote::client

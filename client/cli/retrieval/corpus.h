// SPDX-License-Identifier: Apache-2.0
// Searches a folder of text files, for use without a search engine.
//
//   absl::StatusOr<Corpus> corpus = Corpus::Index("docs/", warn);
//   std::vector<v1::SearchResult> results = corpus->Search("How long is data kept?", 8);
//
// A corpus has .txt, .text, .md, .markdown and .rst files in memory, split into passages
// (passages.h), and ranks them by BM25 over their terms (terms.h) with SQLite's FTS5. It is
// movable. Not thread-safe.
#ifndef FOOTNOTE_CLIENT_CLI_RETRIEVAL_CORPUS_H_
#define FOOTNOTE_CLIENT_CLI_RETRIEVAL_CORPUS_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/content.pb.h"

namespace footnote::client {

class Corpus {
 public:
  // Called with one line for each omitted file and the reason.
  using Warn = std::function<void(const std::string&)>;

  // Indexes the text files in folder `path`, recursively, or the file at `path`. Omitted with a
  // warning: files that are not UTF-8, contain NUL bytes, have more than 64 MiB or cannot be read,
  // and symbolic links. Omitted without a warning: names that start with a dot, and other kinds of
  // files. An error if `path` cannot be read or has no text file.
  static absl::StatusOr<Corpus> Index(const std::string& path, const Warn& warn);

  Corpus(Corpus&&) noexcept;
  Corpus& operator=(Corpus&&) noexcept;
  ~Corpus();

  // Returns the passages that match `question` best, best first, at most `limit`; none if no
  // passage has a term of it. A search result has
  //   text          the passage, exactly as in the file
  //   title         "Document — Section": the document's title (passages.h) or, if it has none, the
  //                 file's name; and the nearest heading
  //   source        the file's path in the folder; document_key and metadata["path"] equal it
  //   id            "path#begin-end": the passage's bytes in the file, half-open
  //   metadata      "path", and "byte_start": the offset of the first of those bytes
  absl::StatusOr<std::vector<v1::SearchResult>> Search(absl::string_view question,
                                                       size_t limit) const;

  size_t file_count() const;
  size_t passage_count() const;

 private:
  class Table;
  struct File;
  struct Entry;

  Corpus();
  absl::Status Add(std::string path, std::string content);

  std::vector<File> files_;
  std::vector<Entry> entries_;  // entry i is row i + 1 of the table
  std::unique_ptr<Table> table_;
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_RETRIEVAL_CORPUS_H_

// A search over a folder of text files, for trying Footnote out without a search engine.
//
//   absl::StatusOr<Corpus> corpus = Corpus::Index("docs/", warn);
//   std::vector<v1::SearchResult> hits = corpus->Search("How long is data kept?", 8);
//
// It holds .txt, .text, .md, .markdown and .rst files in memory, cut into passages (passages.h),
// and ranks them by BM25 over their terms (terms.h) with SQLite's FTS5. A corpus may be moved, and
// used from one thread at a time.
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
  // Told of each file that is left out and why, as one line.
  using Warn = std::function<void(const std::string&)>;

  // Indexes the text files under `path`, or the one file that it names. Left out with a warning:
  // files that are not UTF-8, hold NUL bytes, are over 64 MiB or cannot be read, and symbolic
  // links. Left out without: names that start with a dot, and other kinds of files. An error if
  // `path` cannot be read or has no text file in it.
  static absl::StatusOr<Corpus> Index(const std::string& path, const Warn& warn);

  Corpus(Corpus&&) noexcept;
  Corpus& operator=(Corpus&&) noexcept;
  ~Corpus();

  // The passages that fit `question` best, best first, at most `limit`. None if none has a term of
  // it. A hit has
  //   text          the passage, exactly as in the file
  //   title         "Document — Section": the document's title (passages.h) or, if it has none, the
  //                 file's name; and the nearest heading
  //   source        the file's path in the folder; so are document_key and metadata["path"]
  //   id            "path#begin-end": the passage's bytes in the file, half-open
  //   metadata      "path", and "byte_start": the first of those bytes
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

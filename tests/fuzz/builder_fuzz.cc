// SPDX-License-Identifier: Apache-2.0
// Every request is refused, or its JSON has the search results and documents of its SourceIndex.
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/request_builder.h"
#include "service/answering/source_index.h"
#include "tests/fuzz/check.h"

namespace footnote::fuzz {
namespace {

using answering::Source;
using Json = nlohmann::json;

// The start of an input in the text format, as in the corpus. Other inputs are in the binary
// format, which is better for mutations.
constexpr absl::string_view kTextPrefix = "# text";

// Discards errors, which most inputs of a fuzzer have.
class IgnoreErrors : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int, google::protobuf::io::ColumnNumber, const std::string&) override {}
};

bool Read(absl::string_view input, v1::AnswerRequest* request) {
  if (!absl::StartsWith(input, kTextPrefix)) {
    return request->ParseFromArray(input.data(), static_cast<int>(input.size()));
  }
  IgnoreErrors ignore_errors;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&ignore_errors);
  return parser.ParseFromString(std::string(input), request);
}

struct Counted {
  std::vector<const Json*> search_results;
  std::vector<const Json*> documents;

  void Count(const Json& blocks) {
    for (const Json& block : blocks) {
      const Json& type = block.at("type");
      if (type == "search_result") search_results.push_back(&block);
      if (type == "document") documents.push_back(&block);
      if (type == "tool_result") Count(block.at("content"));
    }
  }
};

// Checks that `sent` has the blocks of `source`, and that their concatenation is `text`.
void CheckBlocks(const Json& sent, const answering::Source& source, const std::string& text) {
  Check(sent.size() == source.blocks.size(), "all blocks are sent");
  std::string joined;
  for (size_t i = 0; i < source.blocks.size(); ++i) {
    joined.append(source.blocks[i].data(), source.blocks[i].size());
    const bool is_text = sent[i].at("type") == "text";
    Check((is_text ? sent[i].at("text").get<std::string>() : "") == source.blocks[i],
          "each block is sent unchanged");
  }
  Check(joined == text, "the concatenated blocks equal the text");
}

std::string TextOf(const v1::SearchResult& result) {
  std::string text = result.text();
  for (const v1::TextBlock& block : result.blocks().blocks()) text += block.text();
  return text;
}

std::string TextOf(const v1::Document& document) {
  std::string text = document.text();
  for (const v1::DocumentBlock& block : document.blocks().blocks()) text += block.text();
  return text;
}

void CheckDocument(const Json& sent, const answering::Source& source) {
  const Json& content = sent.at("source");
  switch (source.kind) {
    case answering::Source::Kind::kPlainText:
      Check(content.at("data").get<std::string>() == source.document->text(), "text is sent");
      Check(source.blocks.size() == 1 && source.blocks[0] == source.document->text(),
            "a plain text is one block");
      return;
    case answering::Source::Kind::kBlocks:
      CheckBlocks(content.at("content"), source, TextOf(*source.document));
      return;
    case answering::Source::Kind::kPdf:
      Check(content.at("type") == "base64" && source.blocks.empty(), "a PDF has no blocks");
      return;
    case answering::Source::Kind::kUrl:
      Check(content.at("url").get<std::string>() == source.document->pdf_url(), "a URL is sent");
      return;
    case answering::Source::Kind::kFile:
      Check(content.at("file_id").get<std::string>() == source.document->file_id(),
            "the id of a file is sent");
      return;
    case answering::Source::Kind::kSearchResult:
      Check(false, "a document is not a search result");
  }
}

void CheckRequest(const v1::AnswerRequest& request) {
  using answering::building::IndexedRequest;
  using answering::building::SerializedRequest;
  const answering::building::RequestDefaults defaults = {"claude-test", 1024};
  const absl::StatusOr<IndexedRequest> indexed =
      answering::building::IndexRequest(request, defaults);
  if (!indexed.ok()) return;
  const absl::StatusOr<SerializedRequest> serialized =
      answering::building::SerializeRequest(*indexed);
  if (!serialized.ok()) return;
  const Json json = Json::parse(serialized->json, nullptr, /*allow_exceptions=*/false);
  Check(!json.is_discarded(), "the request is JSON");
  Counted counted;
  for (const Json& message : json.at("messages")) counted.Count(message.at("content"));
  const std::vector<answering::Source>& results = indexed->sources.search_results();
  const std::vector<answering::Source>& documents = indexed->sources.documents();
  Check(counted.search_results.size() == results.size(), "all search results are counted");
  Check(counted.documents.size() == documents.size(), "all documents are counted");
  for (size_t i = 0; i < results.size(); ++i) {
    const v1::SearchResult& result = *results[i].search_result;
    const Json& sent = *counted.search_results[i];
    Check(sent.at("source").get<std::string>() == result.source(),
          "search results are sent in the order of the index");
    CheckBlocks(sent.at("content"), results[i], TextOf(result));
  }
  for (size_t i = 0; i < documents.size(); ++i) CheckDocument(*counted.documents[i], documents[i]);
}

}  // namespace
}  // namespace footnote::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  footnote::v1::AnswerRequest request;
  if (footnote::fuzz::Read({reinterpret_cast<const char*>(data), size}, &request)) {
    footnote::fuzz::CheckRequest(request);
  }
  return 0;
}

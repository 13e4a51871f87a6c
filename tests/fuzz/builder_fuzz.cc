// Whatever a caller asks for is refused, or built to JSON that says of hits and documents what the
// SourceIndex says.
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
using answering::building::BuiltRequest;
using Json = nlohmann::json;

// Seeds are easier to read as text, and the fuzzer does better with bytes: this begins a text.
constexpr absl::string_view kTextMark = "# text";

// Errors are what a fuzzer makes most of, and nobody reads them.
class Silent : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int, google::protobuf::io::ColumnNumber, const std::string&) override {}
};

bool Read(absl::string_view input, v1::AnswerRequest* request) {
  if (!absl::StartsWith(input, kTextMark)) {
    return request->ParseFromArray(input.data(), static_cast<int>(input.size()));
  }
  Silent silent;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&silent);
  return parser.ParseFromString(std::string(input), request);
}

struct Counted {
  std::vector<const Json*> hits;
  std::vector<const Json*> documents;

  void Count(const Json& blocks) {
    for (const Json& block : blocks) {
      const Json& type = block.at("type");
      if (type == "search_result") hits.push_back(&block);
      if (type == "document") documents.push_back(&block);
      if (type == "tool_result") Count(block.at("content"));
    }
  }
};

// Checks that `sent` are the blocks of `source` and that these are `text`, each where the one
// before ended.
void CheckBlocks(const Json& sent, const answering::Source& source, const std::string& text) {
  Check(sent.size() == source.blocks.size(), "as many blocks are sent as are counted");
  std::string joined;
  for (size_t i = 0; i < source.blocks.size(); ++i) {
    joined.append(source.blocks[i].data(), source.blocks[i].size());
    const bool is_text = sent[i].at("type") == "text";
    Check((is_text ? sent[i].at("text").get<std::string>() : "") == source.blocks[i],
          "a block is sent as it is counted");
  }
  Check(joined == text, "blocks join to the caller's text");
}

std::string TextOf(const v1::SearchResult& hit) {
  std::string text = hit.text();
  for (const v1::TextBlock& block : hit.blocks()) text += block.text();
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
            "a text is one block");
      return;
    case answering::Source::Kind::kBlocks:
      CheckBlocks(content.at("content"), source, TextOf(*source.document));
      return;
    case answering::Source::Kind::kPdf:
      Check(content.at("type") == "base64" && source.blocks.empty(), "a PDF has no blocks");
      return;
    case answering::Source::Kind::kUrl:
      Check(content.at("url").get<std::string>() == source.document->url(), "a URL is sent");
      return;
    case answering::Source::Kind::kFile:
      Check(content.at("file_id").get<std::string>() == source.document->file_id(),
            "a file's id is sent");
      return;
    case answering::Source::Kind::kHit:
      Check(false, "a document is no hit");
  }
}

void CheckBuilt(const answering::building::BuiltRequest& built) {
  const Json json = Json::parse(built.json, nullptr, /*allow_exceptions=*/false);
  Check(!json.is_discarded(), "what is sent is JSON");
  Counted counted;
  for (const Json& message : json.at("messages")) counted.Count(message.at("content"));
  const std::vector<answering::Source>& hits = built.sources.hits();
  const std::vector<answering::Source>& documents = built.sources.documents();
  Check(counted.hits.size() == hits.size(), "all hits are counted");
  Check(counted.documents.size() == documents.size(), "all documents are counted");
  for (size_t i = 0; i < hits.size(); ++i) {
    Check(counted.hits[i]->at("source").get<std::string>() == hits[i].hit->source(),
          "hits are sent in the order of the index");
    CheckBlocks(counted.hits[i]->at("content"), hits[i], TextOf(*hits[i].hit));
  }
  for (size_t i = 0; i < documents.size(); ++i) CheckDocument(*counted.documents[i], documents[i]);
}

}  // namespace
}  // namespace footnote::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using footnote::answering::building::BuildRequest;
  footnote::v1::AnswerRequest request;
  if (!footnote::fuzz::Read({reinterpret_cast<const char*>(data), size}, &request)) return 0;
  const auto built = BuildRequest(request, {"claude-test", 1024});
  if (built.ok()) footnote::fuzz::CheckBuilt(*built);
  return 0;
}

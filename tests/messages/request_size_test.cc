// SPDX-License-Identifier: Apache-2.0
#include "service/messages/request_size.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "service/messages/request.h"

namespace footnote::messages {
namespace {

constexpr char kObject[] = R"({"type":"object"})";

size_t JsonSize(const MessagesRequest& request) {
  std::string out;
  AppendJson(request, &out);
  return out.size();
}

MessagesRequest RequestWith(ContentBlockParam block) {
  MessagesRequest request;
  request.model = "m";
  request.max_tokens = 1;
  request.messages.push_back({Role::kUser, {std::move(block)}});
  return request;
}

// Returns a text with two citations, which have only the fields of `kind`.
TextParam Citing(CitationParam::Kind kind, absl::string_view text) {
  CitationParam citation;
  citation.kind = kind;
  citation.cited_text = text;
  citation.title = text;
  const bool is_web = kind == CitationParam::Kind::kWebSearchResult;
  if (is_web || kind == CitationParam::Kind::kSearchResult) citation.source = text;
  if (is_web) citation.encrypted_index = text;
  return {text, {}, {citation, citation}};
}

// Returns a block of every kind and source. `text` is the value of most strings.
std::vector<ContentBlockParam> EveryBlock(absl::string_view text) {
  using Source = DocumentParam::Source;
  using Kind = CitationParam::Kind;
  const ImageParam image = {ImageParam::Source::kBytes, text, "image/png", {}};
  std::vector<ContentBlockParam> blocks = {
      TextParam{text, {}, {}},
      SearchResultParam{text, text, {}, false, {}},
      SearchResultParam{text, text, {text, text}, true, CacheTtl::k1Hour},
      image,
      ImageParam{ImageParam::Source::kUrl, text, "", {}},
      ImageParam{ImageParam::Source::kFile, text, "", {}},
      DocumentParam{Source::kText, text, {}, text, text, true, {}},
      DocumentParam{Source::kPdf, text, {}, "", "", false, {}},
      DocumentParam{Source::kUrl, text, {}, "", "", false, {}},
      DocumentParam{Source::kFile, text, {}, "", "", false, {}},
      DocumentParam{Source::kBlocks, "", {text, image, text}, "", "", false, {}},
      ToolUseParam{text, text, "{}"},
      ToolResultParam{text, {}, false, {}},
      ToolResultParam{text, {TextParam{text, {}, {}}, image}, true, CacheTtl::k5Minutes},
      OpaqueParam{kObject},
  };
  for (const Kind kind : {Kind::kChar, Kind::kPage, Kind::kContentBlock, Kind::kSearchResult,
                          Kind::kWebSearchResult}) {
    blocks.emplace_back(Citing(kind, text));
  }
  return blocks;
}

TEST(MinimumJsonSizeTest, IsALowerBoundForEveryKindOfBlock) {
  for (const size_t size : {0, 1, 2, 3, 1000}) {
    const std::string text(size, 'x');
    const std::vector<ContentBlockParam> blocks = EveryBlock(text);
    for (size_t i = 0; i < blocks.size(); ++i) {
      const MessagesRequest request = RequestWith(blocks[i]);
      EXPECT_LE(MinimumJsonSize(request), JsonSize(request)) << i << " with " << size;
    }
  }
}

TEST(MinimumJsonSizeTest, IsALowerBoundForToolsAndOptions) {
  MessagesRequest request;
  EXPECT_LE(MinimumJsonSize(request), JsonSize(request));
  request.tools.emplace_back(ToolParam{"", "", "{}", {}, {}});
  WebSearchParam search;
  search.type = "web_search_20250305";
  request.tools.emplace_back(search);
  EXPECT_LE(MinimumJsonSize(request), JsonSize(request));
  search.allowed_domains = {"a.example"};
  request.tools.emplace_back(search);
  request.tools.emplace_back(ToolParam{"n", "d", kObject, true, CacheTtl::k1Hour});
  request.system = "S";
  request.user_id = "u";
  request.output_schema_json = kObject;
  EXPECT_LE(MinimumJsonSize(request), JsonSize(request));
}

TEST(MinimumJsonSizeTest, CountsEveryString) {
  const std::string text(1000, 'x');
  const size_t empty = MinimumJsonSize(MessagesRequest());
  const auto grows_by = [&](size_t size, const MessagesRequest& request) {
    EXPECT_GE(MinimumJsonSize(request), empty + size);
  };
  MessagesRequest request;
  request.model = text;
  request.system = text;
  request.user_id = text;
  request.output_schema_json = text;
  grows_by(4000, request);
  MessagesRequest tools;
  tools.tools.emplace_back(ToolParam{text, text, text, {}, {}});
  WebSearchParam search;
  search.allowed_domains = {text};
  search.blocked_domains = {text};
  tools.tools.emplace_back(search);
  grows_by(5000, tools);
  grows_by(2000,
           RequestWith(DocumentParam{DocumentParam::Source::kText, text, {}, text, "", false, {}}));
  grows_by(4000, RequestWith(SearchResultParam{text, text, {text, text}, false, {}}));
  grows_by(3000, RequestWith(ToolUseParam{text, text, text}));
  grows_by(2000, RequestWith(ToolResultParam{text, {TextParam{text, {}, {}}}, false, {}}));
  grows_by(1000, RequestWith(OpaqueParam{text}));
  grows_by(9000, RequestWith(Citing(CitationParam::Kind::kWebSearchResult, text)));
}

TEST(MinimumJsonSizeTest, FilesCountWithTheirSizeInBase64) {
  const std::string file(3000, 'x');
  const DocumentParam pdf = {DocumentParam::Source::kPdf, file, {}, "", "", false, {}};
  EXPECT_GT(MinimumJsonSize(RequestWith(pdf)), 4000u);
  ToolResultParam result;
  result.content.emplace_back(ImageParam{ImageParam::Source::kBytes, file, "image/png", {}});
  EXPECT_GT(MinimumJsonSize(RequestWith(result)), 4000u);
}

TEST(UsualJsonSizeTest, IsAnUpperBoundWithoutEscapeSequences) {
  for (const size_t size : {0, 10, 1000}) {
    const std::string text(size, 'x');
    for (const ContentBlockParam& block : EveryBlock(text)) {
      const MessagesRequest request = RequestWith(block);
      EXPECT_GE(UsualJsonSize(request), JsonSize(request)) << block.index() << " with " << size;
      EXPECT_GT(UsualJsonSize(request), MinimumJsonSize(request));
    }
  }
}

}  // namespace
}  // namespace footnote::messages

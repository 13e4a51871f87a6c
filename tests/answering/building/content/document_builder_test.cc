// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/document_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "service/status/rich_status.h"
#include "tests/answering/building/content/rule_testing.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;
using Kind = Source::Kind;

v1::AnswerRequest WithDocument(const std::string& fields) {
  return FromText<v1::AnswerRequest>(absl::StrCat("question: 'Q' documents {", fields, "}"));
}

// Returns the document block that is sent.
Json Sent(const std::string& fields) {
  return SentJson(WithDocument(fields))["messages"][0]["content"][0];
}

std::string Joined(const Source& source) { return absl::StrJoin(source.blocks, ""); }

TEST(DocumentBuilderTest, TheDocumentedFileIsSentAsDocumented) {
  v1::AnswerRequest request = WithDocument("file_id: 'file_011CNha8iCJcU1wXNR6q4V8w'");
  request.set_question("Summarize this document.");
  EXPECT_EQ(SentJson(request)["messages"], Json::parse(R"json([{
    "role": "user",
    "content": [
      {
        "type": "document",
        "source": {"type": "file", "file_id": "file_011CNha8iCJcU1wXNR6q4V8w"},
        "citations": {"enabled": true}
      },
      {"type": "text", "text": "Summarize this document."}
    ]
  }])json"));
}

TEST(DocumentBuilderTest, TheDocumentedCustomContentIsSentAsDocumented) {
  EXPECT_EQ(Sent("blocks { blocks { text: 'First chunk' } blocks { text: 'Second chunk' } }"),
            Json::parse(R"json({
    "type": "document",
    "source": {
      "type": "content",
      "content": [
        {"type": "text", "text": "First chunk"},
        {"type": "text", "text": "Second chunk"}
      ]
    },
    "citations": {"enabled": true}
  })json"));
}

TEST(DocumentBuilderTest, TheDocumentedPlainTextIsSentAsDocumented) {
  EXPECT_EQ(Sent("text: 'The grass is green. The sky is blue.' title: 'Example Document' "
                 "context: 'This is a trustworthy document.'"),
            Json::parse(R"json({
    "type": "document",
    "source": {
      "type": "text",
      "media_type": "text/plain",
      "data": "The grass is green. The sky is blue."
    },
    "title": "Example Document",
    "context": "This is a trustworthy document.",
    "citations": {"enabled": true}
  })json"));
}

TEST(DocumentBuilderTest, APdfIsSentInBase64OrByItsUrl) {
  EXPECT_EQ(Sent("pdf: '%PDF-1.7'")["source"],
            Json::parse(R"({"type": "base64", "media_type": "application/pdf",
                            "data": "JVBERi0xLjc="})"));
  EXPECT_EQ(Sent("pdf_url: 'https://example.com/a.pdf'")["source"],
            Json::parse(R"({"type": "url", "url": "https://example.com/a.pdf"})"));
}

TEST(DocumentBuilderTest, TextWithChunkingIsSplitIntoBlocks) {
  const Json document = Sent("text: 'One.\\n\\nTwo.' chunking {}");
  EXPECT_EQ(document["source"], Json::parse(R"json({"type": "content", "content": [
      {"type": "text", "text": "One.\n\n"}, {"type": "text", "text": "Two."}]})json"));
}

TEST(DocumentBuilderTest, TheChunkingOfTheRequestDoesNotApplyToDocuments) {
  v1::AnswerRequest request = WithDocument("text: 'One.\\n\\nTwo.'");
  request.mutable_chunking()->set_policy(v1::Chunking::POLICY_SENTENCE);
  EXPECT_EQ(SentJson(request)["messages"][0]["content"][0]["source"]["type"], "text");
}

TEST(DocumentBuilderTest, AnEmptyTitleOrContextIsNotSent) {
  // B56
  const Json document = Sent("text: 'x' title: '' context: ''");
  EXPECT_FALSE(document.contains("title"));
  EXPECT_FALSE(document.contains("context"));
}

TEST(DocumentBuilderTest, CitationsAreOnForAllSourcesOrForNone) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    documents { text: "a" }
    documents { file_id: "f" }
    search_results { source: "s" title: "t" text: "x" }
    turns {
      user {
        question: "P"
        documents { text: "b" }
      }
    }
  )pb");
  const auto enabled = [](const Json& json) {
    std::vector<bool> out;
    for (const Json& message : json["messages"]) {
      for (const Json& block : message["content"]) {
        if (block["type"] == "text") continue;
        out.push_back(block.value("citations", Json::object()).value("enabled", false));
      }
    }
    return out;
  };
  EXPECT_THAT(enabled(SentJson(request)), ElementsAre(true, true, true, true));
  request.mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
  EXPECT_THAT(enabled(SentJson(request)), ElementsAre(false, false, false, false));
}

TEST(DocumentBuilderTest, MetadataKeysAndIdsAreNeverSent) {
  // B50
  const BuiltRequest built = MustBuild(WithDocument(R"pb(
    id: "canary-id"
    text: "x"
    document_key: "canary-key"
    metadata { key: "canary-name" value: "canary-value" })pb"));
  EXPECT_THAT(built.json, testing::Not(testing::HasSubstr("canary")));
}

TEST(DocumentBuilderTest, TheCacheBreakpointIsAKeyOfTheDocument) {
  // Not of its content, nor of `citations`.
  EXPECT_EQ(Sent("text: 'x' cache_control { ttl: TTL_1H }")["cache_control"],
            Json::parse(R"({"type": "ephemeral", "ttl": "1h"})"));
}

TEST(DocumentBuilderTest, EachKindHasTheBlocksThatTheApiCounts) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    documents { text: "One. Two." }
    documents {
      text: "One. Two."
      chunking { policy: POLICY_SENTENCE }
    }
    documents {
      blocks {
        blocks { text: "One." }
        blocks { image { file_id: "f" } }
        blocks { text: "Two." }
      }
    }
    documents { pdf: "%PDF-1.7" }
    documents { pdf_url: "https://example.com" }
    documents { file_id: "f" }
  )pb");
  const BuiltRequest built = MustBuild(request);
  const std::vector<Source>& documents = built.sources.documents();
  ASSERT_EQ(documents.size(), 6u);
  EXPECT_EQ(documents[0].kind, Kind::kPlainText);
  EXPECT_THAT(documents[0].blocks, ElementsAre("One. Two."));
  EXPECT_FALSE(documents[0].chunking.has_value());
  EXPECT_EQ(documents[1].kind, Kind::kBlocks);
  EXPECT_THAT(documents[1].blocks, ElementsAre("One. ", "Two."));
  EXPECT_EQ(documents[1].chunking->policy, segmentation::ChunkingPolicy::kSentence);
  EXPECT_EQ(documents[2].kind, Kind::kBlocks);
  EXPECT_THAT(documents[2].blocks, ElementsAre("One.", "", "Two."));
  EXPECT_FALSE(documents[2].chunking.has_value());
  EXPECT_EQ(documents[3].kind, Kind::kPdf);
  EXPECT_EQ(documents[4].kind, Kind::kUrl);
  EXPECT_EQ(documents[5].kind, Kind::kFile);
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(documents[i].document, &request.documents(static_cast<int>(i)));
    EXPECT_EQ(documents[i].blocks.empty(), i > 2);
  }
}

TEST(DocumentBuilderTest, DocumentsAndSearchResultsAreCountedSeparatelyOverTurnsAndToolResults) {
  // B74
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    turns {
      user {
        question: "P"
        search_results { id: "h0" source: "s" title: "t" text: "x" }
        documents { id: "d0" text: "x" }
      }
    }
    turns {
      assistant {
        blocks { tool_use { id: "u" name: "n" input_json: "{}" } }
        blocks { tool_use { id: "v" name: "n" input_json: "{}" } }
      }
    }
    tool_results {
      tool_use_id: "u"
      documents { id: "d1" text: "x" }
    }
    tool_results {
      tool_use_id: "v"
      search_results { id: "h1" source: "s" title: "t" text: "x" }
    }
    documents { id: "d2" text: "x" }
    documents { id: "d3" text: "x" }
    search_results { id: "h2" source: "s" title: "t" text: "x" }
    question: "Q"
  )pb");
  const BuiltRequest built = MustBuild(request);
  std::vector<std::string> ids;
  for (const Source& source : built.sources.search_results()) ids.emplace_back(source.id);
  EXPECT_THAT(ids, ElementsAre("h0", "h1", "h2"));
  ids.clear();
  for (const Source& source : built.sources.documents()) ids.emplace_back(source.id);
  EXPECT_THAT(ids, ElementsAre("d0", "d1", "d2", "d3"));
  v1::CitedSource in_result;
  DescribeSource(built.sources.documents()[1], 1, &in_result);
  EXPECT_EQ(in_result.turn_index(), 2);
  EXPECT_EQ(in_result.tool_result_index(), 0);
  v1::CitedSource last;
  DescribeSource(built.sources.documents()[3], 3, &last);
  EXPECT_EQ(last.kind(), v1::CitedSource::KIND_DOCUMENT);
  EXPECT_EQ(last.turn_index(), 2);
  EXPECT_FALSE(last.has_tool_result_index());
  EXPECT_EQ(last.item_index(), 1);
}

struct DocumentRule {
  const char* name;
  std::string fields;
  const char* field;  // relative to the document
  const char* reason;
  const char* problem;
};

class DocumentRuleTest : public testing::TestWithParam<DocumentRule> {};

TEST_P(DocumentRuleTest, IsOneViolationOfItsField) {
  const std::string field = GetParam().field;
  EXPECT_THAT(
      ViolationsOf(WithDocument(GetParam().fields)),
      ElementsAre(ViolatesRule(absl::StrCat("documents[0]", field.empty() ? "" : ".", field),
                               GetParam().reason, GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, DocumentRuleTest,
    testing::Values(
        DocumentRule{"Nothing", "", "", "REQUIRED", "one of `text`"},
        DocumentRule{"EmptyText", "text: ''", "text", "EMPTY", ""},
        // B51
        DocumentRule{"BlankText", "text: '\\n\u3000'", "text", "EMPTY", "blank"},
        DocumentRule{"BlankTextWithChunking", "text: '\\n' chunking {}", "text", "EMPTY", "blank"},
        DocumentRule{"InvalidChunking", "text: 'x' chunking { policy: 9 }", "chunking.policy",
                     "UNKNOWN_ENUM_VALUE", "9"},
        DocumentRule{"ChunkingOfBlocks", "blocks { blocks { text: 'x' } } chunking {}", "chunking",
                     "NOT_APPLICABLE", "only valid with `text`"},
        DocumentRule{"ChunkingOfAPdf", "pdf: '%PDF-' chunking {}", "chunking", "NOT_APPLICABLE",
                     "only valid with `text`"},
        DocumentRule{"ChunkingOfAFile", "file_id: 'f' chunking {}", "chunking", "NOT_APPLICABLE",
                     "only valid with `text`"},
        DocumentRule{"NoBlocks", "blocks {}", "blocks.blocks", "EMPTY", "at least one block"},
        DocumentRule{"NoTextAmongBlocks", "blocks { blocks { image { file_id: 'f' } } }",
                     "blocks.blocks", "EMPTY", "only images"},
        DocumentRule{"EmptyBlock", "blocks { blocks { text: 'x' } blocks {} }", "blocks.blocks[1]",
                     "REQUIRED", "`text` or `image`"},
        DocumentRule{"BlankBlock", "blocks { blocks { text: ' ' } }", "blocks.blocks[0].text",
                     "EMPTY", "blank"},
        DocumentRule{"CacheControlOfAnImageBlock",
                     "blocks { blocks { text: 'x' } "
                     "blocks { image { file_id: 'f' cache_control {} } } }",
                     "blocks.blocks[1].image.cache_control", "CACHE_BREAKPOINT_NOT_ALLOWED",
                     "of the document"},
        DocumentRule{"InvalidImageBlock",
                     "blocks { blocks { text: 'x' } blocks { image { data: 'BM' } } }",
                     "blocks.blocks[1].image.data", "UNSUPPORTED_FILE_FORMAT", "not a JPEG"},
        DocumentRule{"EmptyPdf", "pdf: ''", "pdf", "UNSUPPORTED_FILE_FORMAT", "not a PDF"},
        DocumentRule{"OtherFile", "pdf: 'PK'", "pdf", "UNSUPPORTED_FILE_FORMAT", "not a PDF"},
        DocumentRule{"RelativeUrl", "pdf_url: '/a.pdf'", "pdf_url", "INVALID_URL", "absolute"},
        DocumentRule{"EmptyFileId", "file_id: ''", "file_id", "EMPTY", ""},
        DocumentRule{"FileIdWithASlash", "file_id: 'a/../b'", "file_id", "INVALID_CHARACTERS",
                     "A-Z"},
        DocumentRule{"LongTitle", "text: 'x' title: '" + std::string(501, 't') + "'", "title",
                     "TOO_LONG", "501 characters"},
        DocumentRule{"LongId", "text: 'x' id: '" + std::string(513, 'i') + "'", "id", "TOO_LONG",
                     "513 bytes"},
        DocumentRule{"UnknownTtl", "text: 'x' cache_control { ttl: 7 }", "cache_control.ttl",
                     "UNKNOWN_ENUM_VALUE", "7"}),
    [](const testing::TestParamInfo<DocumentRule>& info) { return info.param.name; });

TEST(DocumentBuilderTest, ATitleMayHave500CharactersOfAnyLength) {
  v1::AnswerRequest request = WithDocument("text: 'x'");
  for (int i = 0; i < 500; ++i) request.mutable_documents(0)->mutable_title()->append("題");
  EXPECT_TRUE(BuildRequest(request, TestDefaults()).ok());
  request.mutable_documents(0)->mutable_title()->append("題");
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(ViolatesRule("documents[0].title", "TOO_LONG", "501")));
}

TEST(DocumentBuilderTest, ThePdfHeaderMayBeAnywhereInTheFirst1024Bytes) {
  v1::AnswerRequest request = WithDocument("pdf: ''");
  request.mutable_documents(0)->set_pdf(std::string(1019, '\0') + "%PDF-1.4");
  EXPECT_TRUE(BuildRequest(request, TestDefaults()).ok());
  request.mutable_documents(0)->set_pdf(std::string(1020, '\0') + "%PDF-1.4");
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(ViolatesRule("documents[0].pdf", "UNSUPPORTED_FILE_FORMAT", "%PDF-")));
}

TEST(DocumentBuilderTest, EveryIncompletePdfHeaderIsRefused) {
  const std::string header = "%PDF-";
  for (size_t size = 0; size < header.size(); ++size) {
    v1::AnswerRequest request = WithDocument("");
    request.mutable_documents(0)->set_pdf(header.substr(0, size));
    EXPECT_THAT(
        ViolationsOf(request),
        ElementsAre(ViolatesRule("documents[0].pdf", "UNSUPPORTED_FILE_FORMAT", "not a PDF")));
  }
}

TEST(DocumentBuilderTest, IllFormedTextIsReportedWithItsFieldAndByte) {
  // B46
  v1::AnswerRequest request = WithDocument("blocks { blocks {} } ");
  v1::Document* document = request.mutable_documents(0);
  document->set_id("\x80");
  document->set_document_key("k\x80");
  document->set_title("ti\x80");
  document->set_context("con\x80");
  document->mutable_blocks()->mutable_blocks(0)->set_text("円\xED\xA0\xBD");
  request.add_documents()->set_text("\xC0\xAF");
  request.add_documents()->set_pdf_url("https://\x80");
  request.add_documents()->set_file_id("\x80");
  EXPECT_THAT(
      ViolationsOf(request),
      ElementsAre(
          Violates("documents[0].id", "byte 0"), Violates("documents[0].document_key", "byte 1"),
          Violates("documents[0].context", "byte 3"), Violates("documents[0].title", "byte 2"),
          Violates("documents[0].blocks.blocks[0].text", "byte 3"),
          Violates("documents[1].text", "byte 0"), Violates("documents[2].pdf_url", "byte 8"),
          Violates("documents[3].file_id", "A-Z")));
}

TEST(DocumentBuilderTest, AFileThatExceedsTheLimitOfTheApiInBase64IsRefused) {
  v1::AnswerRequest request = WithDocument("");
  // 24 MB are 32 MB in base64.
  request.mutable_documents(0)->set_pdf("%PDF-" + std::string(25 << 20, 'x'));
  const absl::Status status = BuildRequest(request, TestDefaults()).status();
  EXPECT_EQ(status::ErrorReason(status), "REQUEST_TOO_LARGE");
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("33554432"));
  request.mutable_documents(0)->mutable_pdf()->resize(23 << 20);
  EXPECT_TRUE(BuildRequest(request, TestDefaults()).ok());
}

TEST(DocumentBuilderTest, TheConcatenatedBlocksEqualTheText) {
  const v1::AnswerRequest request = WithDocument(
      "text: '# A\\r\\n\\r\\nOne. Two.\\n\\n- x\\n- y\\n' chunking { policy: POLICY_ITEM }");
  const BuiltRequest built = MustBuild(request);
  EXPECT_EQ(Joined(built.sources.documents()[0]), request.documents(0).text());
  EXPECT_GT(built.sources.documents()[0].blocks.size(), 1u);
}

}  // namespace
}  // namespace footnote::answering::building

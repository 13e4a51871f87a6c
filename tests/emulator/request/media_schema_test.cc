// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/media_schema.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "service/emulator/request/schema_reader.h"
#include "tests/emulator/request/block_json.h"
#include "tests/emulator/request/json_document.h"
#include "tests/emulator/request/schema_verdict.h"
#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"

namespace footnote::emulator {
namespace {

class MediaSchemaTableTest : public testing::TestWithParam<Case> {};

TEST_P(MediaSchemaTableTest, ReturnsTheVerdictInBothVersions) { ExpectSchemaVerdicts(GetParam()); }

std::vector<Case> ImageCases() {
  const std::string path = "messages.0.content.0.image.source";
  const std::string source = "messages.0.content.0.document.source";
  return {
      {"Png", WithQuestion(ImageData("image/png", kPng)), "ok"},
      {"Jpeg", WithQuestion(ImageData("image/jpeg", kJpeg)), "ok"},
      {"Gif", WithQuestion(ImageData("image/gif", kGif)), "ok"},
      {"Webp", WithQuestion(ImageData("image/webp", kWebp)), "ok"},
      {"Url", WithQuestion(Image(R"({"type":"url","url":"https://example.com/a.png"})")), "ok"},
      {"File", WithQuestion(Image(R"({"type":"file","file_id":"file_1"})")), "ok"},
      {"NoSource", WithQuestion(R"({"type":"image"})"), path + ": Field required"},
      {"UnknownSource", WithQuestion(Image(R"({"type":"text"})")),
       path + ": Input tag 'text' found using 'type' does not match any of the expected tags: "
              "'base64', 'url', 'file'"},
      {"EmptyData", WithQuestion(ImageData("image/png", "")),
       path + ".base64: image cannot be empty"},
      {"DataUrl", WithQuestion(ImageData("image/png", "data:image/png;base64," + kPng)),
       path + ".base64: invalid base64 data"},
      {"Base64WithoutPadding", WithQuestion(ImageData("image/png", kPng.substr(0, 11))),
       path + ".base64: invalid base64 data"},
      {"JpegWithTheMediaTypeOfPng", WithQuestion(ImageData("image/png", kJpeg)),
       path + ".base64.data: Image does not match the provided media type image/png"},
      {"TruncatedWebp", WithQuestion(ImageData("image/webp", "UklGRg==")),
       path + ".base64: Could not process image"},
      {"PdfWithTheMediaTypeOfPng", WithQuestion(ImageData("image/png", kPdfData)),
       path + ".base64: Could not process image"},
      {"UrlWithMediaType",
       WithQuestion(Image(R"({"type":"url","url":"u","media_type":"image/png"})")),
       path + ".url.media_type: Extra inputs are not permitted"},
      {"Transformations",
       WithQuestion(Image(R"({"type":"url","url":"u"})",
                          R"("transformations":{"oversized_image":"error"})")),
       "ok"},
      {"UnknownTransformation",
       WithQuestion(
           Image(R"({"type":"url","url":"u"})", R"("transformations":{"oversized_image":"crop"})")),
       "messages.0.content.0.image.transformations.oversized_image: Input should be 'downsize' or "
       "'error'"},
      {"InAToolResult", Body(Round(kUse, ToolResult(ImageData("image/png", kPng)))), "ok"},
      {"UnknownMediaType",
       Body(User(
           R"([{"type":"image","source":{"type":"base64","media_type":"image/bmp","data":"x"}}])")),
       "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', "
       "'image/png', 'image/gif' or 'image/webp'"},
      {"GifWithTheMediaTypeOfPngInADocument",
       WithQuestion(Custom("[" + ImageData("image/png", kGif) + "]")),
       source + ".content.content.0.image.source.base64.data: Image does not match the provided "
                "media type image/png"},
  };
}

INSTANTIATE_TEST_SUITE_P(Images, MediaSchemaTableTest, testing::ValuesIn(ImageCases()), NameOf);

std::vector<Case> PdfCases() {
  const std::string source = "messages.0.content.0.document.source";
  return {
      {"Pdf", WithQuestion(Pdf(Cited())), "ok"},
      {"HeaderAfterOtherBytes", WithQuestion(PdfData("AAAA" + kPdfData)), "ok"},
      {"EmptyData", WithQuestion(PdfData("")), source + ".base64: PDF cannot be empty"},
      {"NotBase64", WithQuestion(PdfData("%PDF")), source + ".base64: invalid base64 data"},
      {"Png", WithQuestion(PdfData(kPng)),
       source + ".base64.data: The PDF specified was not valid."},
      {"PlainTextMediaType",
       WithQuestion(
           R"({"type":"document","source":{"type":"base64","media_type":"text/plain","data":"YQ=="}})"),
       source + ".base64.media_type: Input should be 'application/pdf'"},
      {"HeaderAtTheEndOfTheFirst1024Bytes",
       WithQuestion(PdfData(absl::Base64Escape(std::string(1019, 'x') + "%PDF-"))), "ok"},
      {"HeaderOneByteLater",
       WithQuestion(PdfData(absl::Base64Escape(std::string(1020, 'x') + "%PDF-"))),
       source + ".base64.data: The PDF specified was not valid."},
  };
}

INSTANTIATE_TEST_SUITE_P(Pdfs, MediaSchemaTableTest, testing::ValuesIn(PdfCases()), NameOf);

TEST(MediaSchemaTest, ReturnsTheDataUrlOrFileIdOfAnImage) {
  const auto read = [](const std::string& source) {
    const JsonDocument json(source);
    SchemaReader reader;
    const std::string content(ReadImageSource(reader, json.root()));
    EXPECT_FALSE(reader.failed()) << source;
    return content;
  };
  EXPECT_EQ(read(R"({"type":"base64","media_type":"image/png","data":")" + kPng + "\"}"), kPng);
  EXPECT_EQ(read(R"({"type":"url","url":"https://example.com/a.png"})"),
            "https://example.com/a.png");
  EXPECT_EQ(read(R"({"type":"file","file_id":"file_1"})"), "file_1");
}

TEST(MediaSchemaTest, ReturnsTheDataOfAPdf) {
  const JsonDocument json(R"({"media_type":"application/pdf","data":")" + kPdfData + "\"}");
  SchemaReader reader;
  ObjectReader source(reader, json.root());
  EXPECT_EQ(ReadPdf(source), kPdfData);
  EXPECT_FALSE(reader.failed());
}

TEST(MediaSchemaTest, ReportsAnotherMediaType) {
  const JsonDocument json(R"({"media_type":"text/html"})");
  SchemaReader reader;
  ObjectReader source(reader, json.root());
  ReadMediaType(source, "text/plain");
  ASSERT_TRUE(reader.failed());
  EXPECT_EQ(reader.problem(), "media_type: Input should be 'text/plain'");
}

}  // namespace
}  // namespace footnote::emulator

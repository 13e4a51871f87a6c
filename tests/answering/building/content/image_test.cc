// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/answering/building/content/rule_testing.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

struct Magic {
  std::string bytes;
  const char* media_type;
};

std::vector<Magic> Magics() {
  return {{"\xFF\xD8\xFF", "image/jpeg"},
          {"\x89PNG\r\n\x1A\n", "image/png"},
          {"GIF87a", "image/gif"},
          {"GIF89a", "image/gif"},
          {std::string("RIFF\x24\x00\x00\x80WEBP", 12), "image/webp"}};
}

TEST(ImageTest, TheFirstBytesDetermineTheMediaType) {
  for (const Magic& magic : Magics()) {
    EXPECT_EQ(ImageMediaType(magic.bytes), magic.media_type);
    EXPECT_EQ(ImageMediaType(magic.bytes + "\n and more"), magic.media_type);
  }
}

TEST(ImageTest, AFileThatEndsWithinTheFirstBytesHasNoMediaType) {
  for (const Magic& magic : Magics()) {
    for (size_t size = 0; size < magic.bytes.size(); ++size) {
      EXPECT_EQ(ImageMediaType(magic.bytes.substr(0, size)), "") << magic.media_type << size;
    }
  }
}

TEST(ImageTest, OtherFilesHaveNoMediaType) {
  for (const char* file : {"BM", "<svg/>", "%PDF-1.7", "GIF88a", " GIF89a", "\x89png\r\n\x1A\n",
                           "RIFF1234WAVE", "RIFFWEBP", "II*"}) {
    EXPECT_EQ(ImageMediaType(file), "") << file;
  }
}

v1::AnswerRequest WithImage(const std::string& fields) {
  return FromText<v1::AnswerRequest>(absl::StrCat("question: 'Q' images {", fields, "}"));
}

Json Sent(const std::string& fields) {
  return SentJson(WithImage(fields))["messages"][0]["content"][0];
}

TEST(ImageTest, EveryKindOfContentIsSentInTheFormOfTheApi) {
  EXPECT_EQ(Sent("data: 'GIF89a'"), Json::parse(R"({"type": "image", "source": {
      "type": "base64", "media_type": "image/gif", "data": "R0lGODlh"}})"));
  EXPECT_EQ(Sent("url: 'HTTP://example.com/a%20b.png?c=d#e'"),
            Json::parse(R"({"type": "image", "source": {
      "type": "url", "url": "HTTP://example.com/a%20b.png?c=d#e"}})"));
  EXPECT_EQ(Sent("file_id: 'file_1' cache_control {}"),
            Json::parse(R"({"type": "image", "source": {"type": "file", "file_id": "file_1"},
                            "cache_control": {"type": "ephemeral"}})"));
}

TEST(ImageTest, AnImageIsNotASourceAndNotCitable) {
  const v1::AnswerRequest request = WithImage("file_id: 'f'");
  EXPECT_TRUE(MustBuild(request).sources.empty());
  EXPECT_FALSE(Sent("file_id: 'f'").contains("citations"));
}

struct ImageRule {
  const char* name;
  std::string fields;
  const char* field;
  const char* reason;
  const char* problem;
};

class ImageRuleTest : public testing::TestWithParam<ImageRule> {};

TEST_P(ImageRuleTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(WithImage(GetParam().fields)),
              ElementsAre(ViolatesRule(GetParam().field, GetParam().reason, GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, ImageRuleTest,
    testing::Values(
        ImageRule{"Nothing", "", "images[0]", "REQUIRED", "one of `data`"},
        ImageRule{"EmptyFile", "data: ''", "images[0].data", "UNSUPPORTED_FILE_FORMAT", "JPEG"},
        ImageRule{"OtherFile", "data: 'BM'", "images[0].data", "UNSUPPORTED_FILE_FORMAT", "JPEG"},
        ImageRule{"BadUrl", "url: '//example.com/a.png'", "images[0].url", "INVALID_URL",
                  "absolute"},
        ImageRule{"EmptyFileId", "file_id: ''", "images[0].file_id", "EMPTY", ""},
        ImageRule{"FileIdWithASlash", "file_id: '../files'", "images[0].file_id",
                  "INVALID_CHARACTERS", "A-Z"},
        ImageRule{"UnknownTtl", "file_id: 'f' cache_control { ttl: 9 }",
                  "images[0].cache_control.ttl", "UNKNOWN_ENUM_VALUE", "9"}),
    [](const testing::TestParamInfo<ImageRule>& info) { return info.param.name; });

TEST(ImageTest, UrlsOfAnyScriptAndPortAreSentUnchanged) {
  for (const char* url : {"https://例え.jp/絵.png", "http://localhost:8080/a", "https://[::1]/a",
                          "https://u:p@example.com", "https://example.com?a=b"}) {
    EXPECT_EQ(Sent(absl::StrCat("url: '", url, "'"))["source"]["url"], url);
  }
}

}  // namespace
}  // namespace footnote::answering::building

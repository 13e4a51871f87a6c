#include "service/answering/building/content/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
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

TEST(ImageTest, TheMediaTypeIsToldFromTheFirstBytes) {
  for (const Magic& magic : Magics()) {
    EXPECT_EQ(ImageMediaType(magic.bytes), magic.media_type);
    EXPECT_EQ(ImageMediaType(magic.bytes + "\n and more"), magic.media_type);
  }
}

TEST(ImageTest, EveryCutOfTheFirstBytesIsNoImage) {
  for (const Magic& magic : Magics()) {
    for (size_t size = 0; size < magic.bytes.size(); ++size) {
      EXPECT_EQ(ImageMediaType(magic.bytes.substr(0, size)), "") << magic.media_type << size;
    }
  }
}

TEST(ImageTest, OtherFilesAreNoImages) {
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

TEST(ImageTest, EverySourceIsSentInTheApisForm) {
  EXPECT_EQ(Sent("data: 'GIF89a'"), Json::parse(R"({"type": "image", "source": {
      "type": "base64", "media_type": "image/gif", "data": "R0lGODlh"}})"));
  EXPECT_EQ(Sent("url: 'HTTP://example.com/a%20b.png?c=d#e'"),
            Json::parse(R"({"type": "image", "source": {
      "type": "url", "url": "HTTP://example.com/a%20b.png?c=d#e"}})"));
  EXPECT_EQ(Sent("file_id: 'file_1' cache_control {}"),
            Json::parse(R"({"type": "image", "source": {"type": "file", "file_id": "file_1"},
                            "cache_control": {"type": "ephemeral"}})"));
}

TEST(ImageTest, ImagesAreNeitherCountedNorCitable) {
  const v1::AnswerRequest request = WithImage("file_id: 'f'");
  EXPECT_TRUE(MustBuild(request).sources.empty());
  EXPECT_FALSE(Sent("file_id: 'f'").contains("citations"));
}

struct ImageRule {
  const char* name;
  std::string fields;
  const char* field;
  const char* problem;
};

class ImageRuleTest : public testing::TestWithParam<ImageRule> {};

TEST_P(ImageRuleTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(WithImage(GetParam().fields)),
              ElementsAre(Violates(GetParam().field, GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, ImageRuleTest,
    testing::Values(
        ImageRule{"Nothing", "", "images[0]", "none of `data`"},
        ImageRule{"EmptyFile", "data: ''", "images[0].data", "no JPEG"},
        ImageRule{"OtherFile", "data: 'BM'", "images[0].data", "no JPEG"},
        ImageRule{"EmptyUrl", "url: ''", "images[0].url", "absolute"},
        ImageRule{"RelativeUrl", "url: '//example.com/a.png'", "images[0].url", "absolute"},
        ImageRule{"OtherScheme", "url: 'ftp://example.com/a.png'", "images[0].url", "absolute"},
        ImageRule{"Script", "url: 'javascript:alert(1)'", "images[0].url", "absolute"},
        ImageRule{"Data", "url: 'data:image/png;base64,AAAA'", "images[0].url", "absolute"},
        ImageRule{"NoHost", "url: 'https:///a.png'", "images[0].url", "absolute"},
        ImageRule{"OnlyAPort", "url: 'https://:80/a.png'", "images[0].url", "absolute"},
        ImageRule{"OnlyAUser", "url: 'https://u:p@/a.png'", "images[0].url", "absolute"},
        ImageRule{"Space", "url: 'https://example.com/a b.png'", "images[0].url", "white space"},
        ImageRule{"SpaceBefore", "url: ' https://example.com/'", "images[0].url", "white space"},
        ImageRule{"LineEnd", "url: 'https://example.com/\\n'", "images[0].url", "white space"},
        ImageRule{"WideSpace", "url: 'https://example.com/\u3000'", "images[0].url", "white space"},
        ImageRule{"Nul", "url: 'https://example.com/\\0'", "images[0].url", "control"},
        ImageRule{"Delete", "url: 'https://example.com/\\177'", "images[0].url", "control"},
        ImageRule{"EmptyFileId", "file_id: ''", "images[0].file_id", "A-Z"},
        ImageRule{"FileIdWithASlash", "file_id: '../files'", "images[0].file_id", "A-Z"},
        ImageRule{"UnknownTtl", "file_id: 'f' cache_control { ttl: 9 }",
                  "images[0].cache_control.ttl", "no value 9"}),
    [](const testing::TestParamInfo<ImageRule>& info) { return info.param.name; });

TEST(ImageTest, AddressesOfAnyScriptAndPortAreFine) {
  for (const char* url : {"https://例え.jp/絵.png", "http://localhost:8080/a", "https://[::1]/a",
                          "https://u:p@example.com", "https://example.com?a=b"}) {
    EXPECT_EQ(Sent(absl::StrCat("url: '", url, "'"))["source"]["url"], url);
  }
}

}  // namespace
}  // namespace footnote::answering::building

// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/remote_content.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "service/answering/building/validation/field.h"
#include "tests/answering/building/content/rule_testing.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<status::Violation> UrlViolations(const std::string& url) {
  Violations violations;
  const Field root(&violations);
  CheckUrl(url, root.Child("url"));
  return violations.kept();
}

std::vector<status::Violation> FileIdViolations(const std::string& id) {
  Violations violations;
  const Field root(&violations);
  CheckFileId(id, root.Child("file_id"));
  return violations.kept();
}

TEST(RemoteContentTest, AbsoluteUrlsOfAnyScriptAndPortAreValid) {
  for (const char* url :
       {"https://例え.jp/絵.png", "http://localhost:8080/a", "https://[::1]/a",
        "https://u:p@example.com", "https://example.com?a=b", "HTTP://example.com/a%20b.png?c=d#e",
        "https://u:p:q@h", "https://example.com/a@b:c"}) {
    EXPECT_THAT(UrlViolations(url), IsEmpty()) << url;
  }
}

TEST(RemoteContentTest, AUrlThatIsNotAbsoluteOrHasNoHostIsInvalid) {
  for (const char* url :
       {"", "//example.com/a.png", "/a.png", "ftp://example.com/a.png", "javascript:alert(1)",
        "data:image/png;base64,AAAA", "http:/example.com", "https:///a.png", "https://:80/a.png",
        "https://u:p@/a.png", "https://?a", "https://#a", "https://"}) {
    EXPECT_THAT(UrlViolations(url), ElementsAre(ViolatesRule("url", "INVALID_URL", "absolute")))
        << url;
  }
}

TEST(RemoteContentTest, AUrlWithWhiteSpaceOrControlCharactersIsInvalid) {
  for (const std::string& url :
       {std::string("https://example.com/a b.png"), std::string(" https://example.com/"),
        std::string("https://example.com/\n"), std::string("https://example.com/\u3000"),
        std::string("https://example.com/\0", 21), std::string("https://example.com/\x1F"),
        std::string("https://example.com/\x7F"), std::string("https://example.com/\u0080"),
        std::string("https://example.com/\u009F")}) {
    EXPECT_THAT(UrlViolations(url), ElementsAre(ViolatesRule("url", "INVALID_URL", "white space")))
        << url;
  }
  EXPECT_THAT(UrlViolations("https://example.com/~\u00A1"), IsEmpty());
}

TEST(RemoteContentTest, AnIllFormedUrlIsOneViolation) {
  EXPECT_THAT(UrlViolations("https://\x80"),
              ElementsAre(ViolatesRule("url", "INVALID_UTF8", "byte 8")));
}

TEST(RemoteContentTest, AFileIdHas1To256AsciiLettersDigitsUnderscoresAndHyphens) {
  EXPECT_THAT(FileIdViolations("file_011CNha8iCJcU1wXNR6q4V8w"), IsEmpty());
  EXPECT_THAT(FileIdViolations(std::string(256, 'f')), IsEmpty());
  EXPECT_EQ(FileIdViolations(std::string(257, 'f')).size(), 1u);
  EXPECT_EQ(FileIdViolations("").size(), 1u);
  for (const char* id : {"a/../b", "a b", "a.b", "\x80"}) {
    EXPECT_THAT(FileIdViolations(id),
                ElementsAre(ViolatesRule("file_id", "INVALID_CHARACTERS", "A-Z")))
        << id;
  }
}

}  // namespace
}  // namespace footnote::answering::building

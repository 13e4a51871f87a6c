// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/redactor.h"

#include <gtest/gtest.h>

#include <string>

#include "service/secret.h"

namespace footnote::upstream {
namespace {

struct Case {
  const char* name;
  const char* text;
  const char* redacted;
};

class RedactorFormsTest : public testing::TestWithParam<Case> {
 protected:
  const Redactor redactor_{Secret("key/a-\"b"), {{"x-gate", "Bearer tango-9"}, {"x-short", "abc"}}};
};

TEST_P(RedactorFormsTest, Redacts) {
  EXPECT_EQ(redactor_.Redact(GetParam().text), GetParam().redacted);
}

INSTANTIATE_TEST_SUITE_P(
    All, RedactorFormsTest,
    testing::Values(Case{"Empty", "", ""},
                    Case{"NoSecret", "messages: too long", "messages: too long"},
                    Case{"Exact", "<key/a-\"b>", "<[redacted]>"},
                    Case{"Whole", "key/a-\"b", "[redacted]"},
                    Case{"AnyCase", "KEY/A-\"B.", "[redacted]."},
                    Case{"Twice", "key/a-\"b and key/a-\"b.", "[redacted] and [redacted]."},
                    Case{"PercentEncoded", "u=key%2Fa-%22b&", "u=[redacted]&"},
                    Case{"PercentEncodedLetters", "u=%6be%79%2fa%2d%22b&", "u=[redacted]&"},
                    Case{"JsonEscaped", R"({"k":"key\/a-\"b"})", R"({"k":"[redacted]"})"},
                    Case{"JsonUnicodeEscaped", R"(\u006bey/a-\u0022b.)", "[redacted]."},
                    Case{"CutAtTheEnd", "you sent key/a", "you sent [redacted]"},
                    Case{"TooShortAtTheEnd", "press any key", "press any key"},
                    Case{"Different", "key/a-\"c", "key/a-\"c"},
                    Case{"HeaderValue", "got Bearer tango-9!", "got [redacted]!"},
                    Case{"PartAfterTheScheme", "bad token tango-9!", "bad token [redacted]!"},
                    Case{"ShortHeaderValue", "abc", "abc"},
                    Case{"LooksLikeAKey", "bad sk-ant-0123456789.", "bad [redacted]."},
                    Case{"LooksLikeAnEncodedKey", "bad%20SK-ant-0123456789.", "bad%20[redacted]."},
                    Case{"NotAKey", "task-force-member", "task-force-member"},
                    Case{"BrokenEscapes", "%", "%"}, Case{"BrokenUnicodeEscape", "\\u00", "\\u00"}),
    [](const auto& info) { return info.param.name; });

TEST(RedactorTest, FindsABackslashInBothForms) {
  const Redactor redactor(Secret(R"(a\\b\c)"), {});
  EXPECT_EQ(redactor.Redact(R"(<a\\b\c>)"), "<[redacted]>");
  EXPECT_EQ(redactor.Redact(R"(<a\\\\b\\c>)"), "<[redacted]>");
}

TEST(RedactorTest, IgnoresSpaceAroundASecret) {
  EXPECT_EQ(Redactor(Secret(" tango\n"), {}).Redact("<tango>"), "<[redacted]>");
}

TEST(RedactorTest, KnowsNoSecretByDefault) {
  EXPECT_EQ(Redactor().Redact("key sk-abcdefgh x"), "key [redacted] x");
}

}  // namespace
}  // namespace footnote::upstream

// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/html/escape.h"

#include <string>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

TEST(HtmlTest, EscapesAllMarkup) {
  EXPECT_EQ(Html("<script>alert('1') & \"2\"</script>"),
            "&lt;script&gt;alert(&#39;1&#39;) &amp; &quot;2&quot;&lt;/script&gt;");
  EXPECT_EQ(Html("&lt;日本&#x3c;😀"), "&amp;lt;日本&amp;#x3c;😀");
}

TEST(HtmlTest, ShowsInvisibleCharacters) {
  EXPECT_EQ(Html(std::string("a\0b\x1b\x7F\x0C", 6)), "a␀b␛␡␌");
  EXPECT_EQ(Html("\u202Eevil\u2069\u009B"),
            "<span class=\"control\">U+202E</span>evil<span class=\"control\">U+2069</span>"
            "<span class=\"control\">U+009B</span>");
  EXPECT_EQ(Html("a\xFF\xC3(b\xE3\x81"), "a\uFFFD\uFFFD(b\uFFFD");
  // What right-to-left text needs stays.
  EXPECT_EQ(Html("a\u200Fb\u200D"), "a\u200Fb\u200D");
}

TEST(HtmlTest, KeepsLineFeedsAndTabsAndConvertsCrLf) {
  EXPECT_EQ(Html("a\r\nb\tc\nd\re"), "a\nb\tc\nd␍e");
}

TEST(HtmlTest, ConvertsCrLfThatARangeSplits) {
  const std::string text = "a\r\nb";
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    std::string out;
    AppendHtml(text, 0, cut, &out);
    AppendHtml(text, cut, text.size(), &out);
    EXPECT_EQ(out, "a\nb") << cut;
  }
}

TEST(HtmlAttributeTest, HasNoElementsAndOneLine) {
  EXPECT_EQ(HtmlAttribute("\"><b>\n\u202E'\x07"), "&quot;&gt;&lt;b&gt; \uFFFD&#39;␇");
}

TEST(HtmlLinkTest, LinksWebAndMailAddresses) {
  EXPECT_EQ(HtmlLink("https://x.example/a?b=1&c='2'#d"),
            "https://x.example/a?b=1&amp;c=&#39;2&#39;#d");
  EXPECT_EQ(HtmlLink("HTTP://x.example"), "HTTP://x.example");
  EXPECT_EQ(HtmlLink("mailto:a@x.example"), "mailto:a@x.example");
  EXPECT_EQ(HtmlLink("https://例え.example/日本"), "https://例え.example/日本");
}

TEST(HtmlLinkTest, LinksNothingElse) {
  for (const std::string address : {"",
                                    "javascript:alert(1)",
                                    "JavaScript:alert(1)",
                                    " javascript:alert(1)",
                                    "java\tscript:alert(1)",
                                    "java\nscript:alert(1)",
                                    "\x01javascript:alert(1)",
                                    "data:text/html,<script>alert(1)</script>",
                                    "vbscript:x",
                                    "file:///etc/passwd",
                                    "blob:https://x.example/1",
                                    "about:blank",
                                    "kb://1",
                                    "guide.md",
                                    "//x.example/a",
                                    "https:/x.example",
                                    "https:x.example",
                                    "https://",
                                    "https:///x",
                                    "https://\\x.example",
                                    "https://@",
                                    "http://#",
                                    "mailto:",
                                    "mailto:?subject=x",
                                    " https://x.example",
                                    "https://x.example/a b",
                                    "https://x.example/\"onclick=\"x",
                                    "https://x.example/<",
                                    "https://x.example/\n",
                                    "https://x.example/\u202E",
                                    "https://x.example/\x7F",
                                    "https://x.example/\xFF",
                                    "view-source:https://x.example"}) {
    EXPECT_EQ(HtmlLink(address), "") << address;
  }
}

}  // namespace
}  // namespace footnote::client

// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/html/source_section.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/output/html/answer_section.h"
#include "client/cli/output/html/escape.h"
#include "client/cli/text/amounts.h"

namespace footnote::client {
namespace {

using Trust = ListedCitation::Trust;

// Returns the lowest trust of the citations of the passage.
Trust TrustIn(const CitedPassage& passage, const std::vector<ListedCitation>& list) {
  Trust least = Trust::kVerified;
  for (const size_t i : passage.citations) least = std::max(least, list[i].trust);
  return least;
}

// Returns links to the marks in the answer.
std::string LinksBack(const CitedPassage& passage, const std::vector<ListedCitation>& list) {
  std::string out = "<sup class=\"marks\">";
  for (const size_t i : passage.citations) {
    absl::StrAppend(&out, "<a class=\"mark ", TrustClass(list[i].trust), "\" href=\"#",
                    MarkAnchor(list[i]), "\" title=\"", HtmlAttribute(list[i].verdict),
                    "\" aria-label=\"Back to the answer, citation ",
                    HtmlAttribute(ShownLabel(list[i])), "\">", Html(ShownLabel(list[i])), " ↩</a>");
  }
  return out + "</sup>";
}

// Returns the opening tag of a cited passage or quotation.
std::string Opening(absl::string_view element, const CitedPassage& passage,
                    const std::vector<ListedCitation>& list) {
  return absl::StrCat("<", element, " class=\"passage ", TrustClass(TrustIn(passage, list)),
                      "\" id=\"", passage.anchor, "\" tabindex=\"-1\"");
}

std::string MarkedText(const PageSource& source, const std::vector<ListedCitation>& list) {
  std::string out;
  size_t at = 0;
  for (const CitedPassage& passage : source.passages) {
    AppendHtml(source.text, at, passage.begin, &out);
    // Trailing white space is also cited, but the highlighting excludes it for appearance.
    const absl::string_view text = absl::string_view(source.text).substr(0, passage.end);
    const size_t seen_end = absl::StripTrailingAsciiWhitespace(text).size();
    const size_t end = seen_end > passage.begin ? seen_end : passage.end;
    absl::StrAppend(&out, Opening("mark", passage, list), ">");
    AppendHtml(source.text, passage.begin, end, &out);
    absl::StrAppend(&out, "</mark>", LinksBack(passage, list));
    AppendHtml(source.text, end, passage.end, &out);
    at = passage.end;
  }
  AppendHtml(source.text, at, source.text.size(), &out);
  return out;
}

std::string Quoted(const PageSource& source, const std::vector<ListedCitation>& list) {
  std::string out;
  for (const CitedPassage& passage : source.quoted) {
    const ListedCitation& listed = list[passage.citations.front()];
    absl::StrAppend(
        &out, Opening("blockquote", passage, list), " dir=\"auto\" lang=\"\">",
        listed.cited_text.empty() ? "<em>nothing is quoted</em>" : Html(listed.cited_text),
        LinksBack(passage, list), "<footer><bdi>", Html(listed.location),
        listed.location.empty() ? "" : " · ", Html(listed.verdict),
        "</bdi></footer></blockquote>\n");
  }
  return out;
}

// Returns the origin of the source, as a link if it is safe.
std::string Origin(const PageSource& source) {
  if (const std::string link = HtmlLink(source.origin); !link.empty()) {
    return absl::StrCat("<a href=\"", link, "\" rel=\"noopener noreferrer nofollow\"><bdi>",
                        Html(source.origin), "</bdi></a>");
  }
  return absl::StrCat("<bdi>", Html(source.origin), "</bdi>");
}

std::string Facts(const PageSource& source) {
  std::vector<std::string> facts = {Html(source.kind)};
  if (!source.origin.empty()) facts.push_back(Origin(source));
  if (!source.id.empty() && source.id != source.origin && source.id != source.title) {
    facts.push_back(absl::StrCat("<bdi>", Html(source.id), "</bdi>"));
  }
  if (source.turn) facts.push_back(absl::StrCat("turn ", *source.turn));
  if (source.images > 0) {
    facts.push_back(Counted(source.images, "image") + " not shown");
  }
  return absl::StrJoin(facts, " · ");
}

std::string NameOf(const PageSource& source) {
  if (!source.title.empty()) return Html(source.title);
  if (!source.origin.empty()) return Html(source.origin);
  if (!source.id.empty()) return Html(source.id);
  return source.kind == "unknown source" ? "Nothing that was sent" : "Untitled";
}

// Returns the text and the quotations without a range in it.
std::string Body(const PageSource& source, const std::vector<ListedCitation>& list) {
  std::string out;
  if (!source.quoted.empty()) {
    absl::StrAppend(&out, "<div class=\"quoted\"><p class=\"why\">",
                    source.text.empty() ? "As quoted by the model; the text is not available."
                                        : "Cited, but without a range in this text.",
                    "</p>\n", Quoted(source, list), "</div>\n");
  }
  if (!source.text.empty()) {
    absl::StrAppend(
        &out, "<div class=\"text\" dir=\"auto\" lang=\"\" tabindex=\"0\" role=\"region\" ",
        "aria-labelledby=\"", source.anchor, "-name\">", MarkedText(source, list), "</div>\n");
  }
  return out;
}

}  // namespace

std::string SourceCard(const PageSource& source, const std::vector<ListedCitation>& list) {
  const std::string number =
      source.number > 0 ? absl::StrCat("<span class=\"number\">", source.number, "</span> ") : "";
  const std::string name =
      absl::StrCat("<h3 id=\"", source.anchor, "-name\" dir=\"auto\" lang=\"\">", number,
                   NameOf(source), "</h3>");
  const std::string facts = absl::StrCat("<p class=\"facts\">", Facts(source), "</p>");
  if (source.is_cited()) {
    return absl::StrCat("<article class=\"source\" id=\"", source.anchor, "\">\n<header>", name,
                        facts, "</header>\n", Body(source, list), "</article>\n");
  }
  return absl::StrCat("<article class=\"source\" id=\"", source.anchor, "\">\n<details><summary>",
                      name, "</summary>\n<header>", facts, "</header>\n", Body(source, list),
                      "</details></article>\n");
}

}  // namespace footnote::client

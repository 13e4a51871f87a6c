// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/html/page.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/output/answer_lines.h"
#include "client/cli/output/citation_list.h"
#include "client/cli/output/html/answer_section.h"
#include "client/cli/output/html/escape.h"
#include "client/cli/output/html/page_sources.h"
#include "client/cli/output/html/page_style.h"
#include "client/cli/output/html/source_section.h"

namespace footnote::client {
namespace {

// Returns the title of the page.
std::string TitleOf(const v1::AnswerRequest& request) {
  const std::string question = HtmlAttribute(request.question());
  return question.empty() ? "Footnote" : question + " – Footnote";
}

std::string Head(const v1::AnswerRequest& request) {
  return absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '",
      kPageStyleHash,
      "'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>",
      TitleOf(request), "</title>\n<style>", kPageStyle, "</style>\n</head>\n");
}

std::string SourceCards(const PageSources& sources, const std::vector<ListedCitation>& list) {
  if (sources.sources.empty()) return "<p class=\"none\">The request had none.</p>\n";
  // Cited sources by number, then those without a number.
  std::vector<const PageSource*> cited;
  std::vector<const PageSource*> others;
  for (const PageSource& source : sources.sources) {
    (source.is_cited() ? cited : others).push_back(&source);
  }
  std::stable_sort(cited.begin(), cited.end(), [](const PageSource* a, const PageSource* b) {
    return a->number > 0 && (b->number == 0 || a->number < b->number);
  });
  std::string out;
  for (const PageSource* source : cited) absl::StrAppend(&out, SourceCard(*source, list));
  if (!cited.empty() && !others.empty()) {
    absl::StrAppend(&out, "<h3 class=\"others\">Sent, and not cited</h3>\n");
  }
  for (const PageSource* source : others) absl::StrAppend(&out, SourceCard(*source, list));
  return out;
}

}  // namespace

std::string RenderHtml(const v1::AnswerRequest& request, const v1::Answer& answer) {
  const std::vector<ListedCitation> list = ListCitations(request, answer);
  const PageSources sources = CollectSources(request, list);
  const std::string text = AnswerText(answer, list, sources);
  const std::string question = Html(request.question());
  return absl::StrCat(
      Head(request), "<body>\n<main>\n<section class=\"answer\" aria-label=\"Answer\">\n",
      question.empty() ? "<h1>Answer</h1>\n"
                       : absl::StrCat("<p class=\"eyebrow\">Question</p>\n<h1 dir=\"auto\" "
                                      "lang=\"\">",
                                      question, "</h1>\n"),
      text.empty() ? std::string("<p class=\"none\">The answer has no text.</p>\n")
                   : absl::StrCat("<div class=\"text\" dir=\"auto\" lang=\"\">", text, "</div>\n"),
      AnswerFindings(answer), CitationEntries(list, sources), "<footer>", Html(ModelLine(answer)),
      "</footer>\n</section>\n<section class=\"sources\" aria-label=\"Sources\">\n"
      "<h2>Sources</h2>\n",
      SourceCards(sources, list), "</section>\n</main>\n</body>\n</html>\n");
}

}  // namespace footnote::client

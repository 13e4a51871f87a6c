// SPDX-License-Identifier: Apache-2.0
#include "client/cli/help.h"

namespace footnote::client {

const char kAbout[] =
    R"(Asks questions about your own documents and verifies every citation of the answer.

Calls a Footnote server, which sends your search results and documents to a Claude model, verifies
each citation against them, and maps it to the exact bytes of your text.)";

const char kFooter[] = R"(Examples:
  footnote ask --corpus docs/ "How long is data kept?"
      Searches the text and Markdown files under docs/ and answers from the best passages.
  my-search "data retention" | footnote ask --search-results - "How long is data kept?"
      Answers from the results of another search: JSON, see `footnote ask --help`.
  footnote ask --stream --corpus docs/ "How long is data kept?"
      Prints the answer as it is generated.
  footnote ask --corpus docs/ --format json --strict "..." | jq .references
  footnote ask --document contract.pdf --document notes.md "Who may terminate it?"
      Answers from complete files.
  footnote ask --history talk.json --remember --corpus docs/ "And of backups?"
      Continues a conversation and saves it.
  footnote ask --corpus docs/ --format html "..." >answer.html
      Writes a page on which each citation links to its passage in your text.
  footnote preview --corpus docs/ "..."
      Shows the request to the model without sending it; --upstream-json prints all of it.
  footnote resolve --search-results results.json --message reply.json "How long is data kept?"
      Verifies the citations of a response of the Messages API that you already have.

Exit codes:
  0    answered
  1    the server returned an error or cannot be reached; with --stream, part of the answer may
       have been printed before, which standard error states. Also: the output or the history
       cannot be written
  2    wrong flags, or an input file that cannot be read or is malformed
  3    the answer is incomplete, has an unverified citation (with --strict), or has a lower
       coverage than --min-coverage
  130  interrupted; the call is cancelled
  141  the reader of the output has closed it; the call is cancelled

Environment:
  FOOTNOTE_SERVER  the server, if --server is not set
  NO_COLOR         if set, no colours

Standard output has only the answer; everything else goes to standard error.)";

const char kInputFooter[] =
    R"(The global options of `footnote --help` (--server, --deadline, --tls, --ca, ...) are accepted too.

--corpus reads .txt, .text, .md, .markdown and .rst files in UTF-8. Their citations are shown with
the byte range in the file.

--search-results reads one of these, as JSON:
  - search_result blocks of the Messages API, or one of them:
      [{"type": "search_result", "source": "kb://1", "title": "Retention",
        "content": [{"type": "text", "text": "Data is kept for 30 days."}],
        "citations": {"enabled": true}}]
    If none has "citations", citations are turned on for all.
  - footnote.v1.SearchResult messages, or one of them:
      [{"source": "kb://1", "title": "Retention", "text": "Data is kept for 30 days."}]
  - a complete footnote.v1.AnswerRequest; QUESTION and flags take precedence.
An empty array is a search that found nothing.

--document accepts text in UTF-8, PDFs, and images (JPEG, PNG, GIF, WebP); the first bytes of the
file determine which. Images cannot be cited. The API splits a text into sentences, unless
--document-granularity is set; --granularity applies to search results only. The text of a PDF, a
URL or a file of the Files API is not available, so citations of them cannot be verified. A request
has at most 8 MiB, unless the server's configuration allows more, and at most 32 MiB.

--history reads {"turns": [...]} or only the list, of footnote.v1.Turn messages as JSON. With
--remember, a complete answer and its question are added to the file atomically; refusals are not,
as the API asks. Runs that extend the same file wait for each other, by a lock on FILE.lock. Content
that the conversation already has is not sent again; the model still sees it.

--fallback takes MODEL or MODEL@ROUTE. The last @ separates the route of the server's configuration;
after a model whose name contains an @, add another one: MODEL@VERSION@.

--format json prints Protobuf's JSON form, in which int64 numbers, such as block indexes and token
counts, are strings.)";

const char kAskFooter[] =
    R"(--stream prints the answer as it is generated: as text with marks like [1] after each claim, or with
footnotes like [^1] with --format markdown. A mark identifies a reference; if several of its
passages are cited, all of them are listed under its number, in the order in which they are cited.
--format json prints a line for each event, a footnote.v1.AnswerEvent; the last one has the complete
answer. Without --deadline, a stream may take 10 minutes.

--format html prints a self-contained page without scripts: the answer, its coverage, and the
sources with the cited passages.

)";

const char kResolveFooter[] =
    R"(--message reads the body of a response of the Messages API: a message in JSON, or the bytes of a
stream of server-sent events. The search results and documents must be those that were sent, in the
same order. No request is sent to a model.

)";

}  // namespace footnote::client

// An answer as a page that is whole in itself.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_H_

#include <string>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// A page of HTML with the answer, its citations with their verdicts, and the sources that `request`
// sent, in which the cited passages are marked. Marks and passages are linked with each other.
//
// The page loads nothing and runs nothing: it has no script, its Content-Security-Policy allows
// none, all that comes from elsewhere is text (escape.h), and only http, https and mailto addresses
// become links. Linear in the request and the answer, but for the sorting of citations.
std::string RenderHtml(const v1::AnswerRequest& request, const v1::Answer& answer);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_H_

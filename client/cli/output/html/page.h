// SPDX-License-Identifier: Apache-2.0
// Renders an answer as a self-contained page.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_H_

#include <string>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// Returns an HTML page with the answer, its citations with their verdicts, and the sources of
// `request`, in which the cited passages are marked. Marks and passages link to each other.
//
// The page loads no resources and runs no scripts: its Content-Security-Policy allows none, all
// untrusted content is escaped (escape.h), and only http, https and mailto addresses become links.
// Takes linear time in the request and the answer, except for sorting the citations.
std::string RenderHtml(const v1::AnswerRequest& request, const v1::Answer& answer);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_H_

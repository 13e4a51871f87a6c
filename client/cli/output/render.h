// SPDX-License-Identifier: Apache-2.0
// Renders an answer or a preview for standard output.
//
// The results are safe for a terminal (printable.h) for every answer and request.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_RENDER_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_RENDER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// Returns the answer as text with marks like [1] after each claim, then each citation. Several
// cited passages of one reference are distinguished as [1a], [1b]. `colour` adds terminal colours.
std::string RenderText(const v1::AnswerRequest& request, const v1::Answer& answer, bool colour);

// Returns Markdown with footnotes: [^1] or [^1a] after each claim, and a footnote for each passage.
std::string RenderMarkdown(const v1::AnswerRequest& request, const v1::Answer& answer);

// Returns the answer in Protobuf's JSON form with the field names of the .proto, including zeros.
std::string RenderJson(const v1::Answer& answer);

// Returns the warnings and tables of the documents and search results, their blocks, and the cache
// breakpoints, truncated to lines of `width` columns where possible.
std::string RenderPreview(const v1::AnswerRequest& request,
                          const v1::PreviewAnswerResponse& preview, size_t width);

// Returns the preview in the form of RenderJson.
std::string RenderPreviewJson(const v1::PreviewAnswerResponse& preview);

// Returns the marks of a cited block (LiveText::Marks): "¹ ²" or "[^1][^2]".
std::string LiveTextMarks(const std::vector<int>& numbers, bool colour);
std::string LiveMarkdownMarks(const std::vector<int>& numbers);

// Returns what RenderText and RenderMarkdown print after the text, with these marks.
std::string LiveTextEnd(const v1::AnswerRequest& request, const v1::Answer& answer, bool colour);
std::string LiveMarkdownEnd(const v1::AnswerRequest& request, const v1::Answer& answer);

// Returns an event as one line of JSON with a line feed.
std::string EventJson(const v1::AnswerEvent& event);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_RENDER_H_

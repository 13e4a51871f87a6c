// An answer or a preview as text for standard output.
//
// Nothing that these return makes a terminal do anything (printable.h), whatever the answer and the
// hits hold.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_RENDER_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_RENDER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// For a reader: the answer with marks like [1] after what is cited, then each citation in full.
// Where several passages of one reference are cited, they are told apart as [1a], [1b].
// `colour` adds terminal colours.
std::string RenderText(const v1::AnswerRequest& request, const v1::Answer& answer, bool colour);

// Markdown with footnotes: [^1] or [^1a] after what is cited, and a footnote for each passage.
std::string RenderMarkdown(const v1::AnswerRequest& request, const v1::Answer& answer);

// The answer in Protobuf's JSON form with the field names of the .proto, zeros included.
std::string RenderJson(const v1::Answer& answer);

// For a reader: warnings, and tables of the documents and hits that would be sent, of their blocks
// and of the cache marks, cut to lines of `width` columns where that can be done.
std::string RenderPreview(const v1::AnswerRequest& request,
                          const v1::PreviewAnswerResponse& preview, size_t width);

// The preview as RenderJson does it.
std::string RenderPreviewJson(const v1::PreviewAnswerResponse& preview);

// The marks of a cited block (LiveText::Marks): "¹ ²" or "[^1][^2]".
std::string LiveTextMarks(const std::vector<int>& numbers, bool colour);
std::string LiveMarkdownMarks(const std::vector<int>& numbers);

// What RenderText and RenderMarkdown put after the text, for such marks.
std::string LiveTextEnd(const v1::AnswerRequest& request, const v1::Answer& answer, bool colour);
std::string LiveMarkdownEnd(const v1::AnswerRequest& request, const v1::Answer& answer);

// An event on one line of JSON, which is ended.
std::string EventJson(const v1::AnswerEvent& event);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_RENDER_H_

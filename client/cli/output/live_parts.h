// What the renderers of a live answer take from those of a finished one.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_PARTS_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_PARTS_H_

#include <string>
#include <vector>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// The marks of a cited block (LiveText::Marks): "¹ ²" or "[^1][^2]".
std::string LiveTextMarks(const std::vector<int>& numbers, bool colour);
std::string LiveMarkdownMarks(const std::vector<int>& numbers);

// What RenderText and RenderMarkdown put after the text, for such marks.
std::string LiveTextEnd(const v1::AnswerRequest& request, const v1::Answer& answer, bool colour);
std::string LiveMarkdownEnd(const v1::AnswerRequest& request, const v1::Answer& answer);

// An event on one line of JSON, which is ended.
std::string EventJson(const v1::AnswerEvent& event);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_PARTS_H_

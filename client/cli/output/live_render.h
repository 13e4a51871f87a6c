// SPDX-License-Identifier: Apache-2.0
// Renders a streamed answer for standard output.
//
// The output is safe for a terminal. Its forms are those of render.h, except that a mark identifies
// a reference and not a passage, because the number of cited passages is not known before the end.
// The passages of a reference are listed in the order of their first citation.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_RENDER_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_RENDER_H_

#include <memory>
#include <string>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

class LiveRenderer {
 public:
  virtual ~LiveRenderer() = default;

  // Returns the text to write for `event`.
  virtual std::string Take(const v1::AnswerEvent& event) = 0;

  // Returns the text to write at the end, after all events of a call that returned `answer`.
  virtual std::string Finish(const v1::Answer& answer) = 0;
};

// The text with marks like ¹, then each citation. `request` must outlive the renderer.
std::unique_ptr<LiveRenderer> NewLiveText(const v1::AnswerRequest& request, bool colour);

// Markdown with a footnote like [^1] for each reference. `request` must outlive the renderer.
std::unique_ptr<LiveRenderer> NewLiveMarkdown(const v1::AnswerRequest& request);

// A line of JSON for each event, in the form of RenderJson.
std::unique_ptr<LiveRenderer> NewLiveJson();

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_RENDER_H_

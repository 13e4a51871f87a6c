// An answer as text for standard output, while it comes.
//
// As safe for a terminal as render.h. The forms are those of render.h but for the marks, which name
// references and not passages: how many passages of one are cited is not known before the end.
// Those of one reference are listed in the order in which they are first cited.
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

  // What to write now that `event` has come.
  virtual std::string Take(const v1::AnswerEvent& event) = 0;

  // What to write at the end, after all events of a call that gave `answer`.
  virtual std::string Finish(const v1::Answer& answer) = 0;
};

// The text with marks like ¹, then each citation in full. `request` must outlive the renderer.
std::unique_ptr<LiveRenderer> NewLiveText(const v1::AnswerRequest& request, bool colour);

// Markdown with a footnote like [^1] for each reference. `request` must outlive the renderer.
std::unique_ptr<LiveRenderer> NewLiveMarkdown(const v1::AnswerRequest& request);

// A line of JSON for each event, in the form of RenderJson.
std::unique_ptr<LiveRenderer> NewLiveJson();

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_RENDER_H_

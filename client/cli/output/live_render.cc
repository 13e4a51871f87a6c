// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/live_render.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/output/live_text.h"
#include "client/cli/output/model_text.h"
#include "client/cli/output/render.h"

namespace footnote::client {
namespace {

class TextRenderer final : public LiveRenderer {
 public:
  TextRenderer(const v1::AnswerRequest& request, bool colour)
      : request_(request),
        colour_(colour),
        text_(NewPlainModelText(), [colour](const std::vector<int>& numbers) {
          return LiveTextMarks(numbers, colour);
        }) {}

  std::string Take(const v1::AnswerEvent& event) override { return text_.Take(event); }
  std::string Finish(const v1::Answer& answer) override {
    const std::string end = text_.End();
    return absl::StrCat(end, text_.has_text() ? "\n\n" : "",
                        LiveTextEnd(request_, answer, colour_));
  }

 private:
  const v1::AnswerRequest& request_;
  const bool colour_;
  LiveText text_;
};

class MarkdownRenderer final : public LiveRenderer {
 public:
  explicit MarkdownRenderer(const v1::AnswerRequest& request)
      : request_(request), text_(NewMarkdownModelText(), LiveMarkdownMarks) {}

  std::string Take(const v1::AnswerEvent& event) override { return text_.Take(event); }
  std::string Finish(const v1::Answer& answer) override {
    const std::string end = text_.End();
    return absl::StrCat(end, text_.has_text() ? "\n" : "", LiveMarkdownEnd(request_, answer));
  }

 private:
  const v1::AnswerRequest& request_;
  LiveText text_;
};

class JsonRenderer final : public LiveRenderer {
 public:
  std::string Take(const v1::AnswerEvent& event) override { return EventJson(event); }
  std::string Finish(const v1::Answer&) override { return ""; }
};

}  // namespace

std::unique_ptr<LiveRenderer> NewLiveText(const v1::AnswerRequest& request, bool colour) {
  return std::make_unique<TextRenderer>(request, colour);
}

std::unique_ptr<LiveRenderer> NewLiveMarkdown(const v1::AnswerRequest& request) {
  return std::make_unique<MarkdownRenderer>(request);
}

std::unique_ptr<LiveRenderer> NewLiveJson() { return std::make_unique<JsonRenderer>(); }

}  // namespace footnote::client

// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/event_redaction.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "service/messages/message_types.h"
#include "service/messages/stream/stream_event.h"

namespace footnote::upstream {
namespace {

class Fields {
 public:
  explicit Fields(const Redactor& redactor) : redactor_(redactor) {}

  void operator()(messages::Message& message) const {
    Redact(message.id);
    Redact(message.model);
    Redact(message.stop_reason);
    Redact(message.stop_sequence);
    Redact(message.usage);
    for (messages::ContentBlock& block : message.content) (*this)(block);
  }
  void operator()(messages::ContentBlock& block) const {
    Redact(block.type);
    Redact(block.tool_use_id);
    Redact(block.tool_name);
  }
  void operator()(messages::StreamEvent& event) const { std::visit(*this, event); }
  void operator()(messages::MessageStart& start) const { (*this)(start.message); }
  void operator()(messages::ContentBlockStart& start) const { (*this)(start.block); }
  void operator()(messages::MessageDelta& delta) const {
    Redact(delta.stop_reason);
    Redact(delta.stop_sequence);
    Redact(delta.usage);
  }
  void operator()(messages::UnknownEvent& event) const {
    Redact(event.type);
    Redact(event.json);  // a secret is within one string, so that the JSON stays valid
  }
  // The rest is what the model wrote; errors are redacted where they become a status.
  template <typename Other>
  void operator()(Other& /*event*/) const {}

 private:
  void Redact(std::string& text) const { text = redactor_.Redact(std::move(text)); }
  void Redact(std::optional<std::string>& text) const {
    if (text.has_value()) Redact(*text);
  }
  void Redact(std::optional<messages::Usage>& usage) const {
    if (usage.has_value()) Redact(usage->service_tier);
  }

  const Redactor& redactor_;
};

}  // namespace

void RedactEvent(const Redactor& redactor, MessagesEvent* event) {
  std::visit(Fields(redactor), *event);
}

}  // namespace footnote::upstream

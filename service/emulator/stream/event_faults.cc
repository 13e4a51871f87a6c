// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/stream/event_faults.h"

#include <cstdint>
#include <utility>

#include "service/emulator/reply/json_fields.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

using MessageStop = EventFaults::MessageStop;

ServerEvent MakeEvent(std::string_view name, std::string_view data) {
  ServerEvent event;
  event.name = std::string(name);
  event.data = std::string(data);
  return event;
}

ServerEvent UnknownEvent() {
  return MakeEvent("emulated_unknown_event",
                   R"({"type":"emulated_unknown_event","value":{"text":"?","numbers":[1,2]}})");
}

ServerEvent UnknownDelta(size_t block) {
  ServerEvent event = MakeEvent(
      "content_block_delta",
      Concat({R"({"type":"content_block_delta","index":)", std::to_string(block),
              R"(,"delta":{"type":"emulated_unknown_delta","value":[1,{"text":"?"}]}})"}));
  event.block = block;
  return event;
}

ServerEvent EarlyMessageDelta() {
  return MakeEvent("message_delta",
                   R"({"type":"message_delta","delta":{"stop_reason":null,"stop_sequence":null},)"
                   R"("usage":{"output_tokens":0}})");
}

ServerEvent MakeErrorEvent(const ErrorEvent& error, std::string_view request_id) {
  ServerEvent event;
  if (!error.unnamed) event.name = "error";
  std::string& out = event.data;
  out.push_back('{');
  if (!error.untyped) AppendField("type", "error", &out);
  AppendName("error", &out);
  out.push_back('{');
  if (!error.error_code.empty()) {
    AppendName("details", &out);
    out.push_back('{');
    AppendField("error_code", error.error_code, &out);
    out.push_back('}');
  } else if (error.null_details) {
    AppendNullable("details", "", &out);
  }
  AppendField("type", error.type, &out);
  AppendField("message", error.message, &out);
  out.push_back('}');
  if (error.request_id) AppendField("request_id", request_id, &out);
  out.push_back('}');
  return event;
}

void AddUnknownField(ServerEvent* event) {
  event->data.insert(1, R"("emulated_unknown_field":{"numbers":[1,2],"none":null},)");
}

// Adds the events of faults before and after the events of the reply.
class Injector {
 public:
  Injector(const EventFaults& faults, std::vector<ServerEvent>* out)
      : faults_(faults), out_(*out) {}

  void Add(const ServerEvent& event) {
    const bool ends_content = event.name == "message_delta" || event.name == "message_stop";
    if (faults_.unknown_events && ends_content && !std::exchange(content_ended_, true)) {
      Emit(UnknownEvent());
    }
    const size_t times = event.name == "message_start" ? faults_.message_starts : 1;
    for (size_t i = 0; i < times; ++i) Emit(event);
    if (event.name == "message_start") {
      if (faults_.early_message_delta) Emit(EarlyMessageDelta());
      if (faults_.unknown_events) Emit(UnknownEvent());
      for (size_t i = 0; i < faults_.pings; ++i) Emit(PingEvent());
    } else if (event.name == "content_block_start" && faults_.unknown_deltas) {
      Emit(UnknownDelta(*event.block));
    }
  }

 private:
  void Emit(ServerEvent event) {
    const bool is_last = event.name == "message_stop";
    if (faults_.unknown_fields) AddUnknownField(&event);
    out_.push_back(std::move(event));
    if (faults_.ping_every == 0 || is_last || ++since_ping_ < faults_.ping_every) return;
    out_.push_back(PingEvent());
    since_ping_ = 0;
  }

  const EventFaults& faults_;
  std::vector<ServerEvent>& out_;
  bool content_ended_ = false;
  size_t since_ping_ = 0;
};

}  // namespace

ServerEvent PingEvent() { return MakeEvent("ping", R"({"type": "ping"})"); }

std::vector<ServerEvent> ApplyFaults(const EventFaults& faults, std::string_view request_id,
                                     std::vector<ServerEvent> events) {
  if (faults.message_stop == MessageStop::kMissing) events.pop_back();
  if (faults.message_stop == MessageStop::kTruncated) events.back().truncated = true;
  std::vector<ServerEvent> out;
  Injector injector(faults, &out);
  for (const ServerEvent& event : events) injector.Add(event);
  if (faults.error_after.has_value()) {
    if (*faults.error_after < out.size()) out.resize(*faults.error_after);
    out.push_back(MakeErrorEvent(faults.error, request_id));
  }
  return out;
}

}  // namespace footnote::emulator

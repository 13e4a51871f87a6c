// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/script/stream_script.h"

namespace footnote::emulator {
namespace {

using CitationOrder = EventOptions::CitationOrder;
using MessageStop = EventFaults::MessageStop;

constexpr ScriptEnum<CitationOrder> kCitationOrders[] = {
    {"after", CitationOrder::kAfterText},
    {"before", CitationOrder::kBeforeText},
    {"alternate", CitationOrder::kAlternating},
};
constexpr ScriptEnum<MessageStop> kMessageStops[] = {
    {"sent", MessageStop::kSent},
    {"missing", MessageStop::kMissing},
    {"truncated", MessageStop::kTruncated},
};
constexpr ScriptEnum<std::string_view> kLineEnds[] = {{"lf", "\n"}, {"crlf", "\r\n"}, {"cr", "\r"}};
constexpr ScriptEnum<bool> kUsages[] = {{"provisional", false}, {"zeros_first", true}};
constexpr ScriptEnum<bool EventFaults::*> kUnknowns[] = {
    {"event", &EventFaults::unknown_events},
    {"delta", &EventFaults::unknown_deltas},
    {"field", &EventFaults::unknown_fields},
};
constexpr ScriptEnum<bool ErrorEvent::*> kErrorShapes[] = {
    {"unnamed", &ErrorEvent::unnamed},
    {"untyped", &ErrorEvent::untyped},
    {"null_details", &ErrorEvent::null_details},
    {"request_id", &ErrorEvent::request_id},
};
constexpr ScriptEnum<bool FrameOptions::*> kComments[] = {
    {"between", &FrameOptions::comments_between},
    {"inside", &FrameOptions::comments_inside},
};

constexpr ScriptKey<StreamScript> kKeys[] = {
    {"citation_order",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadEnum(pair, kCitationOrders, &script->events.citation_order);
     }},
    {"interleave", [](const ScriptPair& pair,
                      StreamScript* script) { return ReadBool(pair, &script->events.interleave); }},
    {"delta_chars",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadCount(pair, 1, &script->events.delta_chars);
     }},
    {"message_deltas",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadRepeats(pair, &script->events.message_deltas);
     }},
    {"usage",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadEnum(pair, kUsages, &script->events.zeros_first);
     }},
    {"message_starts",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadRepeats(pair, &script->faults.message_starts);
     }},
    {"early_message_delta",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadBool(pair, &script->faults.early_message_delta);
     }},
    {"unknown", [](const ScriptPair& pair,
                   StreamScript* script) { return ReadFlags(pair, kUnknowns, &script->faults); }},
    {"pings", [](const ScriptPair& pair,
                 StreamScript* script) { return ReadRepeats(pair, &script->faults.pings); }},
    {"ping_every",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadCount(pair, 1, &script->faults.ping_every);
     }},
    {"message_stop",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadEnum(pair, kMessageStops, &script->faults.message_stop);
     }},
    {"error_after",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadCount(pair, 0, &script->faults.error_after);
     }},
    {"error_shape",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadFlags(pair, kErrorShapes, &script->faults.error);
     }},
    {"line_end",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadEnum(pair, kLineEnds, &script->frames.line_end);
     }},
    {"colon_space",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadBool(pair, &script->frames.space_after_colon);
     }},
    {"bom", [](const ScriptPair& pair,
               StreamScript* script) { return ReadBool(pair, &script->frames.byte_order_mark); }},
    {"event_names",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadBool(pair, &script->frames.event_names);
     }},
    {"data_lines",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadCount(pair, 1, &script->frames.data_lines);
     }},
    {"ids", [](const ScriptPair& pair,
               StreamScript* script) { return ReadBool(pair, &script->frames.ids); }},
    {"retry_field",
     [](const ScriptPair& pair, StreamScript* script) {
       return ReadCount(pair, 0, &script->frames.retry_ms);
     }},
    {"comments", [](const ScriptPair& pair,
                    StreamScript* script) { return ReadFlags(pair, kComments, &script->frames); }},
    {"padding", [](const ScriptPair& pair,
                   StreamScript* script) { return ReadBool(pair, &script->frames.padding); }},
};

}  // namespace

std::string StreamKeys() { return NamesOf(kKeys); }

std::optional<absl::Status> ApplyStreamKey(const ScriptPair& pair, StreamScript* script) {
  return ApplyKey(pair, kKeys, script);
}

}  // namespace footnote::emulator

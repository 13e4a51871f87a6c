// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/script/delivery_script.h"

namespace footnote::emulator {
namespace {

using Cut = Delivery::Cut;
using Writes = Delivery::Writes;

constexpr ScriptEnum<Cut> kCuts[] = {
    {"close", Cut::kClose}, {"reset", Cut::kReset}, {"end", Cut::kEnd}};
constexpr ScriptEnum<Writes> kWrites[] = {
    {"event", Writes::kEvents},
    {"all", Writes::kAll},
    {"inside", Writes::kInside},
};

absl::Status ReadWrites(const ScriptPair& pair, Delivery* delivery) {
  constexpr int64_t kMaxWriteBytes = 1 << 30;
  if (absl::StatusOr<int64_t> size = ReadNumber(pair, 1, kMaxWriteBytes); size.ok()) {
    delivery->writes = Writes::kBytes;
    delivery->write_size = static_cast<size_t>(*size);
    return absl::OkStatus();
  }
  if (ReadEnum(pair, kWrites, &delivery->writes).ok()) return absl::OkStatus();
  return NotOneOf(pair, "event, all, inside or a number of bytes from 1");
}

constexpr ScriptKey<Delivery> kKeys[] = {
    {"body_delay_ms", [](const ScriptPair& pair,
                         Delivery* delivery) { return ReadDelay(pair, &delivery->body_delay); }},
    {"event_ms", [](const ScriptPair& pair,
                    Delivery* delivery) { return ReadDelay(pair, &delivery->event_delay); }},
    {"event_step", [](const ScriptPair& pair,
                      Delivery* delivery) { return ReadCount(pair, 1, &delivery->event_step); }},
    {"pause_ms",
     [](const ScriptPair& pair, Delivery* delivery) { return ReadDelay(pair, &delivery->pause); }},
    {"pause_after", [](const ScriptPair& pair,
                       Delivery* delivery) { return ReadCount(pair, 0, &delivery->pause_after); }},
    {"ping_ms", [](const ScriptPair& pair,
                   Delivery* delivery) { return ReadDelay(pair, &delivery->ping_interval); }},
    {"writes", ReadWrites},
    {"write_ms", [](const ScriptPair& pair,
                    Delivery* delivery) { return ReadDelay(pair, &delivery->write_delay); }},
    {"cut_after", [](const ScriptPair& pair,
                     Delivery* delivery) { return ReadCount(pair, 0, &delivery->cut_after); }},
    {"cut_events", [](const ScriptPair& pair,
                      Delivery* delivery) { return ReadCount(pair, 0, &delivery->cut_events); }},
    {"cut", [](const ScriptPair& pair,
               Delivery* delivery) { return ReadEnum(pair, kCuts, &delivery->cut); }},
};

}  // namespace

std::string DeliveryKeys() { return NamesOf(kKeys); }

std::optional<absl::Status> ApplyDeliveryKey(const ScriptPair& pair, Delivery* delivery) {
  return ApplyKey(pair, kKeys, delivery);
}

}  // namespace footnote::emulator

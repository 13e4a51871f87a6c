// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/script/delivery_script.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace footnote::emulator {
namespace {

using std::chrono::milliseconds;

// Applies one pair to a default delivery, and expects success.
Delivery Apply(const std::string& key, const std::string& value) {
  Delivery delivery;
  const std::optional<absl::Status> status = ApplyDeliveryKey({key, value}, &delivery);
  EXPECT_TRUE(status.has_value() && status->ok()) << key << "=" << value;
  return delivery;
}

// Returns the error of one pair, or "ok".
std::string Error(const std::string& key, const std::string& value) {
  Delivery delivery;
  const std::optional<absl::Status> status = ApplyDeliveryKey({key, value}, &delivery);
  if (!status.has_value()) return "unknown key";
  return status->ok() ? "ok" : std::string(status->message());
}

TEST(DeliveryScriptTest, DelaysAreInMilliseconds) {
  EXPECT_EQ(Apply("body_delay_ms", "1").body_delay, milliseconds(1));
  EXPECT_EQ(Apply("event_ms", "2").event_delay, milliseconds(2));
  EXPECT_EQ(Apply("pause_ms", "3").pause, milliseconds(3));
  EXPECT_EQ(Apply("ping_ms", "4").ping_interval, milliseconds(4));
  EXPECT_EQ(Apply("write_ms", "5").write_delay, milliseconds(5));
}

TEST(DeliveryScriptTest, CountsSetTheirFields) {
  EXPECT_EQ(Apply("event_step", "2").event_step, 2u);
  EXPECT_EQ(Apply("pause_after", "3").pause_after, 3u);
  EXPECT_EQ(Apply("cut_after", "0").cut_after, 0u);
  EXPECT_EQ(Apply("cut_events", "4").cut_events, 4u);
  EXPECT_NE(Error("event_step", "0"), "ok");
}

TEST(DeliveryScriptTest, WritesAreNamedOrHaveASizeInBytes) {
  EXPECT_EQ(Apply("writes", "event").writes, Delivery::Writes::kEvents);
  EXPECT_EQ(Apply("writes", "all").writes, Delivery::Writes::kAll);
  EXPECT_EQ(Apply("writes", "inside").writes, Delivery::Writes::kInside);
  const Delivery delivery = Apply("writes", "7");
  EXPECT_EQ(delivery.writes, Delivery::Writes::kBytes);
  EXPECT_EQ(delivery.write_size, 7u);
  for (const char* value : {"0", "-1", "1073741825", "some"}) {
    EXPECT_EQ(Error("writes", value),
              "writes must be event, all, inside or a number of bytes from 1, not '" +
                  std::string(value) + "'");
  }
}

TEST(DeliveryScriptTest, CutIsCloseResetOrEnd) {
  EXPECT_EQ(Apply("cut", "close").cut, Delivery::Cut::kClose);
  EXPECT_EQ(Apply("cut", "reset").cut, Delivery::Cut::kReset);
  EXPECT_EQ(Apply("cut", "end").cut, Delivery::Cut::kEnd);
  EXPECT_EQ(Error("cut", "x"), "cut must be close, reset or end, not 'x'");
}

TEST(DeliveryScriptTest, OtherKeysAreNotApplied) { EXPECT_EQ(Error("status", "1"), "unknown key"); }

TEST(DeliveryScriptTest, ListsItsKeys) {
  EXPECT_EQ(
      DeliveryKeys(),
      "body_delay_ms, event_ms, event_step, pause_ms, pause_after, ping_ms, writes, write_ms, "
      "cut_after, cut_events, cut");
}

}  // namespace
}  // namespace footnote::emulator

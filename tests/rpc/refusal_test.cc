// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/refusal.h"

#include <gtest/gtest.h>

#include <memory>

#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace footnote::rpc {
namespace {

TEST(RefusalTest, WithoutADelayItIsSentBeforeSendReturns) {
  Refusal refusal;
  bool is_sent = false;
  refusal.Send(absl::ZeroDuration(), [&is_sent] { is_sent = true; });
  EXPECT_TRUE(is_sent);
}

TEST(RefusalTest, WithADelayItIsSentLaterAndMayBeDeletedThen) {
  auto refusal = std::make_unique<Refusal>();
  absl::Notification sent;
  const absl::Time start = absl::Now();
  refusal->Send(absl::Milliseconds(20), [&] {
    refusal.reset();
    sent.Notify();
  });
  sent.WaitForNotification();
  EXPECT_GE(absl::Now() - start, absl::Milliseconds(20));
}

}  // namespace
}  // namespace footnote::rpc

// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/connection_rules.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "absl/time/time.h"

namespace footnote::rpc {
namespace {

constexpr int64_t kKiB = 1 << 10;
constexpr int64_t kMiB = 1 << 20;

// What a connection does between two looks, in each of a number of looks.
struct Behaviour {
  int64_t bytes = 0;
  int64_t started = 0;
  int64_t ended = 0;
  int64_t reset = 0;
  int64_t messages = 0;
  int64_t message_bytes = 0;
};

class ConnectionRulesTest : public ::testing::Test {
 protected:
  // Looks `looks` times, each 100 ms after the one before, or until a rule is broken, which is
  // returned.
  std::string Look(const Behaviour& each, int looks = 1) {
    BrokenRule broken = BrokenRule::kNone;
    for (int i = 0; i < looks && broken == BrokenRule::kNone; ++i) {
      now_ += absl::Milliseconds(100);
      counts_.bytes_read += each.bytes;
      counts_.calls_started += each.started;
      counts_.calls_ended += each.ended;
      counts_.calls_reset += each.reset;
      counts_.messages += each.messages;
      counts_.message_bytes += each.message_bytes;
      broken = history_->Look(counts_, now_);
    }
    return NameOf(broken);
  }

  const ConnectionRules rules_ = {/*max_new_calls_per_second=*/1'000,
                                  /*max_resets_per_second=*/50,
                                  /*max_streams=*/100,
                                  /*max_overhead_bytes_per_second=*/512 * kKiB,
                                  /*max_unfinished_bytes=*/32 * kMiB,
                                  /*max_stall=*/absl::Seconds(10),
                                  /*max_message_bytes=*/8 * kMiB};
  absl::Time now_ = absl::UnixEpoch();
  std::optional<ConnectionHistory> history_ = ConnectionHistory(&rules_, now_);
  ConnectionCounts counts_;
};

constexpr int kLong = 10 * 60 * 10;  // looks in ten minutes

TEST_F(ConnectionRulesTest, CallersMayDoThisForEver) {
  struct Case {
    const char* name;
    Behaviour each;
  };
  const Case cases[] = {
      {"nothing", {}},
      {"calls at the limit", {90 * 2 * kKiB, 90, 90, 0, 90, 90 * kKiB}},
      {"calls with much metadata", {20 * 15 * kKiB, 20, 20, 0, 20, 20}},
      {"some resets", {10 * kKiB, 10, 10, 4, 10, kKiB}},
      {"resets before the message", {10 * kKiB, 10, 10, 4, 6, kKiB}},
      {"large messages", {40 * kMiB, 5, 5, 0, 5, 40 * kMiB}},
      {"calls that are open at the limit", {0, 1, 1, 0, 0, 0}},
      {"pings and window updates", {50 * kKiB, 0, 0, 0, 0, 0}},
  };
  for (const Case& row : cases) {
    history_.emplace(&rules_, now_);
    counts_ = {};
    EXPECT_EQ(Look(row.each, kLong), "none") << row.name;
  }
}

TEST_F(ConnectionRulesTest, CallersMayNotDoThis) {
  struct Case {
    const char* name;
    Behaviour each;
    int looks;
    const char* broken;
  };
  const Case cases[] = {
      {"calls above the limit", {120 * kKiB, 120, 120, 0, 120, kKiB}, 100, "new_calls"},
      {"rapid reset", {100 * kKiB, 2'300, 2'300, 2'300, 0, 0}, 1, "new_calls"},
      {"reset of calls that gRPC keeps", {10 * kKiB, 151, 0, 0, 0, 0}, 1, "resets"},
      {"slower reset", {10 * kKiB, 70, 70, 70, 0, 0}, 1, "resets"},
      {"steady reset", {10 * kKiB, 6, 6, 6, 0, 0}, 100, "resets"},
      {"flood of pings", {600 * kKiB, 0, 0, 0, 0, 0}, 2, "overhead"},
      {"steady flood of settings", {80 * kKiB, 0, 0, 0, 0, 0}, 100, "overhead"},
  };
  for (const Case& row : cases) {
    history_.emplace(&rules_, now_);
    counts_ = {};
    EXPECT_EQ(Look(row.each, row.looks), row.broken) << row.name;
  }
}

TEST_F(ConnectionRulesTest, EventsOfOneSecondMayComeAtOnce) {
  EXPECT_EQ(Look({0, 50, 50, 50, 0, 0}), "none");
  EXPECT_EQ(Look({0, 6, 6, 6, 0, 0}), "resets");
}

TEST_F(ConnectionRulesTest, AResetIsCountedOnce) {
  EXPECT_EQ(Look({0, 145, 0, 0, 0, 0}), "none") << "45 beyond the open calls";
  EXPECT_EQ(Look({0, 0, 45, 45, 0, 0}), "none") << "which gRPC counts later";
  EXPECT_EQ(Look({0, 20, 20, 20, 0, 0}), "resets");
}

TEST_F(ConnectionRulesTest, AnUploadIsUnfinishedUntilItsMessageIsComplete) {
  EXPECT_EQ(Look({0, 1, 0, 0, 0, 0}), "none");
  EXPECT_EQ(Look({kMiB, 0, 0, 0, 0, 0}, 5), "none");
  EXPECT_GT(history_->unfinished_bytes(), 4 * kMiB);
  EXPECT_LE(history_->unfinished_bytes(), 5 * kMiB);
  EXPECT_EQ(Look({kMiB, 0, 0, 0, 1, 6 * kMiB}), "none");
  EXPECT_EQ(history_->unfinished_bytes(), 0);
}

TEST_F(ConnectionRulesTest, OtherMessagesLeaveTheUnfinishedOnesCounted) {
  EXPECT_EQ(Look({0, 1, 0, 0, 0, 0}), "none");
  EXPECT_EQ(Look({5 * kMiB, 0, 0, 0, 0, 0}), "none");
  EXPECT_EQ(Look({kMiB + 16 * kKiB, 1, 1, 0, 1, kMiB}, 20), "none");
  EXPECT_GT(history_->unfinished_bytes(), 4 * kMiB);
}

TEST_F(ConnectionRulesTest, AResetGivesBackItsShare) {
  EXPECT_EQ(Look({0, 4, 0, 0, 0, 0}), "none");
  EXPECT_EQ(Look({8 * kMiB, 0, 0, 0, 0, 0}), "none");
  const int64_t before = history_->unfinished_bytes();
  EXPECT_EQ(Look({0, 0, 1, 1, 0, 0}), "none");
  EXPECT_NEAR(history_->unfinished_bytes(), before * 3 / 4, 1);
}

TEST_F(ConnectionRulesTest, ACallCannotSendMoreThanItsMessage) {
  EXPECT_EQ(Look({0, 1, 0, 0, 0, 0}), "none");
  EXPECT_EQ(Look({kMiB, 0, 0, 0, 0, 0}, 40), "none") << "gRPC refuses it when it is complete";
  EXPECT_EQ(Look({kMiB, 0, 0, 0, 0, 0}, 3), "too_many_bytes");
}

TEST_F(ConnectionRulesTest, MuchThatIsUnfinishedMustGoOn) {
  EXPECT_EQ(Look({0, 10, 0, 0, 0, 0}), "none");
  EXPECT_EQ(Look({4 * kMiB, 0, 0, 0, 0, 0}, 9), "none") << "36 MiB of ten messages";
  EXPECT_EQ(Look({}, 90), "none");
  EXPECT_EQ(Look({}, 20), "stalled");
}

TEST_F(ConnectionRulesTest, MuchThatIsUnfinishedMayGoOnWhileMessagesAreCompleted) {
  EXPECT_EQ(Look({0, 10, 0, 0, 0, 0}), "none");
  EXPECT_EQ(Look({4 * kMiB, 0, 0, 0, 0, 0}, 9), "none");
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(Look({}, 90), "none");
    EXPECT_EQ(Look({4 * kMiB, 1, 1, 0, 1, 4 * kMiB}), "none");
  }
}

TEST_F(ConnectionRulesTest, AStalledUploadThatIsSmallMayWait) {
  EXPECT_EQ(Look({0, 10, 0, 0, 0, 0}), "none");
  EXPECT_EQ(Look({2 * kMiB, 0, 0, 0, 0, 0}, 10), "none");
  EXPECT_EQ(Look({}, kLong), "none");
}

TEST_F(ConnectionRulesTest, FramesBesidesAnOpenCallAreBounded) {
  EXPECT_EQ(Look({0, 1, 0, 0, 0, 0}), "none");
  EXPECT_EQ(Look({300 * kKiB, 0, 0, 0, 0, 0}, kLong), "stalled");
}

TEST_F(ConnectionRulesTest, AMessageThatIsCountedLateIsNoOverhead) {
  EXPECT_EQ(Look({5 * kMiB, 0, 0, 0, 0, 0}), "none");
  EXPECT_EQ(Look({0, 1, 1, 0, 1, 5 * kMiB}), "none");
  EXPECT_EQ(Look({}), "none");
  EXPECT_EQ(Look({5 * kMiB, 0, 0, 0, 0, 0}), "none");
  EXPECT_EQ(Look({0, 1, 0, 0, 0, 0}), "none");
  EXPECT_EQ(history_->unfinished_bytes(), 5 * kMiB);
}

TEST_F(ConnectionRulesTest, AnUploadThatIsCancelledIsNoOverhead) {
  EXPECT_EQ(Look({5 * kMiB, 1, 1, 1, 0, 0}, 20), "none");
}

}  // namespace
}  // namespace footnote::rpc

// SPDX-License-Identifier: Apache-2.0
#include "service/answering/upstream_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/answering/scripted_transport.h"

namespace footnote::answering {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class UpstreamCallTest : public testing::Test, private upstream::MessagesObserver {
 protected:
  void Send() { call_.Send(upstream::MessagesCall(), &transport_, this); }

  ScriptedTransport transport_;
  UpstreamCall call_;

 private:
  void OnEvents(absl::Span<upstream::MessagesEvent>) override {}
  void OnEnd(upstream::MessagesResult) override {}
};

TEST_F(UpstreamCallTest, ActionsAfterSendReachTheTransport) {
  Send();
  call_.Pause();
  call_.Resume();
  call_.Cancel();
  EXPECT_THAT(transport_.paused, ElementsAre(1u));
  EXPECT_THAT(transport_.resumed, ElementsAre(1u));
  EXPECT_THAT(transport_.cancelled, ElementsAre(1u));
}

TEST_F(UpstreamCallTest, ActionsBeforeSendAreRecorded) {
  EXPECT_FALSE(call_.cancelled());
  call_.Cancel();
  EXPECT_TRUE(call_.cancelled());
  call_.Pause();
  Send();
  EXPECT_THAT(transport_.paused, ElementsAre(1u));
  EXPECT_THAT(transport_.cancelled, ElementsAre(1u));
}

TEST_F(UpstreamCallTest, ActionsDuringSendAreRecorded) {
  transport_.during_send = [this] {
    call_.Pause();
    call_.Cancel();
  };
  Send();
  EXPECT_THAT(transport_.paused, ElementsAre(1u));
  EXPECT_THAT(transport_.cancelled, ElementsAre(1u));
}

TEST_F(UpstreamCallTest, APauseThatWasResumedBeforeSendHasNoEffect) {
  call_.Pause();
  call_.Resume();
  Send();
  EXPECT_THAT(transport_.paused, IsEmpty());
  EXPECT_THAT(transport_.cancelled, IsEmpty());
  EXPECT_FALSE(call_.cancelled());
}

}  // namespace
}  // namespace footnote::answering

// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/host_resolver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

namespace footnote::upstream {
namespace {

using ::testing::ElementsAre;

// Look-ups that wait until the test answers them.
class Names {
 public:
  HostAddresses LookUp(const std::string& host) {
    std::unique_lock<std::mutex> lock(mutex_);
    hosts_.push_back(host);
    most_at_once_ = std::max(most_at_once_, ++at_once_);
    changed_.notify_all();
    changed_.wait(lock, [this] { return answers_ > 0; });
    --answers_;
    --at_once_;
    return answer_;
  }
  void Answer(int count, HostAddresses answer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    answer_ = std::move(answer);
    answers_ += count;
    changed_.notify_all();
  }
  // Waits until `count` look-ups have begun.
  void WaitFor(size_t count) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this, count] { return hosts_.size() >= count; });
  }
  std::vector<std::string> hosts() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return hosts_;
  }
  int most_at_once() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return most_at_once_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> hosts_;
  HostAddresses answer_;
  int answers_ = 0;
  int at_once_ = 0;
  int most_at_once_ = 0;
};

// The results that callbacks received.
class Results {
 public:
  HostResolver::Callback Add() {
    return [this](HostAddressesPtr result) {
      const std::lock_guard<std::mutex> lock(mutex_);
      results_.push_back(*result);
      changed_.notify_all();
    };
  }
  std::vector<HostAddresses> WaitFor(size_t count) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this, count] { return results_.size() >= count; });
    return results_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<HostAddresses> results_;
};

class HostResolverTest : public testing::Test {
 protected:
  HostResolver::Options Options() {
    HostResolver::Options options;
    // Shared with the threads, which may outlive the test.
    options.lookup = [names = names_](const std::string& host) { return names->LookUp(host); };
    options.now = [now = now_] { return absl::UnixEpoch() + absl::Milliseconds(now->load()); };
    return options;
  }
  // Resolves `host` with an answer of the name server, and waits for it.
  HostAddresses LookUp(const std::string& host, HostAddresses answer) {
    Results results;
    names_->Answer(1, std::move(answer));
    EXPECT_EQ(resolver_.Resolve(host, results.Add()), nullptr);
    return results.WaitFor(1).back();
  }

  const std::shared_ptr<Names> names_ = std::make_shared<Names>();
  const std::shared_ptr<std::atomic<int64_t>> now_ = std::make_shared<std::atomic<int64_t>>(0);
  const HostAddresses found_ = {{"192.0.2.1", "2001:db8::1"}, ""};
  const HostAddresses failed_ = {{}, "no such host"};
  HostResolver resolver_{Options()};
};

TEST_F(HostResolverTest, DeliversTheAddresses) {
  EXPECT_THAT(LookUp("api.test", found_).addresses, ElementsAre("192.0.2.1", "2001:db8::1"));
}

TEST_F(HostResolverTest, AllThatWaitShareOneLookUp) {
  Results results;
  for (int i = 0; i < 1500; ++i) {
    EXPECT_EQ(resolver_.Resolve("api.test", results.Add()), nullptr);
  }
  names_->Answer(1, found_);
  for (const HostAddresses& result : results.WaitFor(1500)) {
    EXPECT_EQ(result.addresses, found_.addresses);
  }
  EXPECT_THAT(names_->hosts(), ElementsAre("api.test"));
}

TEST_F(HostResolverTest, UsesAtMostFourThreads) {
  Results results;
  for (int i = 0; i < 20; ++i) resolver_.Resolve(absl::StrCat("host", i), results.Add());
  names_->WaitFor(4);
  names_->Answer(20, failed_);
  EXPECT_EQ(results.WaitFor(20).size(), 20u);
  EXPECT_EQ(names_->most_at_once(), 4);
}

TEST_F(HostResolverTest, KeepsAddressesForAMinute) {
  LookUp("api.test", found_);
  now_->store(59'999);
  const HostAddressesPtr known = resolver_.Resolve("api.test", nullptr);
  ASSERT_NE(known, nullptr);
  EXPECT_EQ(known->addresses, found_.addresses);
  EXPECT_EQ(names_->hosts().size(), 1u);
}

TEST_F(HostResolverTest, UsesOldAddressesWhileItLooksAgain) {
  LookUp("api.test", found_);
  now_->store(60'000);
  EXPECT_NE(resolver_.Resolve("api.test", nullptr), nullptr);
  names_->WaitFor(2);
  names_->Answer(1, failed_);
}

TEST_F(HostResolverTest, DropsAddressesAfterTwoMinutes) {
  LookUp("api.test", found_);
  now_->store(120'000);
  EXPECT_THAT(LookUp("api.test", {{"192.0.2.2"}, ""}).addresses, ElementsAre("192.0.2.2"));
}

TEST_F(HostResolverTest, KeepsAFailureForTwoSeconds) {
  EXPECT_EQ(LookUp("api.test", failed_).error, "no such host");
  now_->store(1'999);
  const HostAddressesPtr known = resolver_.Resolve("api.test", nullptr);
  ASSERT_NE(known, nullptr);
  EXPECT_EQ(known->error, "no such host");
  now_->store(2'000);
  EXPECT_EQ(LookUp("api.test", found_).addresses, found_.addresses);
}

TEST_F(HostResolverTest, CallsNobodyAfterItsEnd) {
  auto resolver = std::make_unique<HostResolver>(Options());
  Results results;
  resolver->Resolve("api.test", [](HostAddressesPtr) { ADD_FAILURE() << "called after the end"; });
  names_->WaitFor(1);
  resolver.reset();
  names_->Answer(1, found_);
}

TEST(SystemLookupTest, ReadsAnAddress) {
  EXPECT_THAT(SystemLookup("127.0.0.1").addresses, ElementsAre("127.0.0.1"));
  EXPECT_THAT(SystemLookup("::1").addresses, ElementsAre("::1"));
}

TEST(SystemLookupTest, AFailureHasItsCause) {
  const HostAddresses result = SystemLookup("not a host");
  EXPECT_TRUE(result.addresses.empty());
  EXPECT_NE(result.error, "");
}

}  // namespace
}  // namespace footnote::upstream

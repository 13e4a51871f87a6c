// Keeps retries a small share of all requests, so that an outage is not amplified.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_BUDGET_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_BUDGET_H_

#include <mutex>

namespace footnote::upstream {

// A purse that each call fills a little and each retry takes one from. Thread-safe.
class RetryBudget {
 public:
  struct Options {
    // What each call adds: retries per call that can be kept up. 0 or more.
    double per_call = 0.2;
    // What the purse holds at most, and at the start. 0 allows no retries at all.
    double capacity = 100;
  };
  explicit RetryBudget(const Options& options);

  // A call begins.
  void AddCall();
  // Takes one retry out, if there is one.
  bool TryTakeRetry();

 private:
  const Options options_;
  std::mutex mutex_;
  double left_;  // guarded by mutex_
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_BUDGET_H_

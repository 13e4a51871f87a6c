// SPDX-License-Identifier: Apache-2.0
// Calls of the end-to-end tests.
#ifndef FOOTNOTE_TESTS_END_TO_END_CALLS_H_
#define FOOTNOTE_TESTS_END_TO_END_CALLS_H_

#include <grpcpp/grpcpp.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "footnote/v1/answer_service.grpc.pb.h"
#include "google/rpc/error_details.pb.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {

// A question with two search results, one of which answers it.
v1::AnswerRequest RateLimitRequest();

// A finished call.
struct Reply {
  grpc::Status status;
  v1::Answer answer;
};

// Calls Answer and waits for the end. `script` is the script of the emulator.
Reply CallAnswer(TestServer& server, const v1::AnswerRequest& request,
                 const std::string& script = "");

// A call of Answer that runs while the test continues.
class PendingCall {
 public:
  PendingCall(TestServer& server, const v1::AnswerRequest& request, const std::string& script);
  PendingCall(const PendingCall&) = delete;
  PendingCall& operator=(const PendingCall&) = delete;
  ~PendingCall() { Wait(); }

  void Cancel() { context_.TryCancel(); }
  Reply Wait();

 private:
  grpc::ClientContext context_;
  const v1::AnswerRequest request_;
  v1::AnswerResponse response_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  grpc::Status status_;
};

// The google.rpc details of a failed call; empty messages where it has none.
struct Details {
  google::rpc::ErrorInfo info;
  google::rpc::BadRequest bad_request;
  google::rpc::RetryInfo retry;
};
Details DetailsOf(const grpc::Status& status);

// Calls a unary method with bytes; returns the bytes of the response.
std::string CallRaw(TestServer& server, const std::string& method, const std::string& request,
                    grpc::Status* status);

// The number of entries of a folder, such as /proc/self/fd.
int CountEntries(const char* folder);

// Waits until `condition` returns true; returns false if it does not within 30 seconds.
bool Eventually(const std::function<bool()>& condition);

}  // namespace footnote::testing

#endif  // FOOTNOTE_TESTS_END_TO_END_CALLS_H_

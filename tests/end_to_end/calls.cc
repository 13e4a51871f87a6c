// SPDX-License-Identifier: Apache-2.0
#include "tests/end_to_end/calls.h"

#include <dirent.h>
#include <grpcpp/generic/generic_stub.h>

#include <chrono>
#include <thread>
#include <vector>

#include "google/rpc/status.pb.h"

namespace footnote::testing {
namespace {

constexpr char kScriptKey[] = "x-emulator-script";

}  // namespace

v1::AnswerRequest RateLimitRequest() {
  v1::AnswerRequest request;
  request.set_question("What is the rate limit for API requests?");
  v1::SearchResult* limits = request.add_search_results();
  limits->set_id("kb-1");
  limits->set_source("kb://1");
  limits->set_title("Limits");
  limits->set_text("API requests have a rate limit of 1000 per hour.\n\nErrors use HTTP codes.\n");
  v1::SearchResult* prices = request.add_search_results();
  prices->set_id("kb-2");
  prices->set_source("kb://2");
  prices->set_title("料金");
  prices->mutable_blocks()->add_blocks()->set_text("月額は1,000円です。");
  prices->mutable_blocks()->add_blocks()->set_text("返金は30日以内です。");
  return request;
}

Reply CallAnswer(TestServer& server, const v1::AnswerRequest& request, const std::string& script) {
  return PendingCall(server, request, script).Wait();
}

PendingCall::PendingCall(TestServer& server, const v1::AnswerRequest& request,
                         const std::string& script)
    : request_(request) {
  if (!script.empty()) context_.AddMetadata(kScriptKey, script);
  context_.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(60));
  server.stub().async()->Answer(&context_, &request_, &response_, [this](grpc::Status status) {
    const std::lock_guard<std::mutex> lock(mutex_);
    status_ = std::move(status);
    done_ = true;
    changed_.notify_all();
  });
}

Reply PendingCall::Wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return done_; });
  return {status_, response_.answer()};
}

Details DetailsOf(const grpc::Status& status) {
  Details details;
  google::rpc::Status rich;
  rich.ParseFromString(status.error_details());
  for (const google::protobuf::Any& detail : rich.details()) {
    detail.UnpackTo(&details.info) || detail.UnpackTo(&details.bad_request) ||
        detail.UnpackTo(&details.retry);
  }
  return details;
}

std::string CallRaw(TestServer& server, const std::string& method, const std::string& request,
                    grpc::Status* status) {
  grpc::GenericStub stub(server.channel());
  grpc::ClientContext context;
  const grpc::Slice slice(request);
  const grpc::ByteBuffer in(&slice, 1);
  grpc::ByteBuffer out;
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  stub.UnaryCall(&context, method, grpc::StubOptions(), &in, &out, [&](grpc::Status ended) {
    const std::lock_guard<std::mutex> lock(mutex);
    *status = std::move(ended);
    done = true;
    changed.notify_all();
  });
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return done; });
  grpc::Slice flat;
  if (!status->ok() || !out.DumpToSingleSlice(&flat).ok()) return "";
  return {reinterpret_cast<const char*>(flat.begin()), flat.size()};
}

int CountEntries(const char* folder) {
  int count = 0;
  DIR* dir = opendir(folder);
  while (readdir(dir) != nullptr) ++count;
  closedir(dir);
  return count;
}

bool Eventually(const std::function<bool()>& condition) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > give_up) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace footnote::testing

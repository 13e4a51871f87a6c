// SPDX-License-Identifier: Apache-2.0
// AnswerClient's streams, blocking and asynchronous.
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/cpp/answer_client.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/answer_events.h"
#include "tests/client/fake_answer_service.h"
#include "tests/client/shared_value.h"

namespace footnote::client {
namespace {

using ::google::protobuf::util::MessageDifferencer;
using Writer = grpc::ServerWriter<v1::StreamAnswerResponse>;

v1::AnswerRequest Question(const std::string& text) {
  v1::AnswerRequest request;
  request.set_question(text);
  return request;
}

FakeAnswerService::Handlers Streaming(FakeAnswerService::StreamHandler handler) {
  FakeAnswerService::Handlers handlers;
  handlers.stream = std::move(handler);
  return handlers;
}

// Sends `events` in messages; see Batches.
FakeAnswerService::StreamHandler Sending(std::vector<v1::AnswerEvent> events, uint64_t cuts) {
  return [events = std::move(events), cuts](grpc::ServerContext*, const v1::AnswerRequest&,
                                            Writer* writer) {
    for (const v1::StreamAnswerResponse& batch : Batches(events, cuts)) writer->Write(batch);
    return grpc::Status::OK;
  };
}

// Sends one text delta, then waits until the call is cancelled.
grpc::Status SendAndWait(grpc::ServerContext* context, const v1::AnswerRequest&, Writer* writer) {
  writer->Write(Batches({TextEvent(0, "a")}, 0)[0]);
  FakeAnswerService::WaitUntilCancelled(context);
  return grpc::Status::CANCELLED;
}

void Ignore(const v1::AnswerEvent&) {}

using Events = std::vector<v1::AnswerEvent>;

// Both forms of a stream, to be held to the same tests.
struct Form {
  const char* name;
  std::function<absl::StatusOr<v1::Answer>(const AnswerClient&, const CallOptions&,
                                           const AnswerClient::EventCallback&)>
      stream;
};

class StreamTest : public ::testing::TestWithParam<Form> {
 protected:
  static absl::StatusOr<v1::Answer> Stream(const AnswerClient& client, const CallOptions& options,
                                           const AnswerClient::EventCallback& on_event) {
    return GetParam().stream(client, options, on_event);
  }
};

INSTANTIATE_TEST_SUITE_P(
    Forms, StreamTest,
    ::testing::Values(Form{"Blocking",
                           [](const AnswerClient& client, const CallOptions& options,
                              const AnswerClient::EventCallback& on_event) {
                             return client.StreamAnswer(Question("Why?"), on_event, options);
                           }},
                      Form{"Asynchronous",
                           [](const AnswerClient& client, const CallOptions& options,
                              const AnswerClient::EventCallback& on_event) {
                             std::promise<absl::StatusOr<v1::Answer>> end;
                             client.StreamAnswerAsync(Question("Why?"), options, on_event,
                                                      [&end](absl::StatusOr<v1::Answer> answer) {
                                                        end.set_value(std::move(answer));
                                                      });
                             return end.get_future().get();
                           }}),
    [](const auto& info) { return std::string(info.param.name); });

TEST_P(StreamTest, PassesEachEventInOrderForEveryGroupingAndReturnsTheAnswer) {
  const Events events = EventsOf(RichAnswer());
  for (const uint64_t cuts : {uint64_t{0}, ~uint64_t{0}, uint64_t{0x5555555555555555}}) {
    FakeAnswerService server(Streaming(Sending(events, cuts)));
    Events seen;
    const absl::StatusOr<v1::Answer> answer =
        Stream(AnswerClient(server.address()), {},
               [&seen](const v1::AnswerEvent& event) { seen.push_back(event); });
    ASSERT_TRUE(answer.ok()) << answer.status();
    EXPECT_TRUE(MessageDifferencer::Equals(*answer, RichAnswer()));
    ASSERT_EQ(seen.size(), events.size());
    for (size_t i = 0; i < events.size(); ++i) {
      EXPECT_TRUE(MessageDifferencer::Equals(seen[i], events[i])) << i;
    }
  }
}

TEST_P(StreamTest, PassesTheSameEventsForEveryGroupingOfAShortStream) {
  v1::Answer answer;
  answer.set_text("abc");
  answer.add_blocks()->mutable_text()->set_text("abc");
  const Events events = EventsOf(answer, {1, false});
  std::atomic<uint64_t> cuts{0};
  FakeAnswerService server(
      Streaming([&](grpc::ServerContext* context, const v1::AnswerRequest& request,
                    Writer* writer) { return Sending(events, cuts)(context, request, writer); }));
  const AnswerClient client(server.address());
  for (; cuts < uint64_t{1} << (events.size() - 1); ++cuts) {
    Events seen;
    ASSERT_TRUE(
        Stream(client, {}, [&seen](const v1::AnswerEvent& event) { seen.push_back(event); }).ok());
    ASSERT_EQ(seen.size(), events.size()) << cuts;
    for (size_t i = 0; i < events.size(); ++i) {
      ASSERT_TRUE(MessageDifferencer::Equals(seen[i], events[i])) << cuts << " " << i;
    }
  }
}

TEST_P(StreamTest, SendsTheRequestAndItsMetadata) {
  SharedValue<std::string> question;
  SharedValue<bool> has_tenant;
  FakeAnswerService server(Streaming(
      [&](grpc::ServerContext* context, const v1::AnswerRequest& request, Writer* writer) {
        question.Set(request.question());
        has_tenant.Set(context->client_metadata().count("x-tenant") == 1);
        writer->Write(Batches({EventsOf(RichAnswer()).back()}, 0)[0]);
        return grpc::Status::OK;
      }));
  CallOptions options;
  options.metadata = {{"x-tenant", "blue"}};
  ASSERT_TRUE(Stream(AnswerClient(server.address()), options, Ignore).ok());
  EXPECT_EQ(question.Get(), "Why?");
  EXPECT_TRUE(has_tenant.Get());
}

TEST_P(StreamTest, RefusesInvalidMetadata) {
  CallOptions options;
  options.metadata = {{"X-Tenant", "blue"}};
  EXPECT_EQ(Stream(AnswerClient("127.0.0.1:1"), options, Ignore).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_P(StreamTest, PassesEventsOfUnknownKinds) {
  Events events = EventsOf(RichAnswer());
  v1::AnswerEvent unknown;
  ASSERT_TRUE(unknown.ParseFromString("\xA2\x06\x03new"));  // field 100, of three bytes
  events.insert(events.begin() + 1, unknown);
  FakeAnswerService server(Streaming(Sending(events, 0)));
  int without_kind = 0;
  const absl::StatusOr<v1::Answer> answer =
      Stream(AnswerClient(server.address()), {}, [&](const v1::AnswerEvent& event) {
        without_kind += event.kind_case() == v1::AnswerEvent::KIND_NOT_SET ? 1 : 0;
      });
  EXPECT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(without_kind, 1);
}

TEST_P(StreamTest, AnOkStreamWithoutAnAnswerIsDataLoss) {
  Events cut = EventsOf(RichAnswer());
  cut.pop_back();
  Events empty = cut;
  empty.emplace_back().mutable_completed();
  for (const Events& events : {Events(), cut, empty}) {
    FakeAnswerService server(Streaming(Sending(events, 0)));
    EXPECT_EQ(Stream(AnswerClient(server.address()), {}, Ignore).status().code(),
              absl::StatusCode::kDataLoss);
  }
}

TEST_P(StreamTest, AnErrorTakesPrecedenceOverAnAnswer) {
  FakeAnswerService server(
      Streaming([](grpc::ServerContext*, const v1::AnswerRequest&, Writer* writer) {
        writer->Write(Batches(EventsOf(RichAnswer()), 0)[0]);
        return grpc::Status(grpc::StatusCode::ABORTED, "not verified");
      }));
  EXPECT_EQ(Stream(AnswerClient(server.address()), {}, Ignore).status(),
            absl::AbortedError("not verified"));
}

TEST_P(StreamTest, PassesTheEventsBeforeAnError) {
  FakeAnswerService server(
      Streaming([](grpc::ServerContext*, const v1::AnswerRequest&, Writer* writer) {
        writer->Write(Batches({TextEvent(0, "half")}, 0)[0]);
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "broke off");
      }));
  std::string text;
  EXPECT_EQ(Stream(AnswerClient(server.address()), {},
                   [&text](const v1::AnswerEvent& event) { text += event.text_delta().text(); })
                .status(),
            absl::UnavailableError("broke off"));
  EXPECT_EQ(text, "half");
}

TEST_P(StreamTest, IsUnavailableIfNothingListens) {
  std::string address;
  {
    FakeAnswerService gone(Streaming(SendAndWait));
    address = gone.address();
  }
  EXPECT_EQ(Stream(AnswerClient(address), {}, Ignore).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST_P(StreamTest, EndsTheCallAtItsTimeout) {
  FakeAnswerService server(Streaming(SendAndWait));
  EXPECT_EQ(Stream(AnswerClient(server.address()), Within(absl::Milliseconds(50)), Ignore)
                .status()
                .code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST_P(StreamTest, ACallWithACancelledTokenEndsWithoutAnEvent) {
  FakeAnswerService server(Streaming(Sending(EventsOf(RichAnswer()), 0)));
  CallOptions options;
  options.cancel.Cancel();
  int events = 0;
  EXPECT_EQ(Stream(AnswerClient(server.address()), options,
                   [&events](const v1::AnswerEvent&) { ++events; })
                .status()
                .code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(events, 0);
}

// B87
TEST_P(StreamTest, AnEventCanCancelTheCallAndIsTheLast) {
  std::promise<void> noticed;
  FakeAnswerService server(
      Streaming([&noticed](grpc::ServerContext* context, const v1::AnswerRequest&, Writer* writer) {
        writer->Write(Batches({TextEvent(0, "a"), TextEvent(0, "b"), TextEvent(0, "c")}, 0)[0]);
        FakeAnswerService::WaitUntilCancelled(context);
        noticed.set_value();
        return grpc::Status::CANCELLED;
      }));
  const CallOptions options;
  std::string text;
  EXPECT_EQ(Stream(AnswerClient(server.address()), options,
                   [&](const v1::AnswerEvent& event) {
                     text += event.text_delta().text();
                     if (text == "ab") options.cancel.Cancel();
                   })
                .status()
                .code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(text, "ab");
  noticed.get_future().wait();
}

// The server may have ended the stream before it receives the cancellation.
TEST_P(StreamTest, ACancelledCallHasNoAnswerEvenIfItWasReceived) {
  FakeAnswerService server(Streaming(Sending(EventsOf(RichAnswer()), 0)));
  const AnswerClient client(server.address());
  for (int i = 0; i < 50; ++i) {
    const CallOptions options;
    EXPECT_EQ(
        Stream(client, options, [&options](const v1::AnswerEvent&) { options.cancel.Cancel(); })
            .status()
            .code(),
        absl::StatusCode::kCancelled);
  }
}

// Cancels at moments all over the call's life: before it starts, between its messages, and after.
TEST_P(StreamTest, CancelFromAnotherThreadIsSafeAtAnyMoment) {
  FakeAnswerService server(Streaming(Sending(EventsOf(RichAnswer(), {1, false}), ~uint64_t{0})));
  const AnswerClient client(server.address());
  for (int i = 0; i < 100; ++i) {
    const CallOptions options;
    std::atomic<int> events{0};
    std::atomic<bool> over{false};
    std::thread canceller([&] {
      while (events < i && !over) std::this_thread::yield();
      options.cancel.Cancel();
    });
    const absl::Status status =
        Stream(client, options, [&events](const v1::AnswerEvent&) { ++events; }).status();
    over = true;
    canceller.join();
    EXPECT_TRUE(status.ok() || status.code() == absl::StatusCode::kCancelled) << status;
  }
}

TEST_P(StreamTest, ASlowReaderSlowsDownTheServer) {
  constexpr int kMessages = 256;
  std::promise<void> sent;
  std::atomic<int> written{0};
  FakeAnswerService server(Streaming([&](grpc::ServerContext*, const v1::AnswerRequest&,
                                         Writer* writer) {
    const v1::StreamAnswerResponse large = Batches({TextEvent(0, std::string(1 << 20, 'a'))}, 0)[0];
    while (written < kMessages && writer->Write(large)) ++written;
    sent.set_value();
    writer->Write(Batches({EventsOf(RichAnswer()).back()}, 0)[0]);
    return grpc::Status::OK;
  }));
  std::future<void> all_sent = sent.get_future();
  bool is_first = true;
  int read = 0;
  const absl::StatusOr<v1::Answer> answer =
      Stream(AnswerClient(server.address()), {}, [&](const v1::AnswerEvent&) {
        ++read;
        if (!std::exchange(is_first, false)) return;
        // A queue without bounds would let the server send everything within this time.
        EXPECT_EQ(all_sent.wait_for(std::chrono::milliseconds(300)), std::future_status::timeout);
        EXPECT_LT(written, kMessages / 2);
      });
  EXPECT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(read, kMessages + 1);
}

TEST(StreamAnswerTest, PassesEventsOnTheCallersThreadAndPausesAfterEachMessage) {
  FakeAnswerService server(Streaming(Sending(EventsOf(RichAnswer()), 0b101)));
  const std::thread::id here = std::this_thread::get_id();
  std::string order;
  const auto record = [&](char what) {
    EXPECT_EQ(std::this_thread::get_id(), here);
    if (order.empty() || order.back() != what) order.push_back(what);
  };
  ASSERT_TRUE(AnswerClient(server.address())
                  .StreamAnswer(
                      Question("Why?"), [&record](const v1::AnswerEvent&) { record('e'); }, {},
                      [&record] { record('p'); })
                  .ok());
  EXPECT_EQ(order, "epepep");
}

v1::AnswerRequest QuestionThatOmitsDeliveredContent() {
  v1::AnswerRequest request = Question("Why?");
  request.mutable_response_options()->set_omit_delivered_content(true);
  return request;
}

TEST(StreamAnswerTest, AssemblesTheAnswerIfTheCompletedEventOmitsIt) {
  FakeAnswerService server(Streaming(Sending(EventsWithOmittedContent(RichAnswer()), ~0ull)));
  const AnswerClient client(server.address());
  std::promise<absl::StatusOr<v1::Answer>> end;
  client.StreamAnswerAsync(
      QuestionThatOmitsDeliveredContent(), {}, Ignore,
      [&end](absl::StatusOr<v1::Answer> result) { end.set_value(std::move(result)); });
  for (const absl::StatusOr<v1::Answer>& answer :
       {client.StreamAnswer(QuestionThatOmitsDeliveredContent(), Ignore), end.get_future().get()}) {
    ASSERT_TRUE(answer.ok()) << answer.status();
    EXPECT_TRUE(MessageDifferencer::Equals(*answer, RichAnswer()));
  }
}

TEST(StreamAnswerTest, ReturnsDataLossIfAnEventOfAnOmittedAnswerIsMissing) {
  Events events = EventsWithOmittedContent(RichAnswer());
  events.erase(events.begin() + 1);  // a block_started
  FakeAnswerService server(Streaming(Sending(events, 0)));
  EXPECT_EQ(AnswerClient(server.address())
                .StreamAnswer(QuestionThatOmitsDeliveredContent(), Ignore)
                .status()
                .code(),
            absl::StatusCode::kDataLoss);
}

TEST(StreamAnswerAsyncTest, AStreamOutlivesItsClient) {
  std::promise<void> release;
  std::shared_future<void> released = release.get_future().share();
  FakeAnswerService server(
      Streaming([released](grpc::ServerContext*, const v1::AnswerRequest&, Writer* writer) {
        released.wait();
        writer->Write(Batches(EventsOf(RichAnswer()), 0)[0]);
        return grpc::Status::OK;
      }));
  std::promise<absl::StatusOr<v1::Answer>> end;
  auto client = std::make_unique<AnswerClient>(server.address());
  client->StreamAnswerAsync(
      Question("Why?"), {}, Ignore,
      [&end](absl::StatusOr<v1::Answer> answer) { end.set_value(std::move(answer)); });
  client.reset();
  release.set_value();
  EXPECT_TRUE(end.get_future().get().ok());
}

TEST(StreamAnswerAsyncTest, AnEventCanDestroyTheLastClient) {
  FakeAnswerService server(Streaming(Sending(EventsOf(RichAnswer()), ~uint64_t{0})));
  auto client = std::make_shared<AnswerClient>(server.address());
  AnswerClient* const borrowed = client.get();
  std::promise<absl::StatusOr<v1::Answer>> end;
  borrowed->StreamAnswerAsync(
      Question("Why?"), {},
      [client = std::move(client)](const v1::AnswerEvent&) mutable { client.reset(); },
      [&end](absl::StatusOr<v1::Answer> answer) { end.set_value(std::move(answer)); });
  EXPECT_TRUE(end.get_future().get().ok());
}

TEST(StreamAnswerAsyncTest, CancelReachesEveryStreamOfItsToken) {
  FakeAnswerService server(Streaming(SendAndWait));
  const AnswerClient client(server.address());
  const CallOptions options;
  std::promise<absl::StatusCode> ends[8];
  for (auto& end : ends) {
    client.StreamAnswerAsync(Question("Why?"), options, Ignore,
                             [&end](const absl::StatusOr<v1::Answer>& answer) {
                               end.set_value(answer.status().code());
                             });
  }
  options.cancel.Cancel();
  for (auto& end : ends) EXPECT_EQ(end.get_future().get(), absl::StatusCode::kCancelled);
}

TEST(StreamAnswerAsyncTest, ConcurrentStreamsDoNotMixTheirEvents) {
  FakeAnswerService server(
      Streaming([](grpc::ServerContext*, const v1::AnswerRequest& request, Writer* writer) {
        v1::Answer answer;
        answer.set_text(request.question());
        answer.add_blocks()->mutable_text()->set_text(request.question());
        for (const auto& batch : Batches(EventsOf(answer, {1, false}), ~uint64_t{0})) {
          writer->Write(batch);
        }
        return grpc::Status::OK;
      }));
  const AnswerClient client(server.address());
  constexpr int kStreams = 32;
  std::string texts[kStreams];
  std::promise<void> ends[kStreams];
  for (int i = 0; i < kStreams; ++i) {
    client.StreamAnswerAsync(
        Question("question " + std::to_string(i)), {},
        [&text = texts[i]](const v1::AnswerEvent& event) { text += event.text_delta().text(); },
        [&end = ends[i]](const absl::StatusOr<v1::Answer>&) { end.set_value(); });
  }
  for (int i = 0; i < kStreams; ++i) {
    ends[i].get_future().wait();
    EXPECT_EQ(texts[i], "question " + std::to_string(i));
  }
}

}  // namespace
}  // namespace footnote::client

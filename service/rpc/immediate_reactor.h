// SPDX-License-Identifier: Apache-2.0
// A call that is answered before its method returns: ResolveAnswer and PreviewAnswer.
#ifndef FOOTNOTE_SERVICE_RPC_IMMEDIATE_REACTOR_H_
#define FOOTNOTE_SERVICE_RPC_IMMEDIATE_REACTOR_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "service/rpc/admission.h"
#include "service/rpc/arena_pool.h"
#include "service/rpc/call_context.h"
#include "service/rpc/grpc_status.h"
#include "service/rpc/refusal.h"
#include "service/rpc/request_id.h"
#include "service/rpc/wire_message.h"

namespace footnote::rpc {

// Exists from the arrival of the call until gRPC calls OnDone, and then deletes itself.
class ImmediateReactor final : public grpc::ServerUnaryReactor, private Admission::Call {
 public:
  ImmediateReactor(Admission* admission, ArenaPool* arenas)
      : admission_(*admission), arenas_(*arenas) {}

  // Handles the call on this thread: `handle` fills the response from the request, and counts the
  // bytes that it holds. `response` receives the encoded response.
  template <typename Request, typename Response, typename Handle>
  void Start(const CallContext& context, const grpc::ByteBuffer& request,
             grpc::ByteBuffer* response, const Handle& handle) {
    call_ = context.call;
    absl::Status status =
        admission_.Enter(this, context.peer, kRequestCopies * request.Length(), &ticket_);
    if (!status.ok()) {
      const grpc::Status refused =
          ResultStatus(status, TakeRequestId(*Request::descriptor(), request));
      return refusal_.Send(ticket_.refusal_delay(), [this, refused] { Finish(refused); });
    }
    const grpc::Status result = Respond<Request, Response>(request, response, handle);
    ticket_.Add(static_cast<int64_t>(response->Length()));
    ticket_.EndWork();
    ticket_.BeginDelivery(response->Length());
    Finish(result);
  }

 private:
  bool InternalInlineable() override { return true; }
  void OnDone() override { DeleteAndLeave(this, &ticket_); }

  // From Admission::Call. The call has ended, except for the delivery.
  void Abort() override {}
  std::function<void()> EndUnread() override { return UnreadEnd(call_); }

  template <typename Request, typename Response, typename Handle>
  grpc::Status Respond(const grpc::ByteBuffer& request, grpc::ByteBuffer* response,
                       const Handle& handle) {
    PooledArena arena(&arenas_);
    auto* in = arena.Create<Request>();
    auto* out = arena.Create<Response>();
    absl::Status status = ParseMessage(request, in);
    if (!status.ok()) return ResultStatus(std::move(status), "");
    const std::string request_id = ValidRequestId(in->request().request_id());
    status = handle(in, out, &ticket_);
    return status.ok() ? SerializeMessage(*out, response)
                       : ResultStatus(std::move(status), request_id);
  }

  Admission& admission_;
  ArenaPool& arenas_;
  Admission::Ticket ticket_;
  Refusal refusal_;
  grpc_call* call_ = nullptr;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_IMMEDIATE_REACTOR_H_

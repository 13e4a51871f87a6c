# SPDX-License-Identifier: Apache-2.0
"""Asks Footnote a question, streams the answer, and decodes the error of an invalid request."""

import os
import sys

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from footnote.v1 import (
    answer_request_pb2,
    answer_service_pb2,
    answer_service_pb2_grpc,
    citation_pb2,
    content_pb2,
)

# The default of 4 MB is too small for an answer that cites much text.
MAX_RESPONSE_BYTES = 64 << 20
TIMEOUT_SECONDS = 60

# The results of your search: id and text.
TEXTS = {
    "prices": "🎉 カフェ「フットノート」へようこそ。\n\n"
              "The monthly plan costs ¥1,000.\n\n"
              "The café is closed on Mondays.",
    "refunds": "Refunds are possible within 30 days.",
}

REQUEST = answer_request_pb2.AnswerRequest(
    question="How much does the monthly plan cost?",
    search_results=[
        content_pb2.SearchResult(id=id, source=f"kb://{id}", title=f"About {id}", text=text)
        for id, text in TEXTS.items()
    ],
)


def check(condition, message):
    if not condition:
        sys.exit(message)


def ask(stub):
    """Gets an answer and prints it with its citations."""
    answer = stub.Answer(REQUEST, timeout=TIMEOUT_SECONDS).answer
    print("answer:", answer.text)
    citations = [c for block in answer.blocks for c in block.text.citations]
    for citation in citations:
        # Python strings are indexed by code point.
        text = TEXTS[citation.source.id]
        cited = "".join(text[s.code_point_start:s.code_point_end] for s in citation.source_spans)
        number = answer.references[citation.reference_index].number
        verdict = citation.verification.verdict
        verdict_name = citation_pb2.Verification.Verdict.Name(verdict)
        print(f"[{number}] {citation.source.id}, {verdict_name}: {cited.strip()}")
        check(verdict == citation_pb2.Verification.VERDICT_EXACT, "the citation is not exact")
        check(cited == citation.cited_text, "the slice is not the cited text")
    check(citations, "the answer has no citations")
    return answer


def stream(stub):
    """Prints the answer while it is generated, and returns it."""
    request = answer_service_pb2.StreamAnswerRequest(request=REQUEST)
    text, answer = "", None
    print("stream: ", end="")
    for message in stub.StreamAnswer(request, timeout=TIMEOUT_SECONDS):
        for event in message.events:
            kind = event.WhichOneof("kind")
            if kind == "text_delta":
                print(event.text_delta.text, end="", flush=True)
                text += event.text_delta.text
            elif kind == "completed":
                answer = event.completed.answer
            # Other kinds are citations, for example. Ignore those that you do not need.
    print()
    check(answer, "the stream has no answer")
    check(text == answer.text, "the deltas are not the answer's text")
    return answer


def send_invalid_request(stub):
    """Sends a request with two faults and prints the violations."""
    invalid = answer_request_pb2.AnswerRequest(
        question=" ",
        search_results=[content_pb2.SearchResult(source="kb://prices", text="¥1,000")],
    )
    violations = {}
    try:
        stub.Answer(invalid, timeout=TIMEOUT_SECONDS)
        sys.exit("the request is not refused")
    except grpc.RpcError as error:
        check(error.code() == grpc.StatusCode.INVALID_ARGUMENT, error)
        for detail in rpc_status.from_call(error).details:
            if detail.Is(error_details_pb2.ErrorInfo.DESCRIPTOR):
                info = error_details_pb2.ErrorInfo.FromString(detail.value)
                print("error:", info.reason)
                check(info.reason == "INVALID_REQUEST", "unexpected reason")
                check(info.domain == "footnote.dev", "unexpected domain")
            elif detail.Is(error_details_pb2.BadRequest.DESCRIPTOR):
                bad_request = error_details_pb2.BadRequest.FromString(detail.value)
                for violation in bad_request.field_violations:
                    print(f"  {violation.field}: {violation.reason}: {violation.description}")
                    violations[violation.field] = violation.reason
    check(violations == {"question": "EMPTY", "search_results[0].title": "EMPTY"},
          "unexpected violations")


def main():
    server = os.environ.get("FOOTNOTE_SERVER", "127.0.0.1:8080")
    if len(sys.argv) > 1:
        server = sys.argv[1]
    options = [("grpc.max_receive_message_length", MAX_RESPONSE_BYTES)]
    with grpc.insecure_channel(server, options=options) as channel:
        stub = answer_service_pb2_grpc.AnswerServiceStub(channel)
        answer = ask(stub)
        check(stream(stub).text == answer.text, "the streamed answer differs")
        send_invalid_request(stub)
    print("ok")


if __name__ == "__main__":
    main()

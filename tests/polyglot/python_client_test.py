# SPDX-License-Identifier: Apache-2.0
"""Tests a Python client with generated stubs against a server whose route is the emulator."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import grpc
from google.rpc import error_details_pb2, status_pb2

from footnote.v1 import (answer_pb2, answer_request_pb2, answer_service_pb2,
                         answer_service_pb2_grpc, citation_pb2, content_pb2, conversation_pb2)

SERVER = DOCUMENTED = None

CONFIG = """
listen: "127.0.0.1:0"
routes { name: "emulator" emulator {} forwarded_metadata: "x-emulator-script" }
"""


def details_of(error):
    """Returns the details of a failed call by message type."""
    found = {}
    for key, value in error.trailing_metadata():
        if key == "grpc-status-details-bin":
            for detail in status_pb2.Status.FromString(value).details:
                for kind in (error_details_pb2.ErrorInfo, error_details_pb2.BadRequest,
                             error_details_pb2.RetryInfo, answer_pb2.FailedAttempts):
                    if detail.Is(kind.DESCRIPTOR):
                        message = kind()
                        detail.Unpack(message)
                        found[kind] = message
    return found


def start_server():
    """Starts a server with the emulator. Returns the process and its address."""
    config = os.path.join(os.environ.get("TEST_TMPDIR", tempfile.gettempdir()), "config.textproto")
    with open(config, "w") as out:
        out.write(CONFIG)
    server = subprocess.Popen([SERVER, "--config", config], stdout=subprocess.PIPE, text=True)
    return server, server.stdout.readline().strip().removeprefix("listening on ")


class PythonClientTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.server, address = start_server()
        cls.channel = grpc.insecure_channel(address)
        cls.stub = answer_service_pb2_grpc.AnswerServiceStub(cls.channel)

    @classmethod
    def tearDownClass(cls):
        cls.channel.close()
        cls.server.terminate()
        assert cls.server.wait(timeout=30) == 0, "the server did not end in order"
        cls.server.stdout.close()

    def search_results(self):
        with open(os.path.join(DOCUMENTED, "two_results_request.json")) as file:
            content = json.load(file)["messages"][0]["content"]
        return [
            content_pb2.SearchResult(
                id=f"result-{i}", source=block["source"], title=block["title"],
                blocks=content_pb2.TextBlocks(
                    blocks=[content_pb2.TextBlock(text=text["text"]) for text in block["content"]]))
            for i, block in enumerate(content) if block["type"] == "search_result"
        ]

    def fails(self, request, timeout=10, **kwargs):
        with self.assertRaises(grpc.RpcError) as caught:
            self.stub.Answer(request, timeout=timeout, **kwargs)
        return caught.exception

    def test_citations_are_typed_and_verified_and_their_spans_slice_the_text_of_the_caller(self):
        results = self.search_results()
        answer = self.stub.Answer(
            answer_request_pb2.AnswerRequest(
                question="What are the rate limits for API requests?", search_results=results),
            timeout=10).answer
        self.assertEqual(answer.stop_reason, answer_pb2.STOP_REASON_END_TURN)
        self.assertTrue(answer.complete)
        citations = [c for block in answer.blocks for c in block.text.citations]
        self.assertTrue(citations)
        for citation in citations:
            self.assertEqual(citation.verification.verdict, citation_pb2.Verification.VERDICT_EXACT)
            self.assertEqual(citation.location.WhichOneof("kind"), "search_result")
            result = results[citation.source.api_index]
            self.assertEqual(citation.source.id, result.id)
            text = "".join(block.text for block in result.blocks.blocks)
            span = citation.source_spans[0]
            self.assertEqual(text[span.code_point_start:span.code_point_end], citation.cited_text)
        self.assertEqual([r.number for r in answer.references],
                         list(range(1, len(answer.references) + 1)))

    def test_spans_have_code_points_for_python_in_every_script(self):
        text = "料金😀の説明です。\n\n月額料金は1,000円です。\n\n返金は30日以内です。"
        answer = self.stub.Answer(
            answer_request_pb2.AnswerRequest(
                question="月額料金はいくらですか？",
                search_results=[content_pb2.SearchResult(source="kb://price", title="料金", text=text)]),
            timeout=10).answer
        citations = [c for block in answer.blocks for c in block.text.citations]
        self.assertTrue(citations)
        for citation in citations:
            source, claim = citation.source_spans[0], citation.answer_span
            quoted = citation.cited_text
            self.assertEqual(text[source.code_point_start:source.code_point_end], quoted)
            self.assertEqual(text.encode()[source.byte_start:source.byte_end].decode(), quoted)
            self.assertEqual(
                text.encode("utf-16-le")[2 * source.utf16_start:2 * source.utf16_end].decode("utf-16-le"),
                quoted)
            self.assertTrue(answer.text[claim.code_point_start:claim.code_point_end])

    def documents(self):
        text = "😀 Welcome to the shop. The warranty lasts two years. Shipping is free."
        return [content_pb2.Document(id="terms", title="Terms", text=text)]

    def test_character_ranges_of_documents_are_indexes_of_python_strings(self):
        documents = self.documents()
        answer = self.stub.Answer(
            answer_request_pb2.AnswerRequest(
                question="How long does the warranty last?", documents=documents),
            timeout=10).answer
        citation, = [c for block in answer.blocks for c in block.text.citations]
        location, span = citation.location.character, citation.source_spans[0]
        self.assertEqual((citation.source.kind, citation.source.id),
                         (citation_pb2.CitedSource.KIND_DOCUMENT, "terms"))
        text = documents[0].text
        cited = text[location.start_char_index:location.end_char_index]
        self.assertEqual(cited.strip(), "The warranty lasts two years.")
        self.assertEqual(text[span.code_point_start:span.code_point_end], cited)

    def test_an_answer_can_be_sent_back_as_a_turn_and_its_document_is_cited_again(self):
        first = answer_request_pb2.AnswerRequest(
            question="How long does the warranty last?", documents=self.documents())
        answer = self.stub.Answer(first, timeout=10).answer
        turns = [
            conversation_pb2.Turn(user=conversation_pb2.UserTurn(
                question=first.question, documents=first.documents)),
            conversation_pb2.Turn(assistant=conversation_pb2.AssistantTurn(blocks=answer.blocks)),
        ]
        again = self.stub.Answer(
            answer_request_pb2.AnswerRequest(question="Is shipping free?", turns=turns),
            timeout=10).answer
        citation, = [c for block in again.blocks for c in block.text.citations]
        self.assertEqual(citation.cited_text.strip(), "Shipping is free.")
        self.assertEqual((citation.source.id, citation.source.turn_index), ("terms", 0))

    def stream(self, script="", **kwargs):
        request = answer_service_pb2.StreamAnswerRequest(request=answer_request_pb2.AnswerRequest(
            question="What are the rate limits for API requests?", search_results=self.search_results(), **kwargs))
        return self.stub.StreamAnswer(request, timeout=30, metadata=[("x-emulator-script", script)])

    def test_the_deltas_of_a_stream_add_up_to_its_final_answer(self):
        events = [event for message in self.stream() for event in message.events]
        delivered = "".join(event.text_delta.text for event in events)
        answer = events[-1].completed.answer
        self.assertEqual(delivered, answer.text)
        unary = self.stub.Answer(
            answer_request_pb2.AnswerRequest(
                question="What are the rate limits for API requests?", search_results=self.search_results()),
            timeout=10).answer
        self.assertEqual(answer, unary)

    def test_the_error_of_a_stream_states_the_delivered_amount_and_the_attempts(self):
        events = []
        with self.assertRaises(grpc.RpcError) as caught:
            for message in self.stream("error_after=6"):
                events.extend(message.events)
        self.assertEqual(caught.exception.code(), grpc.StatusCode.UNAVAILABLE)
        details = details_of(caught.exception)
        metadata = details[error_details_pb2.ErrorInfo].metadata
        text = "".join(event.text_delta.text for event in events)
        self.assertEqual(metadata["partial"], "true")
        self.assertEqual(metadata["delivered_text_bytes"], str(len(text.encode())))
        attempt, = details[answer_pb2.FailedAttempts].attempts
        self.assertEqual(attempt.error_type, "overloaded_error")

    def test_a_logged_message_can_be_resolved(self):
        request = answer_request_pb2.AnswerRequest(
            question="What are the rate limits for API requests?", search_results=self.search_results())
        with open(os.path.join(DOCUMENTED, "two_results_response.json"), "rb") as file:
            message = file.read()
        answer = self.stub.ResolveAnswer(
            answer_service_pb2.ResolveAnswerRequest(request=request, message_json=message),
            timeout=10).answer
        self.assertTrue(answer.text)
        self.assertTrue([c for block in answer.blocks for c in block.text.citations])

    def test_an_unanswerable_question_is_answered_without_citations(self):
        answer = self.stub.Answer(
            answer_request_pb2.AnswerRequest(question="Who won the chess match?", search_results=self.search_results()),
            timeout=10).answer
        self.assertFalse([c for block in answer.blocks for c in block.text.citations])
        self.assertIn(answer_pb2.Notice.KIND_NO_CITATIONS, [n.kind for n in answer.notices])

    def test_an_invalid_request_reports_all_violations(self):
        error = self.fails(answer_request_pb2.AnswerRequest(
            search_results=[content_pb2.SearchResult(source=" ", title="t", text="x"),
                  content_pb2.SearchResult(source="s", title="t")]))
        self.assertEqual(error.code(), grpc.StatusCode.INVALID_ARGUMENT)
        details = details_of(error)
        self.assertEqual(details[error_details_pb2.ErrorInfo].reason, "INVALID_REQUEST")
        self.assertEqual(details[error_details_pb2.ErrorInfo].domain, "footnote.dev")
        self.assertEqual(
            {v.field for v in details[error_details_pb2.BadRequest].field_violations},
            {"search_results[0].source", "search_results[1]", "question"})
        self.assertEqual(
            {v.reason for v in details[error_details_pb2.BadRequest].field_violations},
            {"EMPTY", "REQUIRED"})

    def test_an_encoded_surrogate_is_refused_with_its_position(self):
        # Stubs cannot encode this: search_results[0].blocks.blocks[1].text ends in ED A0 BD.
        def field(number, payload):
            return bytes([number << 3 | 2, len(payload)]) + payload
        blocks = field(1, field(1, b"fine")) + field(1, field(1, b"bad \xed\xa0\xbd"))
        result = field(2, b"s") + field(3, b"t") + field(5, blocks)
        call = self.channel.unary_unary("/footnote.v1.AnswerService/Answer")
        with self.assertRaises(grpc.RpcError) as caught:
            call(field(1, b"q") + field(2, result), timeout=10)
        self.assertEqual(caught.exception.code(), grpc.StatusCode.INVALID_ARGUMENT)
        violation, = details_of(caught.exception)[error_details_pb2.BadRequest].field_violations
        self.assertEqual(violation.field, "search_results[0].blocks.blocks[1].text")
        self.assertIn("byte 4", violation.description)
        self.assertEqual(violation.reason, "INVALID_UTF8")

    def test_the_violations_of_500_search_results_fit_into_the_metadata_of_an_error(self):
        results = [content_pb2.SearchResult(source="", title="題" * 300, text=" ") for _ in range(500)]
        error = self.fails(answer_request_pb2.AnswerRequest(question="q", search_results=results))
        self.assertEqual(error.code(), grpc.StatusCode.INVALID_ARGUMENT)
        self.assertEqual(details_of(error)[error_details_pb2.ErrorInfo].metadata["violations"], "1000")

    def test_a_rate_limit_of_the_api_has_a_retry_delay(self):
        error = self.fails(
            answer_request_pb2.AnswerRequest(question="q", search_results=self.search_results()),
            metadata=[("x-emulator-script", "status=429; retry_after=60")])
        self.assertEqual(error.code(), grpc.StatusCode.RESOURCE_EXHAUSTED)
        self.assertEqual(details_of(error)[error_details_pb2.RetryInfo].retry_delay.seconds, 60)

    def test_the_deadline_ends_a_call_without_a_response_of_the_api(self):
        error = self.fails(
            answer_request_pb2.AnswerRequest(question="q", search_results=self.search_results()), timeout=0.3,
            metadata=[("x-emulator-script", "delay_ms=20000")])
        self.assertEqual(error.code(), grpc.StatusCode.DEADLINE_EXCEEDED)

    def test_a_preview_has_the_request_to_the_api_without_credentials(self):
        preview = self.stub.PreviewAnswer(
            answer_service_pb2.PreviewAnswerRequest(request=answer_request_pb2.AnswerRequest(
                question="q", search_results=self.search_results())), timeout=10)
        sent = json.loads(preview.upstream_json)
        self.assertEqual([b["type"] for b in sent["messages"][0]["content"]],
                         ["search_result", "search_result", "text"])
        self.assertEqual(len(preview.search_results), 2)
        names = [header.name for header in preview.upstream_headers]
        self.assertIn("anthropic-version", names)
        self.assertNotIn("x-api-key", names)


class EndOfServerTest(unittest.TestCase):

    def test_sigterm_lets_running_streams_finish_and_refuses_new_ones(self):
        server, address = start_server()
        with grpc.insecure_channel(address) as channel:
            stub = answer_service_pb2_grpc.AnswerServiceStub(channel)
            request = answer_service_pb2.StreamAnswerRequest(
                request=answer_request_pb2.AnswerRequest(
                    question="How much?",
                    search_results=[content_pb2.SearchResult(source="s", title="t", text="This much.")]))
            script = [("x-emulator-script", "pause_after=4; pause_ms=2000")]
            running = stub.StreamAnswer(request, timeout=30, metadata=script)
            first = next(running)
            # The first message of a watch is the present state.
            watch = channel.unary_stream("/grpc.health.v1.Health/Watch")(b"", timeout=30)
            self.assertEqual(next(watch), b"\x08\x01")  # SERVING
            server.terminate()
            self.assertEqual(next(watch), b"\x08\x02")  # NOT_SERVING
            refused = None
            while refused is None:
                try:
                    list(stub.StreamAnswer(request, timeout=30))
                except grpc.RpcError as error:
                    refused = error
            self.assertEqual(refused.code(), grpc.StatusCode.UNAVAILABLE)
            self.assertIn(error_details_pb2.RetryInfo, details_of(refused))
            events = list(first.events) + [event for message in running for event in message.events]
            self.assertTrue(events[-1].HasField("completed"))
        self.assertEqual(server.wait(timeout=30), 0)
        server.stdout.close()


if __name__ == "__main__":
    SERVER, DOCUMENTED = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])

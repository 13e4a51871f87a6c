#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of check_api.py."""

import unittest

from google.protobuf import descriptor_pb2, text_format

import check_api


def findings_of(file: str) -> list[str]:
    parsed = text_format.Parse(file, descriptor_pb2.FileDescriptorProto())
    return list(check_api.findings([parsed]))


def field(name: str, kind: str, extra: str = "") -> str:
    return f'field {{ name: "{name}" number: 1 label: LABEL_OPTIONAL type: {kind} {extra} }}'


def findings_of_field(name: str, kind: str, extra: str = "") -> list[str]:
    return findings_of(f'package: "footnote.v1" message_type {{ name: "M" {field(name, kind, extra)} }}')


SERVICE = 'service { name: "S" method { name: "Do" input_type: ".footnote.v1.M" output_type: ".footnote.v1.R" %s } }'


class CheckApiTest(unittest.TestCase):
    def test_accepts_fields_that_follow_the_rules(self) -> None:
        self.assertEqual(findings_of_field("block_index", "TYPE_INT32"), [])
        self.assertEqual(findings_of_field("request_id", "TYPE_STRING"), [])
        self.assertEqual(
            findings_of_field("idle_timeout", "TYPE_MESSAGE", 'type_name: ".google.protobuf.Duration"'), []
        )

    def test_reports_fields_that_do_not(self) -> None:
        for name, kind in [
            ("block_index", "TYPE_STRING"),
            ("request_id", "TYPE_INT64"),
            ("waited_ms", "TYPE_INT64"),
            ("size", "TYPE_UINT32"),
            ("number_of_blocks", "TYPE_INT32"),
        ]:
            with self.subTest(name):
                self.assertEqual(len(findings_of_field(name, kind)), 1)

    def test_reports_a_timeout_that_is_another_message(self) -> None:
        self.assertEqual(len(findings_of_field("idle_timeout", "TYPE_MESSAGE", 'type_name: ".footnote.v1.T"')), 1)

    def test_ignores_other_packages(self) -> None:
        self.assertEqual(
            findings_of(f'package: "google.api" message_type {{ name: "M" {field("size", "TYPE_UINT32")} }}'), []
        )

    def test_reports_a_method_without_an_http_path_and_a_request_field_without_a_behavior(self) -> None:
        message = f'message_type {{ name: "M" {field("text", "TYPE_STRING")} }}'
        found = findings_of(f'package: "footnote.v1" {message} {SERVICE % ""}')
        self.assertEqual(len(found), 2)
        self.assertIn("field_behavior", found[0])
        self.assertIn("http", found[1])

    def test_needs_no_behavior_for_a_member_of_a_oneof(self) -> None:
        member = field("text", "TYPE_STRING", "oneof_index: 0")
        message = f'message_type {{ name: "M" oneof_decl {{ name: "kind" }} {member} }}'
        found = findings_of(f'package: "footnote.v1" {message} {SERVICE % ""}')
        self.assertEqual(len(found), 1)

    def test_reads_the_numbers_of_unknown_options(self) -> None:
        options = descriptor_pb2.FieldOptions()
        # Field 1052, a varint, then field 3, a string.
        options.MergeFromString(b"\xe0\x41\x02\x1a\x01x")
        holder = descriptor_pb2.FieldDescriptorProto(options=options)
        self.assertIn(check_api.FIELD_BEHAVIOR, check_api.options_of(holder))


if __name__ == "__main__":
    unittest.main()

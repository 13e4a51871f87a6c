#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks rules of the API Improvement Proposals (https://google.aip.dev) that buf does not check.

    bazel/lint/check_api.py --descriptors FILE

FILE is a FileDescriptorSet with source information. Prints "file: element: ..." for each finding and
exits with status 1 if there is one. An integer `*_index` field is an index of a repeated field (AIP-140);
a duration is a google.protobuf.Duration (AIP-142); identifiers are strings (AIP-148); the methods of a
service have an HTTP path (AIP-127); each field of a request message has a field behavior (AIP-203).
"""

import argparse
import re
import sys
from collections.abc import Iterator

from google.protobuf import descriptor_pb2

PACKAGES = ("footnote.",)
FIELD_BEHAVIOR = 1052  # google.api.field_behavior
HTTP = 72295728  # google.api.http

Field = descriptor_pb2.FieldDescriptorProto
INTEGERS = (Field.TYPE_INT32, Field.TYPE_INT64, Field.TYPE_UINT32, Field.TYPE_UINT64)
UNSIGNED = (Field.TYPE_UINT32, Field.TYPE_UINT64, Field.TYPE_FIXED32, Field.TYPE_FIXED64)
TIME_UNIT = re.compile(r"_(?:ms|millis|seconds|secs|minutes|hours)$")
PREPOSITION = re.compile(r"_(?:of|for|with|by|from|at)_")


def options_of(message: object) -> set[int]:
    """The numbers of the extensions that the options of a field or method have."""
    numbers = {field.number for field, _ in message.options.ListFields()}  # type: ignore[attr-defined]
    unknown = message.options.SerializeToString()  # type: ignore[attr-defined]
    return numbers | set(_field_numbers(unknown))


def _field_numbers(data: bytes) -> Iterator[int]:
    """Yields the field numbers of an encoded message."""
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        key = varint()
        yield key >> 3
        wire_type = key & 7
        if wire_type == 0:
            varint()
        elif wire_type == 1:
            at += 8
        elif wire_type == 2:
            length = varint()
            at += length
        else:
            at += 4


def field_findings(field: Field) -> Iterator[str]:
    """Yields the findings about the name and the type of a field."""
    if field.name.endswith("_index") and field.type not in INTEGERS and not field.name.startswith("encrypted_"):
        yield "an index is an integer"
    if field.name.endswith(("_id", "_ids")) and field.type != Field.TYPE_STRING:
        yield "an identifier is a string"
    if TIME_UNIT.search(field.name):
        yield "a duration is a google.protobuf.Duration, without a unit in its name"
    if field.type in UNSIGNED:
        yield "an integer is signed"
    if PREPOSITION.search(field.name):
        yield "a field name has no preposition"
    if field.type == Field.TYPE_MESSAGE and field.name.endswith(("_timeout", "_backoff")):
        if field.type_name != ".google.protobuf.Duration":
            yield "a time-out is a google.protobuf.Duration"


def input_messages(files: list[descriptor_pb2.FileDescriptorProto]) -> set[str]:
    """The names of the messages that a request contains, but for answers that are sent back."""
    fields = {}
    stack = []
    for file in files:
        for message in file.message_type:
            fields[f".{file.package}.{message.name}"] = message.field
        for service in file.service:
            stack += [method.input_type for method in service.method]
    found: set[str] = set()
    while stack:
        name = stack.pop()
        if name in found or name not in fields or name.endswith(".AnswerBlock"):
            continue
        found.add(name)
        stack += [field.type_name for field in fields[name] if field.type == Field.TYPE_MESSAGE]
    return found


def message_findings(
    path: str, message: descriptor_pb2.DescriptorProto, is_input: bool
) -> Iterator[str]:
    for field in message.field:
        for finding in field_findings(field):
            yield f"{path}.{field.name}: {finding}"
        in_oneof = field.HasField("oneof_index") and not field.proto3_optional
        if is_input and not in_oneof and FIELD_BEHAVIOR not in options_of(field):
            yield f"{path}.{field.name}: a field of a request has a google.api.field_behavior"
    for nested in message.nested_type:
        if not nested.options.map_entry:
            yield from message_findings(f"{path}.{nested.name}", nested, is_input)


def findings(files: list[descriptor_pb2.FileDescriptorProto]) -> Iterator[str]:
    """Yields all findings about the files."""
    inputs = input_messages(files)
    for file in files:
        if not file.package.startswith(PACKAGES):
            continue
        for message in file.message_type:
            is_input = f".{file.package}.{message.name}" in inputs
            yield from (f"{file.name}: {f}" for f in message_findings(message.name, message, is_input))
        for service in file.service:
            for method in service.method:
                if HTTP not in options_of(method):
                    yield f"{file.name}: {service.name}.{method.name}: a method has a google.api.http path"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--descriptors", required=True, metavar="FILE")
    files = descriptor_pb2.FileDescriptorSet()
    with open(parser.parse_args().descriptors, "rb") as data:
        files.ParseFromString(data.read())
    found = list(findings(list(files.file)))
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/api.md and docs/configuration.md from the comments of the protos.

    generate_reference.py --descriptors FILE [--docs DIRECTORY] [--example FILE] [--check]

FILE is a FileDescriptorSet with imports and source info, as protoc makes it:

    protoc -I proto -I ~/.cache/footnote/googleapis -I /usr/include \\
        --include_imports --include_source_info --descriptor_set_out=FILE \\
        $(cd proto && find footnote -name '*.proto')

With --check, nothing is written, and the exit status is 1 if a page is out of date. The output
depends only on the protos and on the example. The example is a configuration file in text format,
which must be valid. Needs Debian's python3-protobuf.
"""

import argparse
import pathlib
import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format

FieldProto = descriptor_pb2.FieldDescriptorProto
FileSet = descriptor_pb2.FileDescriptorSet

# Numbers of fields in descriptor.proto, of which the paths of comments consist.
FILE_MESSAGE, FILE_ENUM, FILE_SERVICE = 4, 5, 6
MESSAGE_FIELD, MESSAGE_NESTED, MESSAGE_ENUM, MESSAGE_ONEOF = 2, 3, 4, 8
ENUM_VALUE, SERVICE_METHOD = 2, 2

API_PACKAGE = "footnote.v1"
CONFIG_PACKAGE = "footnote.config.v1"
CONFIG_MESSAGE = "footnote.config.v1.ServerConfig"

# The sections of the API page: the file and its heading. Other files follow by name.
API_SECTIONS = {
    "answer_service.proto": "Service",
    "answer_request.proto": "Requests",
    "content.proto": "Search results, documents and images",
    "conversation.proto": "Conversations",
    "tool.proto": "Tools",
    "answer.proto": "Answers",
    "answer_event.proto": "Events of a streamed answer",
    "citation.proto": "Citations",
    "coverage.proto": "Coverage of an answer",
    "preview.proto": "Previews",
    "error_reason.proto": "Errors",
}

GENERATED = "<!-- Generated from the protos by bazel/docs/generate_reference.py. Do not edit. -->\n"

PRESENCE = """\
Presence is *explicit* if the message distinguishes a field that is not set from one that is set to zero or to an empty
value; *implicit* if it does not; *oneof* if the field belongs to a group of which at most one is set."""

API_INTRODUCTION = f"""\
# API reference

The package `{API_PACKAGE}`, generated from the comments in [proto/footnote/v1](../proto/footnote/v1). For an introduction, see
[concepts](concepts.md); for errors, see [errors](errors.md).

{PRESENCE}
Behavior is the value of `google.api.field_behavior`. Fields of responses have none: the server sets them."""

CONFIG_INTRODUCTION = f"""\
# Configuration reference

The configuration of `footnote_server`, generated from the comments in
[server_config.proto](../proto/footnote/config/v1/server_config.proto). The file is in
[Protocol Buffers text format](https://protobuf.dev/reference/protobuf/textformat-spec/). Durations are written as
`{{ seconds: 30 }}` or `{{ nanos: 500000000 }}`.

{PRESENCE}
Where presence is implicit, 0 and the empty string select the default."""


class Entity(NamedTuple):
    """A message or an enum that has a heading."""

    name: str  # without the package, such as "Chunking.Policy"
    full_name: str  # with a leading dot, as descriptors refer to it
    proto: descriptor_pb2.DescriptorProto | descriptor_pb2.EnumDescriptorProto
    path: tuple[int, ...]


class ProtoFile:
    """A file with its comments, by the path of the commented element."""

    def __init__(self, proto: descriptor_pb2.FileDescriptorProto):
        self.proto = proto
        self.base_name = proto.name.rsplit("/", 1)[-1]
        self._comments = {
            tuple(location.path): clean_comment(location.leading_comments)
            for location in proto.source_code_info.location
            if location.leading_comments
        }

    def comment(self, path: tuple[int, ...]) -> str:
        return self._comments.get(path, "")

    def entities(self) -> Iterator[Entity]:
        """Yields messages and enums in the order of the file, each before its nested ones."""
        found = []
        for number, message in enumerate(self.proto.message_type):
            found += self._message(message, "", (FILE_MESSAGE, number))
        for number, enum in enumerate(self.proto.enum_type):
            found.append(self._entity(enum, "", (FILE_ENUM, number)))
        return iter(sorted(found, key=lambda entity: self._line(entity.path)))

    def _message(self, message, prefix: str, path: tuple[int, ...]) -> Iterator[Entity]:
        yield self._entity(message, prefix, path)
        prefix += message.name + "."
        for number, nested in enumerate(message.nested_type):
            if not nested.options.map_entry:
                yield from self._message(nested, prefix, (*path, MESSAGE_NESTED, number))
        for number, enum in enumerate(message.enum_type):
            yield self._entity(enum, prefix, (*path, MESSAGE_ENUM, number))

    def _entity(self, proto, prefix: str, path: tuple[int, ...]) -> Entity:
        name = prefix + proto.name
        return Entity(name, f".{self.proto.package}.{name}", proto, path)

    def _line(self, path: tuple[int, ...]) -> int:
        for location in self.proto.source_code_info.location:
            if tuple(location.path) == path:
                return location.span[0]
        raise ValueError(f"{self.proto.name}: the descriptor set has no source info")


class Options:
    """Reads the google.api options of fields and methods, which the compiled-in types do not know."""

    def __init__(self, files: FileSet):
        self._pool = descriptor_pool.DescriptorPool()
        for file in files.file:
            self._pool.AddSerializedFile(file.SerializeToString())

    def message_class(self, name: str):
        descriptor = self._pool.FindMessageTypeByName(name)
        if hasattr(message_factory, "GetMessageClass"):
            return message_factory.GetMessageClass(descriptor)
        return message_factory.MessageFactory(self._pool).GetPrototype(descriptor)

    def behavior(self, field: FieldProto) -> str:
        """Returns the names of the field's behaviors, such as "required"; "" if there are none."""
        extension = self._extension("google.api.field_behavior")
        if extension is None:
            return ""
        options = self._parse("google.protobuf.FieldOptions", field.options)
        values = extension.enum_type.values_by_number
        return ", ".join(
            values[value].name.lower().replace("_", " ") for value in options.Extensions[extension]
        )

    def http(self, method: descriptor_pb2.MethodDescriptorProto) -> str:
        """Returns the method's HTTP verb and path, such as "POST /v1:answer"; "" if it has none."""
        extension = self._extension("google.api.http")
        if extension is None:
            return ""
        options = self._parse("google.protobuf.MethodOptions", method.options)
        if not options.HasExtension(extension):
            return ""
        rule = options.Extensions[extension]
        verb = rule.WhichOneof("pattern")
        return f"{verb.upper()} {getattr(rule, verb)}" if verb else ""

    def _extension(self, name: str):
        try:
            return self._pool.FindExtensionByName(name)
        except KeyError:
            return None

    def _parse(self, name: str, options):
        return self.message_class(name).FromString(options.SerializeToString())


class Page:
    """A page of reference documentation."""

    def __init__(self, files: list[ProtoFile], links: dict[str, str], options: Options):
        self._files = files
        self._links = links  # full name to the link's target, for this page
        self._options = options
        self._methods = {m.name for f in files for service in f.proto.service for m in service.method}

    def contents(self, headings: dict[str, str]) -> str:
        lines = ["## Contents\n"]
        for file in self._files:
            heading = headings.get(file.base_name, file.base_name)
            names = [service.name for service in file.proto.service]
            names += [entity.name for entity in file.entities() if "." not in entity.name]
            entries = ", ".join(f"[{name}](#{anchor(name)})" for name in names)
            lines.append(f"- [{heading}](#{anchor(heading)}): {entries}")
        return "\n".join(lines)

    def sections(self, headings: dict[str, str]) -> Iterator[str]:
        for file in self._files:
            yield f"## {headings.get(file.base_name, file.base_name)}\n\nFile `{file.proto.name}`."
            for number, service in enumerate(file.proto.service):
                yield from self._service(file, service, (FILE_SERVICE, number))
            for entity in file.entities():
                yield from self._entity(file, entity)

    def _service(self, file: ProtoFile, service, path: tuple[int, ...]) -> Iterator[str]:
        yield f"### {service.name}"
        yield self._prose(file.comment(path), service.name)
        rows = ["| Method | Request | Response | HTTP |", "|---|---|---|---|"]
        for method in service.method:
            stream = "stream of " if method.server_streaming else ""
            http = self._options.http(method)
            rows.append(
                f"| [{method.name}](#{anchor(service.name + method.name)}) | {self._type(method.input_type)} "
                f"| {stream}{self._type(method.output_type)} | {f'`{http}`' if http else ''} |"
            )
        yield "\n".join(rows)
        for number, method in enumerate(service.method):
            yield f"#### {service.name}.{method.name}"
            yield self._prose(file.comment((*path, SERVICE_METHOD, number)), service.name)

    def _entity(self, file: ProtoFile, entity: Entity) -> Iterator[str]:
        yield f"{'####' if '.' in entity.name else '###'} {entity.name}"
        if comment := file.comment(entity.path):
            yield self._prose(comment, entity.name)
        if isinstance(entity.proto, descriptor_pb2.EnumDescriptorProto):
            yield self._values(file, entity)
        elif entity.proto.field:
            yield self._fields(file, entity)

    def _values(self, file: ProtoFile, entity: Entity) -> str:
        rows = ["| Value | Number | Description |", "|---|---|---|"]
        for number, value in enumerate(entity.proto.value):
            comment = file.comment((*entity.path, ENUM_VALUE, number))
            rows.append(f"| `{value.name}` | {value.number} | {self._cell(comment, entity.name)} |")
        return "\n".join(rows)

    def _fields(self, file: ProtoFile, entity: Entity) -> str:
        fields = entity.proto.field
        behaviors = [self._options.behavior(field) for field in fields]
        column = any(behaviors)
        rows = [
            f"| Field | Number | Type | Presence |{' Behavior |' if column else ''} Description |",
            f"|---|---|---|---|{'---|' if column else ''}---|",
        ]
        for number, field in enumerate(fields):
            comment = file.comment((*entity.path, MESSAGE_FIELD, number))
            rows.append(
                f"| `{field.name}` | {field.number} | {self._field_type(entity, field)} "
                f"| {presence(entity.proto, field)} |{f' {behaviors[number]} |' if column else ''} "
                f"{self._cell(comment, entity.name)} |"
            )
        oneofs = self._oneofs(file, entity)
        return "\n".join(rows) + (f"\n\n{oneofs}" if oneofs else "")

    def _oneofs(self, file: ProtoFile, entity: Entity) -> str:
        lines = []
        for number, oneof in enumerate(entity.proto.oneof_decl):
            comment = file.comment((*entity.path, MESSAGE_ONEOF, number))
            if comment:
                lines.append(f"- oneof `{oneof.name}`: {self._cell(comment, entity.name)}")
        return "\n".join(lines)

    def _field_type(self, entity: Entity, field: FieldProto) -> str:
        for nested in entity.proto.nested_type:
            if nested.options.map_entry and field.type_name.endswith(f"{entity.name}.{nested.name}"):
                key, value = (self._plain_type(part) for part in nested.field)
                return f"map&lt;{key}, {value}&gt;"
        return self._plain_type(field)

    def _plain_type(self, field: FieldProto) -> str:
        if field.type_name:
            return self._type(field.type_name)
        return FieldProto.Type.Name(field.type)[len("TYPE_") :].lower()

    def _type(self, full_name: str) -> str:
        if full_name in self._links:
            return f"[{unqualified(full_name)}]({self._links[full_name]})"
        return f"`{full_name[1:]}`"

    def _cell(self, comment: str, inside: str) -> str:
        text = self._prose(comment, inside).replace("|", "\\|")
        return re.sub(r"\n+", lambda gap: "<br>" if len(gap.group()) > 1 else " ", text)

    def _prose(self, comment: str, inside: str) -> str:
        """Returns the comment with links from the names of types to their headings."""

        def link(match: re.Match[str]) -> str:
            name = match.group(1)
            if name in self._methods or name.split(".")[0] == inside.split(".")[0]:
                return match.group()  # a method may have the name of a message
            target = self._target(name)
            return match.group() if target is None else f"[`{name}`]({target})"

        lines = comment.split("\n")
        return "\n".join(
            line if line.startswith("    ") else re.sub(r"`([A-Z][A-Za-z0-9_.]*)`", link, line) for line in lines
        )

    def _target(self, name: str) -> str | None:
        """Returns the target for the longest prefix of `name` that names a message or an enum."""
        while name:
            for package in (API_PACKAGE, CONFIG_PACKAGE):
                if f".{package}.{name}" in self._links:
                    return self._links[f".{package}.{name}"]
            name = name.rpartition(".")[0]
        return None


def clean_comment(comment: str) -> str:
    """Returns the comment without the space after `//` and without directives to linters."""
    lines = [line[1:] if line.startswith(" ") else line for line in comment.split("\n")]
    return "\n".join(line.rstrip() for line in lines if not line.startswith("buf:lint:")).strip("\n")


def anchor(heading: str) -> str:
    """Returns the anchor that GitHub gives to a heading that occurs once."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def unqualified(full_name: str) -> str:
    """Returns the name without the package, whose parts begin with a lower-case letter."""
    return re.sub(r"^\.(?:[a-z][a-z0-9_]*\.)*", "", full_name)


def presence(message: descriptor_pb2.DescriptorProto, field: FieldProto) -> str:
    if field.label == FieldProto.LABEL_REPEATED:
        is_map = any(
            nested.options.map_entry and field.type_name.endswith(f".{message.name}.{nested.name}")
            for nested in message.nested_type
        )
        return "map" if is_map else "repeated"
    if field.HasField("oneof_index") and not field.proto3_optional:
        return f"oneof `{message.oneof_decl[field.oneof_index].name}`"
    return "explicit" if field.proto3_optional or field.type == FieldProto.TYPE_MESSAGE else "implicit"


def in_package(files: FileSet, package: str) -> list[ProtoFile]:
    """Returns the files of a package in the order of API_SECTIONS, then by name."""
    order = {name: number for number, name in enumerate(API_SECTIONS)}
    found = [ProtoFile(file) for file in files.file if file.package == package]
    return sorted(found, key=lambda file: (order.get(file.base_name, len(order)), file.base_name))


def link_targets(files: list[ProtoFile], page: str) -> dict[str, str]:
    return {
        entity.full_name: f"{page}#{anchor(entity.name)}" for file in files for entity in file.entities()
    }


def checked_example(example: str, options: Options) -> str:
    """Returns the example. Raises text_format.ParseError if it is not a valid configuration."""
    text_format.Parse(example, options.message_class(CONFIG_MESSAGE)())
    return example


def pages(files: FileSet, example: str) -> dict[str, str]:
    """Returns the content of each page by file name."""
    options = Options(files)
    api, config = in_package(files, API_PACKAGE), in_package(files, CONFIG_PACKAGE)
    api_page = Page(api, link_targets(api, ""), options)
    config_page = Page(config, link_targets(api, "api.md") | link_targets(config, ""), options)
    config_headings = {"server_config.proto": "Settings"}
    blocks = {
        "api.md": [
            API_INTRODUCTION,
            api_page.contents(API_SECTIONS),
            *api_page.sections(API_SECTIONS),
        ],
        "configuration.md": [
            CONFIG_INTRODUCTION,
            config_page.contents(config_headings),
            "## Example",
            f"```textproto\n{checked_example(example, options).strip()}\n```",
            *config_page.sections(config_headings),
        ],
    }
    return {name: GENERATED + "\n" + "\n\n".join(parts) + "\n" for name, parts in blocks.items()}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Writes docs/api.md and docs/configuration.md.")
    parser.add_argument("--descriptors", type=pathlib.Path, required=True)
    parser.add_argument("--docs", type=pathlib.Path, default=pathlib.Path("docs"))
    parser.add_argument("--example", type=pathlib.Path, default=pathlib.Path("bazel/docs/server_config.textproto"))
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args(arguments)

    files = FileSet.FromString(args.descriptors.read_bytes())
    outdated = []
    for name, content in pages(files, args.example.read_text(encoding="utf-8")).items():
        path = args.docs / name
        if path.exists() and path.read_text(encoding="utf-8") == content:
            continue
        outdated.append(path)
        if not args.check:
            path.write_text(content, encoding="utf-8")
    if args.check:
        for path in outdated:
            print(f"{path} is out of date; run bazel/docs/generate_reference.py", file=sys.stderr)
    return 1 if args.check and outdated else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

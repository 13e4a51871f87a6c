#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of generate_reference.py."""

import contextlib
import io
import pathlib
import re
import subprocess
import tempfile
import unittest

import generate_reference
from google.protobuf import descriptor_pb2, text_format

# The options of google.api with their numbers, without the parts that no test needs.
FIELD_BEHAVIOR = """\
syntax = "proto3";
package google.api;
import "google/protobuf/descriptor.proto";
extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 1052; }
enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; OPTIONAL = 1; REQUIRED = 2; OUTPUT_ONLY = 3; }
"""
HTTP = """\
syntax = "proto3";
package google.api;
import "google/protobuf/descriptor.proto";
extend google.protobuf.MethodOptions { HttpRule http = 72295728; }
message HttpRule { oneof pattern { string get = 2; string post = 4; } string body = 7; }
"""
CONTENT = """\
syntax = "proto3";
package footnote.v1;
import "google/api/field_behavior.proto";

// A box.
//
// It has
// two paragraphs.
message Box {
  // The color of the lid | the box. See `Lid.color`.
  string color = 1 [(google.api.field_behavior) = REQUIRED];
  // The size.
  optional int32 size = 2 [(google.api.field_behavior) = OPTIONAL];
  // The lids.
  repeated Lid lids = 3;
  // The labels.
  map<string, int64> labels = 4;
  // What is inside.
  oneof content {
    // A text.
    string text = 5;
    // A lid.
    Lid lid = 6;
  }
}

// The kind of a lid, before the lid.
// buf:lint:ignore ENUM_VALUE_PREFIX
enum Kind {
  // No kind.
  NONE = 0;
  // Flat. Fits a `Box`.
  FLAT = 3;
}

// A lid.
message Lid {
  // The state.
  enum State {
    // Never set.
    STATE_UNSPECIFIED = 0;
  }
  // The state.
  State state = 1;
  // Another kind.
  Kind kind = 2;
}
"""
SERVICE = """\
syntax = "proto3";
package footnote.v1;
import "footnote/v1/content.proto";
import "google/api/http.proto";

// Serves boxes.
service BoxService {
  // Returns a `Box`. See `Open`.
  rpc Open(Box) returns (Lid) { option (google.api.http) = { post: "/v1:open" body: "*" }; }
  // Streams lids.
  rpc Watch(Box) returns (stream Lid);
}

// A message with the name of a method.
message Open {}
"""
CONFIG = """\
syntax = "proto3";
package footnote.config.v1;
import "footnote/v1/content.proto";

// The configuration.
//
//     port: 1
message ServerConfig {
  // The port.
  int32 port = 1;
  // The box.
  footnote.v1.Box box = 2;
}
"""
FILES = {
    "google/api/field_behavior.proto": FIELD_BEHAVIOR,
    "google/api/http.proto": HTTP,
    "footnote/v1/content.proto": CONTENT,
    "footnote/v1/answer_service.proto": SERVICE,
    "footnote/config/v1/server_config.proto": CONFIG,
}
EXAMPLE = "# A comment.\nport: 8080\n"


class PagesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls._directory = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls._directory.name)
        for name, text in FILES.items():
            (cls.root / name).parent.mkdir(parents=True, exist_ok=True)
            (cls.root / name).write_text(text)
        cls.set_file = cls.root / "descriptors.bin"
        cls.compile("--include_source_info")
        cls.set = descriptor_pb2.FileDescriptorSet.FromString(cls.set_file.read_bytes())
        cls.pages = generate_reference.pages(cls.set, EXAMPLE)
        cls.api = cls.pages["api.md"]
        cls.config = cls.pages["configuration.md"]

    @classmethod
    def tearDownClass(cls):
        cls._directory.cleanup()

    @classmethod
    def compile(cls, *flags: str):
        files = [name for name in FILES if name.startswith("footnote/")]
        subprocess.run(
            ["protoc", f"-I{cls.root}", "-I/usr/include", "--include_imports", *flags]
            + [f"--descriptor_set_out={cls.set_file}", *files],
            check=True,
        )

    def test_a_field_has_its_number_type_presence_behavior_and_comment(self):
        self.assertIn("| `size` | 2 | int32 | explicit | optional | The size. |", self.api)
        self.assertIn("| `lids` | 3 | [Lid](#lid) | repeated |  | The lids. |", self.api)

    def test_a_field_with_implicit_presence_is_listed_as_such(self):
        self.assertIn("| `port` | 1 | int32 | implicit | The port. |", self.config)

    def test_a_message_without_behaviors_has_no_column_for_them(self):
        self.assertIn("| `kind` | 2 | [Kind](#kind) | implicit | Another kind. |", self.api)

    def test_a_map_has_the_types_of_its_key_and_value(self):
        self.assertIn("| `labels` | 4 | map&lt;string, int64&gt; | map |", self.api)
        self.assertNotIn("LabelsEntry", self.api)

    def test_a_member_of_a_oneof_names_the_oneof_which_has_its_own_comment(self):
        self.assertIn("| `lid` | 6 | [Lid](#lid) | oneof `content` |", self.api)
        self.assertIn("- oneof `content`: What is inside.", self.api)

    def test_an_optional_field_is_in_no_oneof(self):
        self.assertNotIn("_size", self.api)

    def test_a_vertical_bar_in_a_comment_does_not_end_the_cell(self):
        self.assertIn("The color of the lid \\| the box.", self.api)

    def test_paragraphs_of_a_comment_are_kept(self):
        self.assertIn("### Box\n\nA box.\n\nIt has\ntwo paragraphs.\n\n| Field", self.api)

    def test_a_code_block_in_a_comment_stays_indented(self):
        self.assertIn("\n\n    port: 1\n\n", self.config)

    def test_enum_values_have_their_numbers_and_comments(self):
        self.assertIn("| `FLAT` | 3 | Flat. Fits a [`Box`](#box). |", self.api)

    def test_directives_to_linters_are_left_out(self):
        self.assertNotIn("buf:lint", self.api)

    def test_a_name_of_a_type_links_to_its_heading(self):
        self.assertIn("See [`Lid.color`](#lid).", self.api)

    def test_a_name_of_a_method_does_not_link_to_a_message_of_that_name(self):
        self.assertIn("Returns a [`Box`](#box). See `Open`.", self.api)

    def test_a_type_of_the_api_on_the_configuration_page_links_to_the_api_page(self):
        self.assertIn("| [Box](api.md#box) |", self.config)

    def test_a_service_lists_its_methods_with_streams_and_http_paths(self):
        self.assertIn("| [Open](#boxserviceopen) | [Box](#box) | [Lid](#lid) | `POST /v1:open` |", self.api)
        self.assertIn("| [Watch](#boxservicewatch) | [Box](#box) | stream of [Lid](#lid) |  |", self.api)

    def test_entities_are_in_the_order_of_the_file(self):
        headings = re.findall(r"^#{3,4} (.*)$", self.api.partition("## Search results")[2], re.MULTILINE)
        self.assertEqual(headings, ["Box", "Kind", "Lid", "Lid.State"])

    def test_the_service_comes_first(self):
        self.assertLess(self.api.index("## Service"), self.api.index("## Search results"))

    def test_each_link_within_a_page_has_exactly_one_heading(self):
        for page in self.pages.values():
            headings = [generate_reference.anchor(h) for h in re.findall(r"^#+ (.*)$", page, re.MULTILINE)]
            for target in re.findall(r"\]\(#([^)]*)\)", page):
                self.assertEqual(headings.count(target), 1, target)

    def test_the_order_of_files_in_the_set_does_not_matter(self):
        *others, first, second = self.set.file  # neither of the last two imports the other
        shuffled = descriptor_pb2.FileDescriptorSet(file=[*others, second, first])
        self.assertEqual(generate_reference.pages(shuffled, EXAMPLE), self.pages)

    def test_the_configuration_page_has_the_example(self):
        self.assertIn("```textproto\n# A comment.\nport: 8080\n```", self.config)

    def test_refuses_an_example_that_is_not_a_configuration(self):
        with self.assertRaises(text_format.ParseError):
            generate_reference.pages(self.set, "prot: 8080")

    def test_refuses_a_set_without_source_info(self):
        bare = descriptor_pb2.FileDescriptorSet()
        bare.CopyFrom(self.set)
        for file in bare.file:
            file.ClearField("source_code_info")
        with self.assertRaises(ValueError):
            generate_reference.pages(bare, EXAMPLE)

    def run_main(self, docs: pathlib.Path, *flags: str) -> int:
        example = self.root / "example.textproto"
        example.write_text(EXAMPLE)
        with contextlib.redirect_stderr(io.StringIO()) as self.errors:
            return generate_reference.main(
                [f"--descriptors={self.set_file}", f"--docs={docs}", f"--example={example}", *flags]
            )

    def test_check_succeeds_after_the_pages_are_written(self):
        with tempfile.TemporaryDirectory() as docs:
            self.assertEqual(self.run_main(pathlib.Path(docs)), 0)
            self.assertEqual(self.run_main(pathlib.Path(docs), "--check"), 0)
            self.assertEqual((pathlib.Path(docs) / "api.md").read_text(), self.api)

    def test_check_fails_and_names_the_page_that_is_out_of_date(self):
        with tempfile.TemporaryDirectory() as docs:
            self.run_main(pathlib.Path(docs))
            page = pathlib.Path(docs) / "api.md"
            page.write_text(self.api + "An edit.\n")
            self.assertEqual(self.run_main(pathlib.Path(docs), "--check"), 1)
            self.assertIn("api.md is out of date", self.errors.getvalue())
            self.assertNotIn("configuration.md", self.errors.getvalue())
            self.assertTrue(page.read_text().endswith("An edit.\n"))

    def test_check_fails_if_a_page_is_missing(self):
        with tempfile.TemporaryDirectory() as docs:
            self.assertEqual(self.run_main(pathlib.Path(docs), "--check"), 1)
            self.assertEqual(list(pathlib.Path(docs).iterdir()), [])


if __name__ == "__main__":
    unittest.main()

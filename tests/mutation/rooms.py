# SPDX-License-Identifier: Apache-2.0
"""The rooms whose code is mutated, and the tests that belong to each room."""

import pathlib
import re
from typing import List, NamedTuple, Optional, Sequence, Tuple


class Room(NamedTuple):
    """A part of service/ and the Bazel patterns for its tests.

    `sources` are folders, or prefixes of file names if they end in a dot. A file belongs to the room with
    the longest prefix. Folders and patterns that do not exist in a checkout are ignored, so that the table
    covers more than one layout.
    """

    name: str
    sources: Tuple[str, ...]
    tests: Tuple[str, ...]


ROOMS = (
    Room("answering", ("service/answering",), ("//tests/answering/...",)),
    Room(
        "segmentation",
        ("service/segmentation", "service/answering/chunking"),
        ("//tests/segmentation/...", "//tests/answering/chunking/..."),
    ),
    Room(
        "text",
        ("service/text", "service/answering/utf8.", "service/answering/resolving/text_index."),
        ("//tests/text/...", "//tests/answering:utf8_test", "//tests/answering/resolving:text_index_test"),
    ),
    Room("messages", ("service/messages",), ("//tests/messages/...",)),
    Room("upstream", ("service/upstream",), ("//tests/upstream/...",)),
    # Before the tests moved, those of service/rpc were in tests/service.
    Room("rpc", ("service/rpc",), ("//tests/rpc/...", "//tests/service/...")),
)

# Tests with one of these tags, and tests of these sizes, do not count as a room's own tests.
EXCLUDED_TAGS = frozenset({"slow", "browser", "exclusive", "manual", "external", "fuzz", "stress", "end_to_end"})
EXCLUDED_SIZES = frozenset({"large", "enormous"})

SOURCE_SUFFIXES = (".cc", ".h")


def _matches(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(prefix if prefix.endswith(".") else prefix + "/")


def room_of(path: str, rooms: Sequence[Room] = ROOMS) -> Optional[Room]:
    """Returns the room with the longest prefix of `path`, or None."""
    best, length = None, -1
    for room in rooms:
        for prefix in room.sources:
            if len(prefix) > length and _matches(path, prefix):
                best, length = room, len(prefix)
    return best


def select_sources(files: Sequence[str], wanted: Sequence[str], rooms: Sequence[Room] = ROOMS) -> List[str]:
    """Returns the C++ files of `files` that belong to a wanted room.

    `wanted` holds names of rooms and folders or files below service/; empty means every room.
    """
    names = {room.name for room in rooms}
    selected = []
    for path in files:
        room = room_of(path, rooms)
        if room is None or not path.endswith(SOURCE_SUFFIXES):
            continue
        if not wanted or any(
            room.name == want if want in names else _matches(path, want.rstrip("/")) for want in wanted
        ):
            selected.append(path)
    return sorted(selected)


def pattern_exists(pattern: str, tree: pathlib.Path) -> bool:
    """Returns True if `tree` has a package, or the named rule, that `pattern` can match."""
    package, _, rule = pattern[2:].partition(":")
    if rule:
        build = tree / package / "BUILD"
        return build.is_file() and re.search(r'"%s"' % re.escape(rule), build.read_text(encoding="utf-8")) is not None
    folder = tree / package[: -len("/...")]
    return folder.is_dir() and any(folder.rglob("BUILD"))


def count_code_lines(text: str) -> int:
    """Returns the number of lines that are neither blank nor only a // comment."""
    return sum(1 for line in text.splitlines() if line.strip() and not line.lstrip().startswith("//"))

# SPDX-License-Identifier: Apache-2.0
"""Functions that the checks in this folder share: the files of the tree, and the tokens of C++."""

import pathlib
import re
import subprocess
from collections.abc import Callable, Iterator

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

_CPP_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<raw>\bu?8?R"(?P<tag>[^\s()\\]{0,16})\(.*?\)(?P=tag)")"""
    r"""|(?P<string>"(?:[^"\\\n]|\\.)*")"""
    r"""|(?P<char>(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\.)+')""",
    re.DOTALL,
)


def tree_files(*patterns: str) -> list[str]:
    """Returns the paths of tracked and new files that match the Git path patterns, sorted."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", *patterns]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted({name for name in names.split("\0") if name and (ROOT / name).is_file()})


def read(path: str) -> str:
    """Returns the text of a file of the tree."""
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def replace_cpp_tokens(text: str, replacement: Callable[[str, str], str]) -> str:
    """Replaces each comment and literal with `replacement(kind, token)`.

    The kind is "comment", "raw", "string" or "char".
    """
    return _CPP_TOKEN.sub(lambda match: replacement(_kind(match), match.group()), text)


def cpp_tokens(text: str) -> Iterator[tuple[str, str]]:
    """Yields the kind and the text of each comment and literal, in order."""
    for match in _CPP_TOKEN.finditer(text):
        yield _kind(match), match.group()


def blank(token: str) -> str:
    """Returns the line breaks of a token, so that line numbers stay the same."""
    return "\n" * token.count("\n")


def _kind(match: re.Match[str]) -> str:
    return next(kind for kind in ("comment", "raw", "string", "char") if match.group(kind) is not None)

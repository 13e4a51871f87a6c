#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that C++ files have at most 450 lines, and functions at most 60.

    bazel/lint/check_sizes.py [FILE...]

Without arguments, checks every C++ file of the tree and prints the median size of a unit (a header
with its source file) of service/ and client/. Prints "file:line: ..." for each finding and exits
with status 1 if there is one.

Functions are found by matching braces. The lines of a table do not count: an initializer, another
braced list without a statement, and the lines of a raw string.
"""

import collections
import dataclasses
import fnmatch
import re
import statistics
import sys

import source_files

MAX_FILE_LINES = 450
MAX_FUNCTION_LINES = 60

# Files that may be longer, with the reason.
LONG_FILES = {
    "*/coverage_phrases*.cc": "data: phrases by language",
    "*/language_data.cc": "data: abbreviations and marks by language",
}

_QUALIFIERS = r"(?:\s|const\b|noexcept(?:\([^()]*\))?|override\b|final\b|mutable\b|&{1,2}|->[\w\s:<>,*&]+)*"
_FUNCTION_HEAD = re.compile(rf"\){_QUALIFIERS}(?:(?<!:):(?!:).*)?$|\boperator\W+$", re.DOTALL)
_LAMBDA_HEAD = re.compile(r"\](?:\s|mutable\b)*$")
_TYPE_HEAD = re.compile(
    r"^(?:template\s*<.*>\s*)?(?:inline\s+)?(?:namespace|class|struct|union|enum|extern)\b[^()]*$", re.DOTALL
)


@dataclasses.dataclass
class Block:
    """A pair of braces that is open. Lines are 1-based."""

    first_line: int  # of a function: of its head
    is_function: bool
    is_table: bool  # an initializer; functions in it count separately
    table_lines: int = 0
    has_statement: bool = False


@dataclasses.dataclass(frozen=True)
class Function:
    line: int  # 1-based: the first line of its head
    length: int  # in lines, without tables


def functions(text: str) -> list[Function]:
    """Returns the functions of a C++ file, and the lambdas that are in tables or outside of functions."""
    found = []
    stack: list[Block] = []
    line = 1
    head = ""
    head_line = 1
    for char in _bare_code(text):
        if char == "\n":
            line += 1
        if char == "\x01":  # a line of a raw string ends
            if stack:
                stack[-1].table_lines += 1
        elif char == "{":
            kinds = (block.is_function for block in reversed(stack) if block.is_function or block.is_table)
            is_function = not next(kinds, False) and _is_function_head(head.strip())
            stack.append(Block(head_line if is_function else line, is_function, _is_table_head(head.strip())))
            head = ""
        elif char == "}" and stack:
            block = stack.pop()
            is_table = block.is_table or not block.has_statement
            table_lines = line - block.first_line if is_table else block.table_lines
            if block.is_function:
                found.append(Function(block.first_line, line - block.first_line + 1 - block.table_lines))
            elif stack:
                stack[-1].table_lines += table_lines
                stack[-1].has_statement |= block.has_statement and not block.is_table
            head = ""
        elif char == ";":
            if stack:
                stack[-1].has_statement = True
            # The statements of `for (;;)` are in parentheses; no function head has a semicolon.
            head = ""
        else:
            if not head.strip():
                head_line = line
            head += char
            if char == ":" and head.strip() in ("public:", "protected:", "private:"):
                head = ""
    return sorted(found, key=lambda function: function.line)


def check(path: str, text: str) -> list[str]:
    """Returns the findings in one file."""
    findings = []
    length = text.count("\n")
    is_long_allowed = any(fnmatch.fnmatch(path, pattern) for pattern in LONG_FILES)
    if length > MAX_FILE_LINES and not is_long_allowed:
        findings.append(f"{path}:1: the file has {length} lines; at most {MAX_FILE_LINES} are allowed")
    for function in functions(text):
        if function.length > MAX_FUNCTION_LINES:
            findings.append(
                f"{path}:{function.line}: the function has {function.length} lines;"
                f" at most {MAX_FUNCTION_LINES} are allowed"
            )
    return findings


def median_unit(lengths: dict[str, int]) -> float:
    """Returns the median number of lines of a unit; `lengths` has the lines of each file."""
    units: collections.Counter[str] = collections.Counter()
    for path, length in lengths.items():
        units[re.sub(r"\.(h|cc)$", "", path)] += length
    return statistics.median(units.values()) if units else 0


def _is_function_head(head: str) -> bool:
    if _TYPE_HEAD.match(head):
        return False
    return bool(_FUNCTION_HEAD.search(head) or _LAMBDA_HEAD.search(head))


def _is_table_head(head: str) -> bool:
    is_callable = _FUNCTION_HEAD.search(head) or _LAMBDA_HEAD.search(head)
    return "=" in head and not is_callable


def _bare_code(text: str) -> str:
    """Returns the code without comments, literals and directives, with the same line numbers."""

    def bare(kind: str, token: str) -> str:
        if kind == "raw":
            return '""' + "\x01\n" * token.count("\n")
        return source_files.blank(token) if kind == "comment" else '""'

    code = source_files.replace_cpp_tokens(text, bare)
    directive = re.compile(r"^[^\S\n]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
    return directive.sub(lambda match: source_files.blank(match.group()), code)


def main(arguments: list[str]) -> int:
    paths = arguments or source_files.tree_files("*.cc", "*.h")
    texts = {path: source_files.read(path) for path in paths}
    findings = [finding for path, text in texts.items() for finding in check(path, text)]
    for finding in findings:
        print(finding)
    if not arguments:
        units = {path: text.count("\n") for path, text in texts.items() if path.startswith(("service/", "client/"))}
        print(f"median unit of service/ and client/: {median_unit(units):g} lines")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

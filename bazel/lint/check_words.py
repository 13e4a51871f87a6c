#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the text of the tree against the word list in CONTRIBUTING.md.

    bazel/lint/check_words.py [FILE...]

Without arguments, checks every file of the tree. Prints "file:line: word: use ..." for each finding
and exits with status 1 if there is one.

Comments, string literals, identifiers and Markdown are checked. An identifier counts as its words:
`http_header` and `HttpHeader` are both "http header". These are not checked: the files in
DATA_FILES, string literals of C++ tests and benchmarks (test input), fenced blocks of Markdown
without a programming language (command output), block quotations of Markdown, and URLs.

A comment `words: data` marks natural-language data. As a line on its own among the first ten lines
of a file, it exempts the file; at the end of a line, it exempts the line; on a line on its own
anywhere else, it exempts the line that follows.
"""

import fnmatch
import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

import source_files

WORD_LIST = "CONTRIBUTING.md"

TEXT_FILES = (
    *("*.cc", "*.h", "*.proto", "*.md", "*.py", "*.sh", "*.yaml", "*.yml", "*.toml", "*.bzl", "*.bazel"),
    *("*.go", "*.java", "*.js", "*.mjs", "*.ts", "*.rs"),
    *("BUILD", "*/BUILD", "*.BUILD", "WORKSPACE*", "*/WORKSPACE*", "*.bazelrc", "dev", ".ci/*"),
    *(".clang-format", ".clang-tidy", ".editorconfig", ".gitignore", ".github/*"),
)

# Natural-language data, and text that others wrote.
DATA_FILES = (
    "*/testdata/*",
    "*_corpus/*",
    "docs/demo/ja/*",
    "bench/segmentation/texts.cc",
    "*/coverage_phrases*.cc",
    "*/language_data.cc",
    "*/emulator/extractive/phrases.cc",
    "bazel/rules/*",
    "*/node_modules/*",
)

# Languages of fenced blocks whose content is output or a drawing, not code.
OUTPUT_LANGUAGES = ("", "console", "text", "mermaid")

EXEMPT = re.compile(r"https?://[^\s)>\"'`]+|\bstd::\w+|\.tell\(")  # words: data
OPT_OUT = re.compile(r"(?://|#|/\*|<!--)\s*words: data\b")
OPT_OUT_LINE = re.compile(r"\s*(?://|#|/\*|<!--)\s*words: data\b")
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# White space between the words of a phrase, which may include the start of a comment line.
GAP = r"(?:[^\S\n]+|[^\S\n]*\n[^\S\n]*(?://+|\#|\*|>)?[^\S\n]*)"


class Rule(NamedTuple):
    pattern: re.Pattern[str]
    use: str
    api_only: bool  # only in names of the API: protos, flags, and code in Markdown


def read_rules(markdown: str) -> list[Rule]:
    """Returns the rules of the table whose header begins with "Do not use".

    Its columns are the words (each as a code span), what to use, and where the words are checked:
    "everywhere", "API names" or "review" (not checked here).
    """
    rules = []
    for _, row in _table_rows(markdown):
        words, use, where = (cell.strip() for cell in row.strip().strip("|").split("|"))
        if where not in ("everywhere", "API names", "review"):
            raise ValueError(f"{WORD_LIST}: unknown value {where!r} in the third column of the word list")
        forms = [GAP.join(map(re.escape, form.split())) for form in re.findall(r"`([^`]+)`", words)]
        if not forms:
            raise ValueError(f"{WORD_LIST}: a row of the word list has no word in backquotes: {words!r}")
        if where != "review":
            pattern = re.compile(rf"\b(?:{'|'.join(forms)})\b", re.IGNORECASE)
            rules.append(Rule(pattern, use.replace("`", ""), where == "API names"))
    if not rules:
        raise ValueError(f"{WORD_LIST}: no word list")
    return rules


def check(path: str, text: str, rules: list[Rule]) -> list[str]:
    """Returns the findings in one file, in the order of their lines."""
    lines = text.split("\n")
    if any(OPT_OUT_LINE.match(line) for line in lines[:10]):
        return []
    exempt = {n for n, line in enumerate(lines) if OPT_OUT.search(line)}
    exempt |= {n + 1 for n in exempt if OPT_OUT_LINE.match(lines[n])}
    if path == WORD_LIST:
        exempt |= {n for n, _ in _table_rows(text)}
    prose = _words(_checked_text(path, text))
    names = _words(_api_names(path, text))
    findings = set()
    for rule in rules:
        checked = names if rule.api_only else prose
        for match in rule.pattern.finditer(checked):
            number = checked.count("\n", 0, match.start())
            if number not in exempt:
                word = re.sub(r"[\s/#*>]+", " ", match.group())
                findings.add((number, f"{path}:{number + 1}: {word}: use {rule.use}"))
    return [finding for _, finding in sorted(findings)]


def _table_rows(markdown: str) -> Iterator[tuple[int, str]]:
    """Yields the line number, 0-based, and the text of each row of the word list."""
    in_table = False
    for number, line in enumerate(markdown.split("\n")):
        if line.startswith("| Do not use"):
            in_table = True
        elif not line.startswith("|"):
            in_table = False
        elif in_table and not set(line) <= set("|-: "):
            yield number, line


def _checked_text(path: str, text: str) -> str:
    """Returns the text without what is not checked, with the same line numbers."""
    if path.endswith(".md"):
        return _markdown(text, code_only=False)
    if path.endswith((".cc", ".h")) and path.startswith(("tests/", "bench/")):
        is_input = ("raw", "string")
        return source_files.replace_cpp_tokens(
            text, lambda kind, token: source_files.blank(token) if kind in is_input else token
        )
    return text


def _api_names(path: str, text: str) -> str:
    """Returns the text with nothing but names of the API, with the same line numbers."""
    if path.endswith(".md"):
        return _markdown(text, code_only=True)
    if path.endswith(".proto"):
        return source_files.replace_cpp_tokens(text, lambda _, token: source_files.blank(token))
    flag = r"(?<![\w-])--[a-z][a-z-]*"
    return "\n".join(" ".join(re.findall(flag, line)) for line in text.split("\n"))


def _markdown(text: str, code_only: bool) -> str:
    result = []
    language: str | None = None  # of the fenced block that contains the line
    for line in text.split("\n"):
        fence = re.match(r"\s*(?:```|~~~)\s*(\w*)", line)
        if fence:
            language = fence.group(1) if language is None else None
            result.append("")
        elif language is not None:
            result.append("" if language in OUTPUT_LANGUAGES else line)
        elif code_only:
            result.append(" ".join(re.findall(r"`[^`]+`", line)))
        else:
            result.append("" if line.startswith(">") else line)
    return "\n".join(result)


def _words(text: str) -> str:
    """Splits identifiers into words, and removes names that are not ours."""
    text = EXEMPT.sub(" ", text)
    text = re.sub(r"\\[nrt]", " ", text)
    return HUMP.sub(" ", text.replace("_", " "))


def main(arguments: list[str]) -> int:
    rules = read_rules(source_files.read(WORD_LIST))
    paths = arguments or source_files.tree_files(*TEXT_FILES)
    findings = [
        finding
        for path in paths
        if not any(fnmatch.fnmatch(path, pattern) for pattern in DATA_FILES)
        for finding in check(path, source_files.read(path), rules)
    ]
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

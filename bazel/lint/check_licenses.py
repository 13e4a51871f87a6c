#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every source file has an SPDX license line among its first three lines.

    bazel/lint/check_licenses.py [--fix]

With --fix, adds the missing lines. Data without comments (JSON, test data, corpora) and Markdown are
exempt.
"""

import sys

import source_files

LICENSE = "SPDX-License-Identifier: Apache-2.0"
COMMENTS = {
    "//": ("*.cc", "*.h", "*.proto", "*.go", "*.java", "*.js", "*.ts", "*.rs"),
    "#": ("*.py", "*.sh", "*.bzl", "*BUILD", "*MODULE.bazel", "*WORKSPACE*", "dev", ".ci/run", ".bazelrc"),
}
EXEMPT = ("tests/testdata/", "bazel/bzlmod/", "_corpus/")


def is_exempt(path: str) -> bool:
    """True if the file needs no license line."""
    return any(part in path for part in EXEMPT)


def has_license(text: str) -> bool:
    """True if one of the first three lines has the license."""
    return any(LICENSE in line for line in text.split("\n")[:3])


def with_license(text: str, comment: str) -> str:
    """Returns the text with a license line at the top, after an interpreter line."""
    line = f"{comment} {LICENSE}\n"
    if text.startswith("#!"):
        first, _, rest = text.partition("\n")
        return f"{first}\n{line}{rest}"
    return line + text


def main() -> int:
    fix = sys.argv[1:] == ["--fix"]
    missing = 0
    for comment, patterns in COMMENTS.items():
        for path in source_files.tree_files(*patterns):
            text = source_files.read(path)
            if is_exempt(path) or not text or has_license(text):
                continue
            if fix:
                (source_files.ROOT / path).write_text(with_license(text, comment), encoding="utf-8")
            else:
                print(f"{path}:1: has no license line; run bazel/lint/check_licenses.py --fix")
                missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each test is located at the path of the unit that it tests.

    bazel/lint/check_test_paths.py

The test of service/rpc/admission.cc is tests/rpc/admission_test.cc; the test of client/cpp/x.cc is
tests/client/cpp/x_test.cc. Two rules hold:

1. A test that has the name of a unit is in that unit's folder.
2. A unit with logic has a test of its name: every source file with more than 40 lines of code,
   except main.cc and the files in UNTESTED_UNITS.

Prints "file:1: ..." for each finding and exits with status 1 if there is one.
"""

import fnmatch
import os
import sys

import source_files

MIN_LOGIC_LINES = 40

# Folders of tests that cover no single unit.
SCENARIO_FOLDERS = (
    *("tests/agreement", "tests/end_to_end", "tests/fuzz", "tests/monorepo", "tests/monorepo_check"),
    *("tests/mutation", "tests/polyglot", "tests/support"),
)

# Units without a test of their own name, with the reason.
UNTESTED_UNITS = {
    "*/main.cc": "wiring: the tests in tests/end_to_end run the program",
    "*/coverage_phrases*.cc": "data: coverage_test uses it",
    "*/language_data.cc": "data: language_test uses it",
}


def test_path(unit: str) -> str:
    """Returns the path of the test of a source or header file."""
    return "tests/" + os.path.splitext(unit.removeprefix("service/"))[0] + "_test.cc"


def logic_lines(text: str) -> int:
    """Returns the number of lines with code: not blank, no comment, no include."""
    code = source_files.replace_cpp_tokens(
        text, lambda kind, token: source_files.blank(token) if kind == "comment" else token
    )
    return sum(1 for line in code.split("\n") if line.strip() and not line.startswith("#include"))


def misplaced_tests(units: list[str], tests: list[str]) -> list[str]:
    """Returns a finding for each test that has the name of a unit and is not in its folder."""
    expected: dict[str, set[str]] = {}
    for unit in units:
        path = test_path(unit)
        expected.setdefault(os.path.basename(path), set()).add(path)
    findings = []
    for test in tests:
        paths = expected.get(os.path.basename(test), {test})
        is_scenario = test.startswith(tuple(folder + "/" for folder in SCENARIO_FOLDERS))
        if test not in paths and not is_scenario:
            findings.append(f"{test}:1: the test must be located at {' or '.join(sorted(paths))}")
    return findings


def untested_units(logic: dict[str, int], tests: list[str]) -> list[str]:
    """Returns a finding for each unit with logic and no test; `logic` has the lines of each unit."""
    return [
        f"{unit}:1: the unit has no test {test_path(unit)}"
        for unit, lines in logic.items()
        if lines > MIN_LOGIC_LINES
        and not any(fnmatch.fnmatch(unit, pattern) for pattern in UNTESTED_UNITS)
        and test_path(unit) not in tests
    ]


def main() -> int:
    units = source_files.tree_files("service/*.cc", "service/*.h", "client/*.cc", "client/*.h")
    tests = source_files.tree_files("tests/*_test.cc")
    logic = {unit: logic_lines(source_files.read(unit)) for unit in units if unit.endswith(".cc")}
    findings = misplaced_tests(units, tests) + untested_units(logic, tests)
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())

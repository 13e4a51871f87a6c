#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the tests of one `bazel test`, and prints "N passed, N failed[, N skipped]".

    bazel test --build_event_json_file=EVENTS ...; bazel/count_tests.py EVENTS [RESULTS...]

The build events determine which targets belong to this run, so results of earlier runs do not
count. The cases of a target are those of its test.xml. A target that failed without a failed case
there (it crashed, timed out, or was not built) counts as one failure, and so does a build that
failed without a failed target.

RESULTS are files of other checks: each line that starts with "passed ", "failed " or "skipped "
counts as one case.
"""

import json
import sys
import urllib.parse
import xml.etree.ElementTree

NO_FAILURE = (0, 4)  # Bazel's exit codes for success and for "no tests to run"


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def __str__(self):
        text = f"{self.passed} passed, {self.failed} failed"
        return text + (f", {self.skipped} skipped" if self.skipped else "")


def read_events(path):
    """Yields the build events, which end early if Bazel was killed."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                return


def count_cases(path):
    """The cases of one test.xml."""
    tally = Tally()
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            tally.failed += 1
        elif case.find("skipped") is not None or case.get("status") == "notrun":
            tally.skipped += 1
        else:
            tally.passed += 1
    return tally


def count_result(result):
    """The cases of one run of a target, or of one of its shards."""
    tally = Tally()
    for output in result.get("testActionOutput", []):
        if output.get("name") == "test.xml":
            path = urllib.parse.unquote(urllib.parse.urlsplit(output["uri"]).path)
            try:
                tally.add(count_cases(path))
            except (OSError, xml.etree.ElementTree.ParseError):
                pass  # The file is truncated; the status determines the result.
    if result["status"] in ("PASSED", "FLAKY"):
        if not (tally.passed or tally.failed or tally.skipped):
            tally.passed = 1
    elif not tally.failed:
        tally.failed = 1
    return tally


def count(events):
    expected = set()  # targets that are tests
    results = {}  # (target, run, shard) -> (attempt, result)
    exit_code = None
    for event in events:
        kind = event["id"]
        if "targetConfigured" in kind and event.get("configured", {}).get("testSize"):
            expected.add(kind["targetConfigured"]["label"])
        elif "testResult" in kind and "testResult" in event:
            of = kind["testResult"]
            key = (of["label"], of.get("run", 1), of.get("shard", 1))
            attempt = of.get("attempt", 1)
            if attempt >= results.get(key, (0,))[0]:
                results[key] = (attempt, event["testResult"])
        elif "finished" in event:
            exit_code = event["finished"].get("exitCode", {}).get("code", 0)

    total = Tally()
    for _, result in results.values():
        total.add(count_result(result))
    for target in sorted(expected - {label for label, _, _ in results}):
        print(f"{target} was not run", file=sys.stderr)
        total.failed += 1
    if exit_code not in NO_FAILURE and not total.failed:
        print("The build failed or was stopped.", file=sys.stderr)
        total.failed += 1
    return total


def count_lines(path):
    """The cases of a file of other checks."""
    tally = Tally()
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            word = line.partition(" ")[0]
            if word in ("passed", "failed", "skipped"):
                setattr(tally, word, getattr(tally, word) + 1)
    return tally


def main():
    total = count(read_events(sys.argv[1]))
    for path in sys.argv[2:]:
        total.add(count_lines(path))
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())

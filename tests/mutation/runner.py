# SPDX-License-Identifier: Apache-2.0
"""Runs the test binaries of a room for one mutant at a time."""

import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import xml.etree.ElementTree as xml
from typing import Dict, List, NamedTuple, Sequence, Set, Tuple

from rooms import EXCLUDED_SIZES, EXCLUDED_TAGS

SHORTEST_TIMEOUT = 10.0  # seconds
TIMEOUT_FACTOR = 8.0  # times the duration without a mutant


class Rule(NamedTuple):
    label: str
    kind: str
    size: str
    tags: Tuple[str, ...]
    arguments: Tuple[str, ...]
    inputs: Tuple[str, ...]


class Outcome(NamedTuple):
    verdict: str  # "killed", "timed out" or "survived"
    test: str  # label of the test that failed; empty if the mutant survived


def parse_rules(query_output: str) -> Dict[str, Rule]:
    """Reads the output of `bazel query --output=xml`."""
    rules = {}
    for element in xml.fromstring(query_output).iter("rule"):

        def strings(name: str) -> Tuple[str, ...]:
            return tuple(
                value.get("value", "") for node in element.iter("list") if node.get("name") == name for value in node
            )

        size = next((s.get("value", "") for s in element.iter("string") if s.get("name") == "size"), "")
        inputs = tuple(node.get("name", "") for node in element.iter("rule-input"))
        label = element.get("name", "")
        rules[label] = Rule(label, element.get("class", ""), size, strings("tags"), strings("args"), inputs)
    return rules


def is_unit_test(rule: Rule) -> bool:
    """Returns True if the rule is a C++ test that counts as one of its room's own tests and can run here."""
    return (
        rule.kind == "cc_test"
        and rule.size not in EXCLUDED_SIZES
        and not EXCLUDED_TAGS.intersection(rule.tags)
        and not any("$(" in argument for argument in rule.arguments)
    )


def dependencies(label: str, rules: Dict[str, Rule]) -> Set[str]:
    """Returns the labels of all rules and files that `label` depends on."""
    found, pending = set(), [label]
    while pending:
        for name in rules[pending.pop()].inputs:
            if name not in found:
                found.add(name)
                if name in rules:
                    pending.append(name)
    return found


def label_of_file(path: str, tree: pathlib.Path) -> str:
    folder = pathlib.PurePosixPath(path).parent
    while not (tree / folder / "BUILD").is_file():
        folder = folder.parent
    return f"//{folder}:{pathlib.PurePosixPath(path).relative_to(folder)}"


def order_tests(path: str, labels: Sequence[str], durations: Dict[str, float], kills: Dict[str, int]) -> List[str]:
    """Orders tests by the chance that they kill a mutant in `path` soon.

    First the test with the unit's name, then tests that killed mutants of this file, then fast tests.
    """
    unit = pathlib.PurePosixPath(path).stem

    def rank(label: str) -> Tuple[bool, int, float, str]:
        own = label.rpartition(":")[2] == unit + "_test"
        return (not own, -kills.get(label, 0), durations.get(label, 0.0), label)

    return sorted(labels, key=rank)


class TestRunner:
    """Runs test binaries in the way that `bazel test` does, without its cost for each start."""

    __test__ = False

    def __init__(self, tree: pathlib.Path, bin_folder: pathlib.Path, rules: Dict[str, Rule]):
        workspace = tree / "WORKSPACE"
        name = re.search(r'^workspace\(\s*name = "(\w+)"', workspace.read_text(encoding="utf-8"), re.MULTILINE)
        self._workspace = name[1] if name else "__main__"
        self._bin = bin_folder
        self._rules = rules

    def run(self, label: str, mutant: int, timeout: float) -> Tuple[str, float]:
        """Runs one test. Returns "passed", "failed" or "timed out", and the duration in seconds."""
        binary = self._bin / label[2:].replace(":", "/")
        runfiles = pathlib.Path(f"{binary}.runfiles")
        scratch = tempfile.mkdtemp(prefix="mutant-")
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": scratch,
            "TEST_SRCDIR": str(runfiles),
            "RUNFILES_DIR": str(runfiles),
            "TEST_WORKSPACE": self._workspace,
            "TEST_TARGET": label,
            "TEST_TMPDIR": scratch,
            "GTEST_FAIL_FAST": "1",
            "GTEST_CATCH_EXCEPTIONS": "0",
            "FOOTNOTE_MUTANT": str(mutant),
        }
        start = time.monotonic()
        process = subprocess.Popen(
            [str(binary), *self._rules[label].arguments],
            cwd=runfiles / self._workspace,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_limit,
        )
        try:
            verdict = "passed" if process.wait(timeout) == 0 else "failed"
        except subprocess.TimeoutExpired:
            verdict = "timed out"
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)  # the test, if it runs, and what it started
            except ProcessLookupError:
                pass
            process.wait()
            shutil.rmtree(scratch, ignore_errors=True)
        return verdict, time.monotonic() - start

    def baseline(self, labels: Sequence[str], jobs: int) -> Tuple[Dict[str, float], List[str]]:
        """Runs each test twice without a mutant. Returns the durations, and the tests that do not pass."""
        durations: Dict[str, float] = {}
        unreliable = set()
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            results = pool.map(lambda label: (label, *self.run(label, 0, 300.0)), [*labels, *labels])
            for label, verdict, duration in results:
                durations[label] = max(durations.get(label, 0.0), duration)
                if verdict != "passed":
                    unreliable.add(label)
        return durations, sorted(unreliable)

    def try_mutant(self, mutant: int, labels: Sequence[str], durations: Dict[str, float]) -> Outcome:
        """Runs tests in this order until one fails."""
        for label in labels:
            limit = max(SHORTEST_TIMEOUT, TIMEOUT_FACTOR * durations[label])
            verdict, _ = self.run(label, mutant, limit)
            if verdict != "passed":
                return Outcome("killed" if verdict == "failed" else "timed out", label)
        return Outcome("survived", "")


def _limit() -> None:
    """Keeps a mutant from filling the disk or the memory of the machine."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))

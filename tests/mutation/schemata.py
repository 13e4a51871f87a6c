# SPDX-License-Identifier: Apache-2.0
"""Mutants as edits of a source file, and the source file that contains many of them.

Each mutant becomes a conditional expression that compares the environment variable FOOTNOTE_MUTANT with the
number of the mutant, so one build serves all mutants. Offsets are bytes from the start of the file.
"""

import random
import re
from typing import Dict, List, NamedTuple, Sequence, Set, Tuple

KINDS = ("comparison", "inversion", "index")


class Site(NamedTuple):
    """An expression that can be mutated, with the texts that can replace it."""

    path: str
    start: int
    end: int
    kind: str
    alternatives: Tuple[str, ...]
    function: str


class Mutant(NamedTuple):
    number: int
    path: str
    start: int
    end: int
    kind: str
    replacement: str
    function: str


class Instrumented(NamedTuple):
    text: bytes
    spans: Dict[int, Tuple[int, int]]  # number of the mutant -> bytes [start, end) of its expression in `text`


# A definition in each file, in place of a header, needs no dependency in any BUILD file. The branch of a mutant
# may cause warnings that the original does not, and warnings are errors in this repository.
PROLOGUE = b"""\
#ifndef FOOTNOTE_MUTATION_ACTIVE
#define FOOTNOTE_MUTATION_ACTIVE
#include <stdlib.h>
namespace footnote { namespace mutation {
inline bool Active(int number) {
  static const int active = [] { const char* v = getenv("FOOTNOTE_MUTANT"); return v ? atoi(v) : 0; }();
  return number == active;
}
} }
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wextra"
#line 1
"""
EPILOGUE = b"\n#pragma GCC diagnostic pop\n"


def _guarded(mutant: Mutant, inner: bytes) -> Tuple[bytes, bytes]:
    """Returns the text before and after `inner`, the expression with the mutants inside it."""
    active = b"::footnote::mutation::Active(%d)" % mutant.number
    if mutant.kind == "inversion":
        return b"(" + active + b" != static_cast<bool>(", b"))"
    # The replacement has no other mutants in it: only one is active at a time, and the text stays short.
    return b"(" + active + b" ? (" + mutant.replacement.encode() + b") : (", b"))"


def instrument(source: bytes, mutants: Sequence[Mutant]) -> Instrumented:
    """Returns `source` with all `mutants` in it. Ranges must be nested or disjoint; two may be equal."""
    out: List[bytes] = [PROLOGUE]
    size = len(PROLOGUE)
    spans: Dict[int, Tuple[int, int]] = {}
    open_mutants: List[Tuple[Mutant, bytes, int]] = []
    position = 0

    def emit(text: bytes) -> None:
        nonlocal size
        out.append(text)
        size += len(text)

    def close_until(offset: int) -> None:
        nonlocal position
        while open_mutants and open_mutants[-1][0].end <= offset:
            mutant, after, start = open_mutants.pop()
            emit(source[position : mutant.end])
            position = mutant.end
            emit(after)
            spans[mutant.number] = (start, size)

    for mutant in sorted(mutants, key=lambda m: (m.start, -m.end, m.number)):
        close_until(mutant.start)
        if open_mutants and mutant.end > open_mutants[-1][0].end:
            raise ValueError(f"{mutant.path}: ranges of mutants overlap at byte {mutant.start}")
        emit(source[position : mutant.start])
        position = mutant.start
        before, after = _guarded(mutant, source[mutant.start : mutant.end])
        open_mutants.append((mutant, after, size))
        emit(before)
    close_until(len(source))
    emit(source[position:])
    emit(EPILOGUE)
    return Instrumented(b"".join(out), spans)


def _offset(text: bytes, line: int, column: int) -> int:
    """Returns the byte offset of a 1-based line and column, where lines count from after PROLOGUE."""
    start = len(PROLOGUE)
    for _ in range(line - 1):
        newline = text.find(b"\n", start)
        if newline < 0:
            return len(text)
        start = newline + 1
    return start + column - 1


def offenders(instrumented: Instrumented, line: int, column: int) -> Set[int]:
    """Returns the mutants that a compiler's message at this position is about.

    These are the mutants around the position, else those on its line, else none.
    """
    at = _offset(instrumented.text, line, column)
    around = {n for n, (start, end) in instrumented.spans.items() if start <= at < end}
    if around:
        return around
    begin, end_of_line = _offset(instrumented.text, line, 1), _offset(instrumented.text, line + 1, 1)
    return {n for n, (start, end) in instrumented.spans.items() if start < end_of_line and end > begin}


_MESSAGE = re.compile(r"^([^\s:][^:\n]*):(\d+):(\d+):\s+(fatal error|error|note|warning|\s*required)", re.MULTILINE)


def messages_of(output: str) -> List[Tuple[str, int, int, bool]]:
    """Returns (path, line, column, True if it is an error) for each message of gcc or clang in `output`."""
    return [(m[1], int(m[2]), int(m[3]), "error" in m[4]) for m in _MESSAGE.finditer(output)]


def dropped_mutants(output: str, files: Dict[str, Instrumented]) -> Set[int]:
    """Returns the mutants to remove after a failed build with this output; empty if none is to blame."""
    dropped: Set[int] = set()
    for only_errors in (True, False):
        for path, line, column, is_error in messages_of(output):
            if path in files and (is_error or not only_errors):
                dropped |= offenders(files[path], line, column)
        if dropped:
            return dropped
    for path, _, _, _ in messages_of(output):
        if path in files:
            dropped |= set(files[path].spans)
    return dropped


def apportion(count: int, weights: Dict[str, int], limits: Dict[str, int]) -> Dict[str, int]:
    """Splits `count` in proportion to `weights`; no share exceeds its limit, and the rest goes to the others."""
    shares = {name: 0 for name in weights}
    remaining = min(count, sum(limits[name] for name in weights))
    while remaining:
        free = [name for name in weights if shares[name] < limits[name]]
        total = sum(weights[name] for name in free) or len(free)
        exact = {name: remaining * (weights[name] or 0) / total for name in free}
        added = 0
        for name in free:
            step = min(int(exact[name]), limits[name] - shares[name])
            shares[name] += step
            added += step
        remaining -= added
        if not added:  # Only fractions are left.
            for name in sorted(free, key=lambda n: (-(exact[n] % 1), n))[:remaining]:
                shares[name] += 1
                remaining -= 1
    return shares


def choose(sites: Sequence[Site], count: int, generator: random.Random) -> List[Tuple[Site, str]]:
    """Chooses `count` sites, as evenly over the kinds as the sites allow, and one alternative for each.

    The first n of the result are as evenly spread as all of them.
    """
    queues = []
    for kind in KINDS:
        of_kind = sorted(site for site in sites if site.kind == kind)
        generator.shuffle(of_kind)
        queues.append(of_kind)
    chosen = []
    while len(chosen) < count and any(queues):
        for queue in queues:
            if queue and len(chosen) < count:
                site = queue.pop()
                chosen.append((site, generator.choice(site.alternatives)))
    return chosen


def line_number(source: bytes, offset: int) -> int:
    return source.count(b"\n", 0, offset) + 1


def describe(source: bytes, mutant: Mutant) -> Tuple[int, str, str]:
    """Returns the 1-based line, and the lines of the expression before and after, with single spaces."""
    begin = source.rfind(b"\n", 0, mutant.start) + 1
    finish = source.find(b"\n", mutant.end)
    finish = len(source) if finish < 0 else finish
    before = source[begin:finish]
    after = source[begin : mutant.start] + mutant.replacement.encode() + source[mutant.end : finish]
    return line_number(source, mutant.start), _squeeze(before), _squeeze(after)


def _squeeze(text: bytes) -> str:
    return " ".join(text.decode(errors="replace").split())


def parse_equivalents(text: str) -> Set[Tuple[str, str, str]]:
    """Reads a list of equivalent mutants: the three lines of each as the report prints them. `#` starts a comment."""
    known = set()
    path = before = None
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("- "):
            before = " ".join(line[2:].split())
        elif line.startswith("+ "):
            if path is None or before is None:
                raise ValueError(f"a '+' line without its path and '-' line: {line}")
            known.add((path, before, " ".join(line[2:].split())))
            before = None
        else:
            path = line.split()[0].split(":")[0]
    return known

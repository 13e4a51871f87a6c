#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures whether the tests can fail: mutates the code of rooms of service/ and runs the rooms' own tests.

    tests/mutation/mutate.py                                  # 200 mutants over all rooms
    tests/mutation/mutate.py --rooms messages --count 40      # one room
    tests/mutation/mutate.py --rooms service/upstream/retry   # one folder, with its room's tests

Prints the rate of killed mutants for each room and the mutants that survived. Exits with 1 if the rate is
below --min-kill, and with 2 if it cannot measure. README.md explains the method.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import threading
import time
from typing import Dict, List, Optional, Sequence, Set, Tuple

sys.dont_write_bytecode = True  # the work tree stays as it is
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import rooms
import runner
import schemata
from schemata import Mutant, Site

HERE = pathlib.Path(__file__).resolve().parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "footnote"
SPARE_RATE = 0.1  # more mutants than asked for, in place of those that do not compile
MAX_BUILDS = 8


class Failure(Exception):
    """The measurement is not possible."""


def step(text: str) -> None:
    print(f"==> [{time.monotonic() - START:5.0f} s] {text}", file=sys.stderr, flush=True)


START = time.monotonic()


class Workspace:
    """A copy of the work tree with its own Bazel output base."""

    def __init__(self, origin: pathlib.Path, folder: pathlib.Path, output_base: Optional[pathlib.Path], options: Sequence[str]):
        self.origin = origin
        folder.mkdir(parents=True, exist_ok=True)
        self.tree = (folder / "tree").resolve()
        self._output_base = (output_base or folder / "output_base").resolve()
        self._options = list(options)

    def copy(self) -> None:
        """Makes the copy equal to the tracked and untracked files of the origin. Ignored files are left out."""
        listed = subprocess.run(
            ["git", "-C", str(self.origin), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            check=True,
            stdout=subprocess.PIPE,
        ).stdout
        names = {name for name in os.fsdecode(listed).split("\0") if name and os.path.lexists(self.origin / name)}
        for name in names:
            source, target = self.origin / name, self.tree / name
            if source.is_dir() and not source.is_symlink():
                continue
            if source.is_symlink():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.unlink(missing_ok=True)
                target.symlink_to(os.readlink(source))
            elif not target.is_file() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
        for folder, folders, files in os.walk(self.tree):
            folders[:] = [f for f in folders if not (f.startswith("bazel-") and os.path.islink(f"{folder}/{f}"))]
            for file in files:
                path = pathlib.Path(folder, file)
                if str(path.relative_to(self.tree)) not in names:
                    path.unlink()

    def files(self) -> List[str]:
        service = self.tree / "service"
        return [str(p.relative_to(self.tree)) for p in service.rglob("*") if p.is_file() and "testdata" not in p.parts]

    def bazel(self, command: str, *arguments: str, check: bool = True) -> subprocess.CompletedProcess:
        options = self._options if command in ("build", "aquery") else []
        result = subprocess.run(
            ["bazel", f"--output_base={self._output_base}", "--max_idle_secs=300", command, *options, *arguments],
            cwd=self.tree,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        if check and result.returncode:
            raise Failure(f"bazel {command} failed:\n{result.stderr[-4000:]}")
        return result

    def compile_flags(self, targets: Sequence[str]) -> Dict[str, List[str]]:
        """Returns clang's flags for each source of `targets`. Their generated headers exist afterwards."""
        from sites import usable_flags

        self.bazel("build", "--output_groups=compilation_prerequisites_INTERNAL_", "--keep_going", *targets)
        execution_root = pathlib.Path(self.bazel("info", "execution_root").stdout.strip())
        query = f'mnemonic("CppCompile", {" + ".join(targets)})'
        graph = json.loads(self.bazel("aquery", "--output=jsonproto", query).stdout)
        flags = {}
        for action in graph.get("actions", []):
            arguments = action["arguments"]
            if "-c" in arguments:
                source = arguments[arguments.index("-c") + 1]
                flags[source] = usable_flags(arguments, self.tree, execution_root, self._output_base)
        return flags

    def bin_folder(self) -> pathlib.Path:
        return pathlib.Path(self.bazel("info", "bazel-bin").stdout.strip())


def _sites_of_unit(arguments: Tuple) -> Tuple[str, Dict[str, List[Site]], List[str]]:
    from sites import sites_of_unit

    source, flags, tree, wanted = arguments
    found, errors = sites_of_unit(source, flags, tree, wanted)
    return source, found, errors


def find_sites(workspace: Workspace, sources: Sequence[str], jobs: int) -> Dict[str, List[Site]]:
    """Returns the sites of each source. Headers are read as part of a source that includes them."""
    packages = sorted({str(pathlib.PurePosixPath(path).parent) for path in sources})
    patterns = [f"//{p}:all" for p in packages if (workspace.tree / p / "BUILD").is_file()]
    flags = workspace.compile_flags(patterns)
    units = [path for path in sources if path in flags]
    found: Dict[str, Dict[Tuple[int, int, str], Site]] = collections.defaultdict(dict)
    union = sorted({f for values in flags.values() for f in _pairs(values)})
    step(f"Parsing {len(units)} sources")
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:

        def parse(paths: Sequence[str]) -> None:
            tasks = [(p, flags.get(p, [x for pair in union for x in pair]), workspace.tree, set(sources)) for p in paths]
            for source, by_file, errors in pool.map(_sites_of_unit, tasks):
                for error in errors[:1]:
                    step(f"clang cannot parse all of {source}: {error}")
                for path, sites in by_file.items():
                    found[path].update({(s.start, s.end, s.kind): s for s in sites})

        parse(units)
        parse([path for path in sources if path not in found and path.endswith(".h")])
    return {path: list(sites.values()) for path, sites in found.items()}


def _pairs(flags: Sequence[str]) -> List[Tuple[str, ...]]:
    """Groups flags with their folders: -iquote DIR is one group."""
    groups, position = [], 0
    while position < len(flags):
        width = 2 if flags[position] in ("-iquote", "-isystem", "-I") else 1
        groups.append(tuple(flags[position : position + width]))
        position += width
    return groups


def choose_mutants(
    sites: Dict[str, List[Site]],
    lines: Dict[str, int],
    texts: Dict[str, bytes],
    equivalents: Set[Tuple[str, str, str]],
    count: int,
    seed: int,
) -> Tuple[List[Mutant], Dict[str, int]]:
    """Chooses mutants with spares. Returns them, in order of preference in each room, and each room's share."""
    of_room: Dict[str, List[Site]] = {name: [] for name in lines}
    for path, found in sites.items():
        for site in found:
            kept = []
            for text in site.alternatives:
                trial = Mutant(0, path, site.start, site.end, site.kind, text, site.function)
                _, before, after = schemata.describe(texts[path], trial)
                if (path, before, after) not in equivalents:
                    kept.append(text)
            if kept:
                of_room[rooms.room_of(path).name].append(site._replace(alternatives=tuple(kept)))
    share = schemata.apportion(count, lines, {name: len(found) for name, found in of_room.items()})
    mutants = []
    for name in sorted(of_room):
        generator = random.Random(f"{seed} {name}")
        with_spares = share[name] + int(share[name] * SPARE_RATE + 2) if share[name] else 0
        for site, text in schemata.choose(of_room[name], with_spares, generator):
            number = len(mutants) + 1
            mutants.append(Mutant(number, site.path, site.start, site.end, site.kind, text, site.function))
    return mutants, share


def build(workspace: Workspace, mutants: Sequence[Mutant], texts: Dict[str, bytes], targets: Sequence[str]) -> Set[int]:
    """Builds the tests with all mutants in the code. Returns the mutants that had to be dropped."""
    dropped: Set[int] = set()
    for attempt in range(1, MAX_BUILDS + 1):
        by_path: Dict[str, List[Mutant]] = collections.defaultdict(list)
        for mutant in mutants:
            by_path[mutant.path].append(mutant)
        files = {}
        for path, group in by_path.items():
            files[path] = schemata.instrument(texts[path], [m for m in group if m.number not in dropped])
            target = workspace.tree / path
            if target.read_bytes() != files[path].text:
                target.write_bytes(files[path].text)
        result = workspace.bazel("build", "--keep_going", *targets, check=False)
        if result.returncode == 0:
            return dropped
        blamed = schemata.dropped_mutants(result.stderr, files)
        if not blamed:
            raise Failure(f"the build failed, and no mutant is the cause:\n{result.stderr[-4000:]}")
        step(f"Build {attempt}: {len(blamed)} mutants do not compile")
        for number in sorted(blamed):
            mutant = mutants[number - 1]
            line, _, after = schemata.describe(texts[mutant.path], mutant)
            print(f"    dropped {mutant.path}:{line}: {after}", file=sys.stderr)
        dropped |= blamed
    raise Failure(f"the build still fails after {MAX_BUILDS} attempts")


def run_mutants(
    tests: runner.TestRunner,
    mutants: Sequence[Mutant],
    tests_of: Dict[str, List[str]],
    durations: Dict[str, float],
    texts: Dict[str, bytes],
    jobs: int,
) -> Dict[int, runner.Outcome]:
    """Runs all mutants. Prints each survivor at once, so that an interrupted run is not lost."""
    kills: Dict[str, Dict[str, int]] = collections.defaultdict(lambda: collections.defaultdict(int))
    lock = threading.Lock()
    outcomes: Dict[int, runner.Outcome] = {}

    def run(mutant: Mutant) -> None:
        with lock:
            ordered = runner.order_tests(mutant.path, tests_of[mutant.path], durations, kills[mutant.path])
        outcome = tests.try_mutant(mutant.number, ordered, durations)
        with lock:
            outcomes[mutant.number] = outcome
            if outcome.test:
                kills[mutant.path][outcome.test] += 1
            else:
                line, _, after = schemata.describe(texts[mutant.path], mutant)
                step(f"Survived: {mutant.path}:{line}: {after}")
            if len(outcomes) % 25 == 0:
                step(f"{len(outcomes)} of {len(mutants)} mutants")

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for future in [pool.submit(run, mutant) for mutant in mutants]:
            future.result()
    return outcomes


def report(
    mutants: Sequence[Mutant], outcomes: Dict[int, runner.Outcome], texts: Dict[str, bytes], lines: Dict[str, int]
) -> Tuple[str, float]:
    """Returns the text of the report and the rate of killed mutants, 0 to 1."""
    header = ("", "lines", "mutants", "killed", "timed out", "survived", "kill rate")
    rows: Dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    for mutant in mutants:
        for name in (rooms.room_of(mutant.path).name, mutant.kind, "all"):
            rows[name][outcomes[mutant.number].verdict] += 1
    layout = "{:<14}{:>8}{:>9}{:>8}{:>11}{:>10}{:>11}"
    out = [layout.format(*header)]
    for name in [*sorted(lines), "", *schemata.KINDS, "", "all"]:
        if not name:
            out.append("")
        elif rows[name]:
            row, total = rows[name], sum(rows[name].values())
            rate = f"{100 * (total - row['survived']) / total:.1f} %"
            amount = lines.get(name, sum(lines.values()) if name == "all" else "")
            out.append(layout.format(name, amount, total, row["killed"], row["timed out"], row["survived"], rate))
    survivors = [m for m in mutants if outcomes[m.number].verdict == "survived"]
    if survivors:
        out += ["", f"{len(survivors)} mutants survived:"]
        for mutant in sorted(survivors, key=lambda m: (m.path, m.start)):
            line, before, after = schemata.describe(texts[mutant.path], mutant)
            out += ["", f"{mutant.path}:{line} ({mutant.kind}, in {mutant.function or 'no function'})"]
            out += [f"- {before}", f"+ {after}"]
    total = rows["all"]
    return "\n".join(out), 1 - total["survived"] / max(1, sum(total.values()))


def parse_arguments(arguments: Optional[Sequence[str]] = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="the number of mutants (200)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the random choice (1)")
    parser.add_argument("--rooms", nargs="+", default=[], metavar="ROOM", help="rooms, or folders below service/ (all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="tests that run at a time (one per core)")
    parser.add_argument("--min-kill", type=float, default=0.9, help="the lowest rate that is a success, 0 to 1 (0.9)")
    parser.add_argument("--list", action="store_true", help="print the chosen mutants, and run nothing")
    parser.add_argument("--work", type=pathlib.Path, default=CACHE / "mutation", help="folder of the copied tree")
    parser.add_argument("--output-base", type=pathlib.Path, help="Bazel's output base (a folder in --work)")
    parser.add_argument(
        "--bazel-option", action="append", default=[], help="an option of bazel build, such as --copt=-D_GLIBCXX_ASSERTIONS"
    )
    return parser.parse_args(arguments)


def measure(options: argparse.Namespace) -> int:
    origin = pathlib.Path(__file__).resolve().parents[2]
    bazel_options = [f"--disk_cache={CACHE / 'bazel'}", f"--jobs={options.jobs}", "--color=no", "--curses=no"]
    workspace = Workspace(origin, options.work, options.output_base, [*bazel_options, *options.bazel_option])
    step(f"Copying {origin} to {workspace.tree}")
    workspace.copy()

    sources = rooms.select_sources(workspace.files(), options.rooms)
    if not sources:
        raise Failure(f"no sources in {' '.join(options.rooms) or 'any room'}")
    texts = {path: (workspace.tree / path).read_bytes() for path in sources}
    lines: Dict[str, int] = collections.Counter()
    for path in sources:
        lines[rooms.room_of(path).name] += rooms.count_code_lines(texts[path].decode(errors="replace"))
    patterns = {
        room.name: [p for p in room.tests if rooms.pattern_exists(p, workspace.tree)]
        for room in rooms.ROOMS
        if room.name in lines
    }
    sites = find_sites(workspace, sources, options.jobs)
    equivalents = schemata.parse_equivalents((HERE / "equivalent.txt").read_text(encoding="utf-8"))
    mutants, share = choose_mutants(sites, lines, texts, equivalents, options.count, options.seed)
    step(f"{sum(map(len, sites.values()))} expressions can be mutated; {sum(share.values())} are chosen")
    if options.list:
        for mutant in mutants:
            line, before, after = schemata.describe(texts[mutant.path], mutant)
            print(f"{mutant.path}:{line} ({mutant.kind}, in {mutant.function})\n- {before}\n+ {after}\n")
        return 0

    tests_of_room, rules = room_tests(workspace, patterns)
    wanted = sorted({label for labels in tests_of_room.values() for label in labels})
    step(f"Building {len(wanted)} tests with {len(mutants)} mutants in {len({m.path for m in mutants})} files")
    dropped = build(workspace, mutants, texts, wanted)
    tests = runner.TestRunner(workspace.tree, workspace.bin_folder(), rules)
    step("Running the tests without a mutant")
    durations, unreliable = tests.baseline(wanted, options.jobs)
    for label in unreliable:
        step(f"{label} fails without a mutant and is left out")

    chosen = within_shares([m for m in mutants if m.number not in dropped], share)
    tests_of = tests_of_files({m.path for m in chosen}, tests_of_room, rules, set(unreliable), workspace.tree)
    step(f"Running {len(chosen)} mutants; all tests once take {sum(durations.values()):.0f} s")
    outcomes = run_mutants(tests, chosen, tests_of, durations, texts, options.jobs)
    text, rate = report(chosen, outcomes, texts, lines)
    step("Done")
    print(text)
    if rate < options.min_kill:
        print(f"\nThe tests kill {100 * rate:.1f} %, and {100 * options.min_kill:.1f} % are required.")
        return 1
    return 0


def room_tests(
    workspace: Workspace, patterns: Dict[str, List[str]]
) -> Tuple[Dict[str, List[str]], Dict[str, runner.Rule]]:
    """Returns the labels of each room's own tests, and all rules that they depend on."""
    everything = " + ".join(p for group in patterns.values() for p in group) or "set()"
    query = f"deps({everything}) intersect (//service/... + //tests/...)"
    rules = runner.parse_rules(workspace.bazel("query", "--output=xml", "--noimplicit_deps", query).stdout)
    labels = {}
    for name, group in patterns.items():
        found = workspace.bazel("query", f"tests({' + '.join(group)})").stdout.split() if group else []
        labels[name] = [label for label in found if label in rules and runner.is_unit_test(rules[label])]
    return labels, rules


def within_shares(mutants: Sequence[Mutant], share: Dict[str, int]) -> List[Mutant]:
    """Returns the first mutants of each room, as many as its share."""
    left = dict(share)
    chosen = []
    for mutant in mutants:
        room = rooms.room_of(mutant.path).name
        if left[room]:
            left[room] -= 1
            chosen.append(mutant)
    return chosen


def tests_of_files(
    paths: Set[str],
    tests_of_room: Dict[str, List[str]],
    rules: Dict[str, runner.Rule],
    left_out: Set[str],
    tree: pathlib.Path,
) -> Dict[str, List[str]]:
    """Returns for each file the tests of its room that depend on it. No other test can kill its mutants."""
    needs = {label: runner.dependencies(label, rules) for group in tests_of_room.values() for label in group}
    result = {}
    for path in paths:
        label = runner.label_of_file(path, tree)
        room = rooms.room_of(path).name
        result[path] = [t for t in tests_of_room[room] if t not in left_out and label in needs[t]]
    return result


def main() -> int:
    try:
        return measure(parse_arguments())
    except ImportError as error:
        if "clang" not in str(error):
            raise
        print("mutate.py: install Debian's python3-clang-14", file=sys.stderr)
    except Failure as error:
        print(f"mutate.py: {error}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())

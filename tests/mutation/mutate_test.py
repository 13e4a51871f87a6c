#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the parts of the mutation script that need neither Bazel nor libclang, and of sites.py if it can run.

    tests/mutation/mutate_test.py
"""

import pathlib
import random
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # the work tree stays as it is
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import mutate
import rooms
import runner
import schemata
from schemata import Mutant, Site


def mutant(number, source, text, replacement, kind="comparison", occurrence=0):
    start = -1
    for _ in range(occurrence + 1):
        start = source.index(text, start + 1)
    return Mutant(number, "service/a.cc", start, start + len(text), kind, replacement, "F")


def body(instrumented):
    """Returns the instrumented text without the parts that each file has."""
    return instrumented.text[len(schemata.PROLOGUE) : -len(schemata.EPILOGUE)]


class RoomsTest(unittest.TestCase):
    def test_longest_prefix_decides_the_room_in_both_layouts(self):
        for path, name in {
            "service/answering/answer_call.cc": "answering",
            "service/answering/chunking/sentences/language.cc": "segmentation",
            "service/segmentation/structure.cc": "segmentation",
            "service/answering/utf8.cc": "text",
            "service/text/utf8.h": "text",
            "service/upstream/retry/retry_policy.cc": "upstream",
        }.items():
            self.assertEqual(rooms.room_of(path).name, name, path)

    def test_files_outside_of_all_rooms_have_no_room(self):
        self.assertIsNone(rooms.room_of("service/config.cc"))
        self.assertIsNone(rooms.room_of("service/answering_old/a.cc"))

    def test_sources_are_selected_by_room_and_by_folder(self):
        files = ["service/text/a.cc", "service/text/BUILD", "service/upstream/b.h", "service/upstream/retry/c.cc"]
        self.assertEqual(rooms.select_sources(files, []), [files[0], files[2], files[3]])
        self.assertEqual(rooms.select_sources(files, ["text"]), ["service/text/a.cc"])
        self.assertEqual(rooms.select_sources(files, ["service/upstream/retry/"]), ["service/upstream/retry/c.cc"])

    def test_patterns_without_packages_are_ignored(self):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            (tree / "tests/text/inner").mkdir(parents=True)
            self.assertFalse(rooms.pattern_exists("//tests/text/...", tree))
            (tree / "tests/text/inner/BUILD").write_text('cc_test(name = "utf8_test")')
            self.assertTrue(rooms.pattern_exists("//tests/text/...", tree))
            self.assertTrue(rooms.pattern_exists("//tests/text/inner:utf8_test", tree))
            self.assertFalse(rooms.pattern_exists("//tests/text/inner:utf_test", tree))
            self.assertFalse(rooms.pattern_exists("//tests/rpc/...", tree))

    def test_blank_lines_and_comments_do_not_count(self):
        self.assertEqual(rooms.count_code_lines("int a;\n\n  // b\nint c;  // d\n"), 2)


class InstrumentTest(unittest.TestCase):
    def test_guards_one_expression(self):
        source = b"return a < b;"
        result = schemata.instrument(source, [mutant(7, source, b"a < b", "a <= b")])
        self.assertEqual(body(result), b"return (::footnote::mutation::Active(7) ? (a <= b) : (a < b));")

    def test_inversion_does_not_copy_the_expression(self):
        source = b"return a;"
        result = schemata.instrument(source, [mutant(1, source, b"a", "!(a)", "inversion")])
        self.assertEqual(body(result), b"return (::footnote::mutation::Active(1) != static_cast<bool>(a));")

    def test_nested_mutants_are_in_the_original_branch_only(self):
        source = b"x[i] < y;"
        result = schemata.instrument(
            source, [mutant(1, source, b"x[i] < y", "x[i] <= y"), mutant(2, source, b"i", "(i) + 1", "index")]
        )
        active = b"::footnote::mutation::Active"
        self.assertEqual(
            body(result), b"(" + active + b"(1) ? (x[i] <= y) : (x[(" + active + b"(2) ? ((i) + 1) : (i))] < y));"
        )

    def test_neighbours_and_equal_ranges_keep_their_order(self):
        source = b"if (a < b && c < d) e();"
        group = [
            mutant(1, source, b"a < b && c < d", "!(a < b && c < d)", "inversion"),
            mutant(2, source, b"c < d", "c <= d"),
            mutant(3, source, b"a < b", "a <= b"),
            mutant(4, source, b"a < b", "!(a < b)", "inversion"),
        ]
        result = schemata.instrument(source, group)
        for number, (start, end) in result.spans.items():
            self.assertTrue(result.text[start:end].startswith(b"(::footnote::mutation::Active(%d)" % number))
            self.assertEqual(result.text[start:end].count(b"("), result.text[start:end].count(b")"))
        self.assertEqual(set(result.spans), {1, 2, 3, 4})

    def test_no_mutants_leave_the_source_as_it_is(self):
        self.assertEqual(body(schemata.instrument(b"int a;\n", [])), b"int a;\n")

    def test_overlapping_ranges_are_refused(self):
        with self.assertRaises(ValueError):
            schemata.instrument(
                b"abcdef", [Mutant(1, "p", 0, 3, "index", "x", ""), Mutant(2, "p", 2, 5, "index", "x", "")]
            )


class DroppedMutantsTest(unittest.TestCase):
    def setUp(self):
        source = b"int a;\nbool b = c < d;\nbool e = f < g;\n"
        group = [mutant(1, source, b"c < d", "c <= d"), mutant(2, source, b"f < g", "f <= g")]
        self.files = {"service/a.cc": schemata.instrument(source, group)}

    def test_an_error_blames_the_mutant_around_it(self):
        self.assertEqual(schemata.dropped_mutants("service/a.cc:3:15: error: no operator", self.files), {2})

    def test_an_error_elsewhere_on_the_line_blames_the_mutants_of_the_line(self):
        self.assertEqual(schemata.dropped_mutants("service/a.cc:2:1: error: x", self.files), {1})

    def test_notes_count_if_no_error_is_in_an_instrumented_file(self):
        output = "/usr/include/x.h:1:1: error: y\nservice/a.cc:2:20:   required from here\n"
        self.assertEqual(schemata.dropped_mutants(output, self.files), {1})

    def test_an_error_far_from_mutants_blames_those_of_the_file(self):
        self.assertEqual(schemata.dropped_mutants("service/a.cc:1:1: error: z", self.files), {1, 2})

    def test_errors_of_other_files_blame_nothing(self):
        self.assertEqual(schemata.dropped_mutants("service/b.cc:1:1: error: z", self.files), set())


class ChoiceTest(unittest.TestCase):
    def sites(self, kind, count):
        return [Site("p", n, n + 1, kind, ("x", "y"), "") for n in range(count)]

    def test_shares_are_in_proportion_and_add_up(self):
        self.assertEqual(schemata.apportion(10, {"a": 300, "b": 200}, {"a": 99, "b": 99}), {"a": 6, "b": 4})
        shares = schemata.apportion(200, {"a": 7, "b": 5, "c": 1}, {"a": 999, "b": 999, "c": 999})
        self.assertEqual(sum(shares.values()), 200)

    def test_a_small_room_passes_the_rest_of_its_share_on(self):
        self.assertEqual(schemata.apportion(10, {"a": 1, "b": 1}, {"a": 2, "b": 99}), {"a": 2, "b": 8})

    def test_no_more_than_all_sites_are_chosen(self):
        self.assertEqual(schemata.apportion(10, {"a": 1, "b": 1}, {"a": 2, "b": 3}), {"a": 2, "b": 3})

    def test_kinds_take_turns_until_one_is_used_up(self):
        sites = self.sites("comparison", 1) + self.sites("index", 9)
        kinds = [site.kind for site, _ in schemata.choose(sites, 4, random.Random(1))]
        self.assertEqual(kinds, ["comparison", "index", "index", "index"])

    def test_the_seed_decides_the_choice(self):
        sites = self.sites("index", 50)
        first, same, other = (schemata.choose(sites, 9, random.Random(seed)) for seed in (1, 1, 2))
        self.assertEqual(first, same)
        self.assertNotEqual(first, other)

    def test_no_site_is_chosen_twice(self):
        chosen = schemata.choose(self.sites("index", 30), 30, random.Random(3))
        self.assertEqual(len({site for site, _ in chosen}), 30)

    def test_equivalent_mutants_are_not_chosen(self):
        source = b"bool F() { return a < b; }\n"
        found = mutant(0, source, b"a < b", "a <= b")
        site = Site("service/rpc/a.cc", found.start, found.end, "comparison", ("a <= b",), "F")
        known = {("service/rpc/a.cc", "bool F() { return a < b; }", "bool F() { return a <= b; }")}
        texts, sites, lines = {site.path: source}, {site.path: [site]}, {"rpc": 1}
        self.assertEqual(len(mutate.choose_mutants(sites, lines, texts, set(), 5, 1)[0]), 1)
        self.assertEqual(mutate.choose_mutants(sites, lines, texts, known, 5, 1)[0], [])


class ReportTest(unittest.TestCase):
    source = b"// first\nif (a <\n    b) {\n"

    def setUp(self):
        found = mutant(1, self.source, b"a <\n    b", "a <= b")
        self.mutant = found._replace(path="service/rpc/a.cc")

    def test_describes_a_mutant_by_its_lines(self):
        self.assertEqual(schemata.describe(self.source, self.mutant), (2, "if (a < b) {", "if (a <= b) {"))

    def test_an_entry_of_the_report_can_be_listed_as_equivalent(self):
        outcomes = {1: runner.Outcome("survived", "")}
        text, rate = mutate.report([self.mutant], outcomes, {"service/rpc/a.cc": self.source}, {"rpc": 3})
        self.assertEqual(rate, 0)
        entry = text[text.index("service/rpc/a.cc") :]
        self.assertEqual(
            schemata.parse_equivalents("# reason\n" + entry), {("service/rpc/a.cc", "if (a < b) {", "if (a <= b) {")}
        )

    def test_a_mutant_that_times_out_counts_as_killed(self):
        outcomes = {1: runner.Outcome("timed out", "//t:t")}
        self.assertEqual(mutate.report([self.mutant], outcomes, {"service/rpc/a.cc": self.source}, {"rpc": 3})[1], 1)

    def test_an_incomplete_equivalent_is_refused(self):
        with self.assertRaises(ValueError):
            schemata.parse_equivalents("service/rpc/a.cc\n+ x\n")


class RunnerTest(unittest.TestCase):
    QUERY = """<query><rule class="cc_test" name="//t:a_test"><string name="size" value="small"/>
      <list name="tags"><string value="slow"/></list><rule-input name="//s:a"/></rule>
      <rule class="cc_library" name="//s:a"><rule-input name="//s:a.cc"/></rule></query>"""

    def test_reads_the_rules_of_a_query(self):
        rules = runner.parse_rules(self.QUERY)
        self.assertEqual(rules["//t:a_test"].tags, ("slow",))
        self.assertEqual(runner.dependencies("//t:a_test", rules), {"//s:a", "//s:a.cc"})

    def test_slow_tests_and_other_rules_do_not_count(self):
        test = runner.Rule("//t:a_test", "cc_test", "small", (), (), ())
        self.assertTrue(runner.is_unit_test(test))
        self.assertFalse(runner.is_unit_test(test._replace(tags=("exclusive",))))
        self.assertFalse(runner.is_unit_test(test._replace(size="large")))
        self.assertFalse(runner.is_unit_test(test._replace(kind="sh_test")))

    def test_own_test_is_first_then_frequent_killers_then_fast_tests(self):
        durations = {"//t:a_test": 9.0, "//t:b_test": 1.0, "//t:c_test": 2.0, "//t:d_test": 3.0}
        self.assertEqual(
            runner.order_tests("service/rpc/a.cc", sorted(durations), durations, {"//t:d_test": 1}),
            ["//t:a_test", "//t:d_test", "//t:b_test", "//t:c_test"],
        )


class FlagsTest(unittest.TestCase):
    def test_keeps_the_flags_that_decide_the_meaning_and_finds_their_folders(self):
        try:
            from sites import usable_flags
        except ImportError:
            self.skipTest("python3-clang-14 is not installed")
        flags = usable_flags(
            ["gcc", "-Wall", "-iquote", ".", "-isystem", "external/a", "-DX=1", "-std=c++17", "-Ibazel-out/b", "-c", "a.cc"],
            *map(pathlib.Path, ("/tree", "/exec", "/base")),
        )
        self.assertEqual(
            flags, ["-iquote", "/tree", "-isystem", "/base/external/a", "-DX=1", "-std=c++17", "-I/exec/bazel-out/b"]
        )


class SitesTest(unittest.TestCase):
    """Runs libclang on small sources."""

    def changes(self, source):
        try:
            from sites import sites_of_unit
        except ImportError:
            self.skipTest("python3-clang-14 is not installed")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.cc")
            path.write_text(source)
            found, errors = sites_of_unit("a.cc", ["-std=c++17"], pathlib.Path(folder), {"a.cc"})
        self.assertEqual(errors, [])
        return {source[s.start : s.end]: set(s.alternatives) for s in found["a.cc"]}

    def test_finds_comparisons(self):
        self.assertEqual(self.changes("int f(int a) { while (a < 3) ++a; return a; }"), {"a < 3": {"a <= 3"}})

    def test_finds_overloaded_comparisons(self):
        source = "struct S {}; bool operator==(S, S); int f(S a, S b) { while (a == b) {} return 1; }"
        self.assertEqual(self.changes(source), {"a == b": {"a != b"}})

    def test_finds_boolean_returns_and_conditions(self):
        self.assertEqual(self.changes("bool f(bool a) { return a; }"), {"a": {"!(a)"}})
        self.assertEqual(self.changes("int f(int* p) { if (p) return 1; return 2; }"), {"p": {"!(p)"}})
        self.assertEqual(self.changes("int f(bool a) { return a ? 5 : 6; }"), {"a": {"!(a)"}})

    def test_does_not_invert_what_is_flipped(self):
        self.assertEqual(self.changes("bool f(int a) { return a == 1; }"), {"a == 1": {"a != 1"}})

    def test_finds_indexes_and_positions(self):
        self.assertEqual(self.changes("int f(int* p, int i) { return p[i]; }"), {"i": {"(i) + 1", "(i) - 1"}})
        self.assertEqual(self.changes("int f(int* p) { return p[0]; }"), {"0": {"1"}})
        self.assertEqual(self.changes("int f(int a) { return a + 1; }"), {"1": {"2", "0"}})
        source = "struct S { S substr(unsigned long, unsigned long = 9); }; void f(S s, int n) { s.substr(n); }"
        self.assertEqual(self.changes(source), {"n": {"(n) + 1", "(n) - 1"}})

    def test_leaves_constant_expressions_and_macros_out(self):
        for source in (
            "static_assert(1 < 2, \"\");",
            "constexpr bool f(int a) { return a < 3; }",
            "void f() { constexpr bool a = 1 < 2; (void)a; }",
            "template <int N> int f() { if constexpr (N < 3) return 5; return 6; }",
            "enum E { kA = 1 + 1 };",
            "void f(int a) { switch (a) { case 1 + 1: break; } }",
            "#define M(x) if (x) return\nvoid f(int a) { M(a < 3); }",
        ):
            self.assertEqual(self.changes(source), {}, source)

    def test_leaves_unobservable_code_out(self):
        for source in (
            "struct V { void reserve(int); }; void f(V v, int a) { v.reserve(a + 1); }",
            "int HashOf(int a) { return a + 1; }",
            "bool f(int a) {\n  // A fast path for small numbers.\n  return a < 3;\n}",
        ):
            self.assertEqual(self.changes(source), {}, source)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# words: data
"""Tests of check_words.py."""

import unittest

import check_words

TABLE = """# Words

| Do not use | Use | Checked |
|---|---|---|
| `told`, `tell`, `tells` | report | everywhere |
| `said`, `says` | "the API returns" | everywhere |
| `of its own` | own | everywhere |
| `cache mark`, `cache marks` | cache breakpoint | everywhere |
| `hit`, `hits` | search result | API names |
| `whole` (meaning "complete") | complete | review |

Other tables are not read:

| never | read |
|---|---|
| `never` | read |
"""
RULES = check_words.read_rules(TABLE)


def lines_found(path: str, text: str) -> list[int]:
    return [int(finding.split(":")[1]) for finding in check_words.check(path, text, RULES)]


class ReadRulesTest(unittest.TestCase):
    def test_reads_each_checked_row_of_the_word_list_and_no_other_table(self):
        self.assertEqual(len(RULES), 5)

    def test_rejects_a_document_without_a_word_list(self):
        with self.assertRaisesRegex(ValueError, "no word list"):
            check_words.read_rules("# Words\n")

    def test_rejects_a_row_without_a_word(self):
        with self.assertRaisesRegex(ValueError, "no word in backquotes"):
            check_words.read_rules("| Do not use | Use | Checked |\n|---|---|---|\n| told | report | everywhere |\n")

    def test_rejects_an_unknown_scope(self):
        with self.assertRaisesRegex(ValueError, "unknown value 'here'"):
            check_words.read_rules("| Do not use | Use | Checked |\n|---|---|---|\n| `told` | report | here |\n")


class CheckTest(unittest.TestCase):
    def test_a_finding_has_file_line_word_and_replacement(self):
        findings = check_words.check("a.cc", "int a;\n// It told the caller.\n", RULES)
        self.assertEqual(findings, ["a.cc:2: told: use report"])

    def test_finds_words_in_comments_strings_and_identifiers(self):
        text = '// says\nLog("It says");\nint SaidTwice();\nbool told_ = kTold;\n/* a\n tells */\n'
        self.assertEqual(lines_found("a.cc", text), [1, 2, 3, 4, 4, 6])

    def test_finds_words_regardless_of_case_and_after_an_escape_sequence(self):
        self.assertEqual(lines_found("a.cc", 'Says();\nSAID_TWICE;\nLog("\\ntold");\n'), [1, 2, 3])

    def test_finds_each_spelling_of_a_phrase(self):
        text = "// a cache  mark\ncache_marks();\nclass CacheMark;\nkCacheMarks;\n"
        self.assertEqual(lines_found("a.h", text), [1, 2, 3, 4])

    def test_finds_a_phrase_over_a_line_break(self):
        self.assertEqual(lines_found("a.h", "  // a thread of\n  // its own\n"), [1])
        self.assertEqual(lines_found("a.sh", "# a thread of its\n# own\n"), [1])
        self.assertEqual(lines_found("a.md", "a thread of its\nown\n"), [1])

    def test_accepts_words_that_contain_a_listed_word(self):
        text = "retold; in.tellg(); file.tell(); std::tell(x); storyteller; essays; Essays; cachemark;\n"
        self.assertEqual(lines_found("a.cc", text), [])

    def test_accepts_urls(self):
        self.assertEqual(lines_found("a.md", "See https://example.com/what-he-said/told.\n"), [])

    def test_does_not_check_rows_for_review(self):
        self.assertEqual(lines_found("a.md", "The whole answer.\n"), [])

    def test_a_search_hit_is_a_finding_in_api_names_only(self):
        self.assertEqual(lines_found("a.proto", "// A hit.\nrepeated SearchResult hits = 2;  // hits\n"), [2])
        self.assertEqual(lines_found("a.cc", '// Hits.\nint hits;\nOption("--hits");\nOption("--whits");\n'), [3])
        self.assertEqual(lines_found("a.md", "A hit.\nThe field `hits`.\n```sh\nrun --hits\n```\n"), [2, 4])

    def test_does_not_check_command_output_and_quotations_in_markdown(self):
        text = "```\nIt says\n```\n```console\nIt says\n```\n> It says\n\n```cpp\n// It says\n```\nIt says\n"
        self.assertEqual(lines_found("a.md", text), [10, 12])

    def test_does_not_check_string_literals_of_tests(self):
        text = '// It told.\nParse("He said");\nParse(R"(\nHe said\n)");\nint told;\n'
        self.assertEqual(lines_found("tests/a_test.cc", text), [1, 6])
        self.assertEqual(lines_found("service/a.cc", text), [1, 2, 4, 6])

    def test_an_opt_out_at_the_top_exempts_the_file(self):
        self.assertEqual(lines_found("a.py", "#!/usr/bin/env python3\n# words: data (quotations)\n\n# says\n"), [])
        self.assertEqual(lines_found("a.md", "<!-- words: data -->\nIt says\n"), [])

    def test_an_opt_out_at_the_end_of_a_line_exempts_that_line(self):
        self.assertEqual(lines_found("a.cc", 'f("said");  // words: data\nf("said");\n'), [2])

    def test_an_opt_out_on_a_line_on_its_own_exempts_the_next_line(self):
        text = "\n" * 20 + '// words: data\nf("said");\nf("said");\n'
        self.assertEqual(lines_found("a.cc", text), [23])

    def test_the_word_list_itself_is_exempt(self):
        self.assertEqual(lines_found("CONTRIBUTING.md", TABLE + "It says so.\n"), [TABLE.count("\n") + 1])


if __name__ == "__main__":
    unittest.main()

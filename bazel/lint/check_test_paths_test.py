#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of check_test_paths.py."""

import unittest

import check_test_paths


class TestPathTest(unittest.TestCase):
    def test_the_folder_service_is_omitted(self):
        self.assertEqual(check_test_paths.test_path("service/rpc/admission.cc"), "tests/rpc/admission_test.cc")

    def test_the_folder_client_is_kept(self):
        self.assertEqual(check_test_paths.test_path("client/cpp/x.h"), "tests/client/cpp/x_test.cc")


class LogicLinesTest(unittest.TestCase):
    def test_comments_blank_lines_and_includes_do_not_count(self):
        text = '#include "a.h"\n\n// A comment.\nint a;  // Another one.\n/* One\n   more. */\nconst char* b = "//";\n'
        self.assertEqual(check_test_paths.logic_lines(text), 2)


class MisplacedTestsTest(unittest.TestCase):
    UNITS = ["service/rpc/admission.cc", "service/rpc/admission.h", "client/cpp/answer.cc", "service/text/terms.h"]

    def findings(self, *tests: str) -> list[str]:
        return check_test_paths.misplaced_tests(self.UNITS, list(tests))

    def test_accepts_a_test_at_the_path_of_its_unit(self):
        self.assertEqual(self.findings("tests/rpc/admission_test.cc", "tests/client/cpp/answer_test.cc"), [])

    def test_reports_a_test_in_another_folder(self):
        expected = "tests/service/admission_test.cc:1: the test must be located at tests/rpc/admission_test.cc"
        self.assertEqual(self.findings("tests/service/admission_test.cc"), [expected])

    def test_a_header_is_a_unit_too(self):
        self.assertEqual(len(self.findings("tests/terms_test.cc")), 1)

    def test_accepts_a_test_that_has_the_name_of_no_unit(self):
        self.assertEqual(self.findings("tests/service/admission_property_test.cc"), [])

    def test_accepts_tests_of_scenarios(self):
        self.assertEqual(self.findings("tests/end_to_end/answer_test.cc"), [])

    def test_units_of_the_same_name_may_each_have_a_test(self):
        units = ["service/a/terms.cc", "client/b/terms.cc"]
        tests = ["tests/a/terms_test.cc", "tests/client/b/terms_test.cc", "tests/c/terms_test.cc"]
        findings = check_test_paths.misplaced_tests(units, tests)
        expected = "the test must be located at tests/a/terms_test.cc or tests/client/b/terms_test.cc"
        self.assertEqual(findings, [f"tests/c/terms_test.cc:1: {expected}"])


class UntestedUnitsTest(unittest.TestCase):
    def test_reports_a_unit_with_logic_and_no_test_at_its_path(self):
        findings = check_test_paths.untested_units({"service/a/b.cc": 41}, ["tests/b_test.cc"])
        self.assertEqual(findings, ["service/a/b.cc:1: the unit has no test tests/a/b_test.cc"])

    def test_accepts_a_unit_with_a_test(self):
        self.assertEqual(check_test_paths.untested_units({"service/a/b.cc": 41}, ["tests/a/b_test.cc"]), [])

    def test_accepts_a_small_unit_a_program_and_data(self):
        logic = {"service/a/b.cc": 40, "service/main.cc": 200, "service/x/language_data.cc": 400}
        self.assertEqual(check_test_paths.untested_units(logic, []), [])


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of check_sizes.py."""

import unittest

import check_sizes


def found(text: str) -> list[tuple[int, int]]:
    return [(function.line, function.length) for function in check_sizes.functions(text)]


def body(statements: int) -> str:
    return "  Step();\n" * statements


class FunctionsTest(unittest.TestCase):
    def test_a_function_counts_from_its_head_to_its_closing_brace(self):
        self.assertEqual(found("#include <a>\n\nint F(int a,\n      int b) {\n  return a;\n}\n"), [(3, 4)])

    def test_finds_members_constructors_operators_and_tests(self):
        text = (
            "namespace a {\n"
            "class A : public B {\n"
            " public:\n"
            "  A() : b_(1), c_{2} {}\n"
            "  bool operator==(const A& other) const noexcept { return true; }\n"
            "  auto Get() const -> const std::vector<int>& override {\n    return b_;\n  }\n"
            "};\n"
            "}  // namespace a\n"
            "TEST(ATest, Works) {\n}\n"
        )
        self.assertIn((6, 3), found(text))
        self.assertIn((11, 2), found(text))
        self.assertIn(5, [line for line, _ in found(text)])

    def test_types_and_namespaces_are_not_functions(self):
        self.assertEqual(found("namespace {\nstruct A {\n  int a;\n};\nenum class B { kC };\n}\n"), [])

    def test_blocks_and_lambdas_belong_to_their_function(self):
        text = "void F() {\n  for (;;) {\n    g([](int a) {\n      return a;\n    });\n  }\n}\n"
        self.assertEqual(found(text), [(1, 7)])

    def test_braces_in_comments_literals_and_directives_do_not_count(self):
        text = "#define M(x) \\\n  {\nvoid F() {\n  // }\n  f(\"}\", '}', 1'000'000);\n  /* } */\n}\n"
        self.assertEqual(found(text), [(3, 5)])

    def test_the_lines_of_a_table_do_not_count(self):
        table = "  const Row rows[] = {\n" + '      {"a", {1, 2}},\n' * 80 + "  };\n"
        self.assertEqual(found("void F() {\n" + table + body(3) + "}\n"), [(1, 6)])

    def test_the_lambdas_of_a_table_count_separately(self):
        table = "  const Row rows[] = {\n" + "      {1, [] {\n" + body(5) + "       }},\n" + "  };\n"
        self.assertEqual(found("void F() {\n" + table + body(3) + "}\n"), [(1, 6), (3, 7)])

    def test_a_lambda_in_a_variable_belongs_to_its_function(self):
        self.assertEqual(found("void F() {\n  const auto g = [&](int a) {\n" + body(5) + "  };\n}\n"), [(1, 9)])

    def test_the_lines_of_a_raw_string_do_not_count(self):
        self.assertEqual(found('void F() {\n  g(R"json({\n' + "a\n" * 80 + '})json");\n}\n'), [(1, 3)])

    def test_a_lambda_in_a_table_outside_of_a_function_is_a_function(self):
        text = "const Row kRows[] = {\n    {1, [](int a) {\n       return a;\n     }},\n};\n"
        self.assertEqual([length for _, length in found(text)], [3])


class CheckTest(unittest.TestCase):
    def test_accepts_a_function_of_60_lines_and_reports_one_of_61(self):
        self.assertEqual(check_sizes.check("a.cc", "void F() {\n" + body(58) + "}\n"), [])
        findings = check_sizes.check("a.cc", "\nvoid F() {\n" + body(59) + "}\n")
        self.assertEqual(findings, ["a.cc:2: the function has 61 lines; at most 60 are allowed"])

    def test_accepts_a_file_of_450_lines_and_reports_one_of_451(self):
        self.assertEqual(check_sizes.check("a.h", "int a;\n" * 450), [])
        findings = check_sizes.check("a.h", "int a;\n" * 451)
        self.assertEqual(findings, ["a.h:1: the file has 451 lines; at most 450 are allowed"])

    def test_a_listed_data_file_may_be_longer(self):
        self.assertEqual(check_sizes.check("service/x/language_data.cc", "int a;\n" * 1000), [])


class MedianUnitTest(unittest.TestCase):
    def test_a_header_and_its_source_file_are_one_unit(self):
        self.assertEqual(check_sizes.median_unit({"a.h": 10, "a.cc": 20, "b.h": 50, "c.cc": 7}), 30)

    def test_no_files_have_the_median_0(self):
        self.assertEqual(check_sizes.median_unit({}), 0)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of check_licenses.py."""

import unittest

import check_licenses


class CheckLicensesTest(unittest.TestCase):
    def test_accepts_a_license_in_one_of_the_first_three_lines(self) -> None:
        self.assertTrue(check_licenses.has_license("#!/bin/sh\n\n# SPDX-License-Identifier: Apache-2.0\n"))

    def test_rejects_a_license_in_the_fourth_line(self) -> None:
        self.assertFalse(check_licenses.has_license("1\n2\n3\n// SPDX-License-Identifier: Apache-2.0\n"))

    def test_rejects_another_license(self) -> None:
        self.assertFalse(check_licenses.has_license("// SPDX-License-Identifier: MIT\n"))

    def test_adds_the_license_at_the_top(self) -> None:
        self.assertEqual(
            check_licenses.with_license("#include <a>\n", "//"),
            "// SPDX-License-Identifier: Apache-2.0\n#include <a>\n",
        )

    def test_adds_the_license_after_an_interpreter_line(self) -> None:
        self.assertEqual(
            check_licenses.with_license("#!/bin/sh\necho\n", "#"),
            "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\necho\n",
        )

    def test_exempts_test_data_and_corpora(self) -> None:
        self.assertTrue(check_licenses.is_exempt("tests/testdata/a.sh"))
        self.assertTrue(check_licenses.is_exempt("tests/fuzz/json_fuzz_corpus/a.py"))
        self.assertFalse(check_licenses.is_exempt("tests/fuzz/json_fuzz.cc"))


if __name__ == "__main__":
    unittest.main()

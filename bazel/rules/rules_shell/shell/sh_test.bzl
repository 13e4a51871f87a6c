# SPDX-License-Identifier: Apache-2.0
"""sh_test for a Bazel that has it built in (4 to 7)."""

sh_test = native.sh_test

# SPDX-License-Identifier: Apache-2.0
"""sh_binary for a Bazel that has it built in (4 to 7)."""

sh_binary = native.sh_binary

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# clang_tidy_run REPORT CONFIG SOURCE FLAG...: runs clang-tidy and prints its output only if it finds something.
report=$1 config=$2 source=$3
shift 3
if clang-tidy --quiet --config-file="$config" "$source" -- "$@" >"$report" 2>"$report.err"; then
  exit 0
fi
# Prints paths of the tree, not of the sandbox.
sed "s#$PWD/##" "$report"
grep -Ev 'warnings? generated' "$report.err" >&2
exit 1

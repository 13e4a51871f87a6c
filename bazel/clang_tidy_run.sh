#!/bin/sh
# clang_tidy_run REPORT CONFIG SOURCE FLAG...: clang-tidy, heard of only when it finds something.
report=$1 config=$2 source=$3
shift 3
if clang-tidy --quiet --config-file="$config" "$source" -- "$@" >"$report" 2>"$report.err"; then
  exit 0
fi
# Paths as the tree has them, not as the sandbox does.
sed "s#$PWD/##" "$report"
grep -Ev 'warnings? generated' "$report.err" >&2
exit 1

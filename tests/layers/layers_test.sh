#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Verifies that Bazel refuses a dependency from a layer to one above it, and accepts one to a layer below.
#
# Each case is a package in a scratch folder that --package_path overlays on the tree, so that it belongs
# to the room whose visibility it tests. All cases are analyzed in one run.
set -euo pipefail

runfiles=$TEST_SRCDIR
root=$(dirname "$(readlink -f "$runfiles/$TEST_WORKSPACE/WORKSPACE")")
status_proto=$(readlink -f "$runfiles/com_google_googleapis/google/rpc/status.proto")
scratch=$TEST_TMPDIR
export HOME=${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}
unset TEST_SRCDIR TEST_TMPDIR TEST_WORKSPACE RUNFILES_DIR

# room, dependency
readonly forbidden=(
  "service/text //service/segmentation:chunker"
  "service/text //service/messages:message"
  "service/status //service/messages:message"
  "service/segmentation //service/upstream:transport"
  "service/messages //service/upstream:transport"
  "service/messages //service/segmentation:chunker"
  "service/upstream //service/answering:answer_engine"
  "service/answering //service/rpc:server"
  "service/rpc //service/answering/building:request_builder"
  "service/emulator //service/messages:message"
  "service/emulator //service/upstream:transport"
  "client/cpp //service/status:rich_status"
  "client/cli //service/messages:message"
)
readonly allowed=(
  "service/segmentation //service/text:utf8"
  "service/upstream //service/messages:message"
  "service/answering //service/upstream:transport"
  "service/rpc //service/answering:answer_engine"
  "service/emulator //service/messages/json:json_writer"
  "client/cli //client/cpp:answer_client"
)

labels=()
# add_case NUMBER ROOM DEPENDENCY: writes the package of a case and adds its label.
add_case() {
  local package=$2/layers_test_case_$1
  mkdir -p "$scratch/cases/$package"
  cat >"$scratch/cases/$package/BUILD" <<END
load("@rules_cc//cc:defs.bzl", "cc_library")
cc_library(name = "case", testonly = True, deps = ["$3"])
END
  labels+=("//$package:case")
}
number=0
for case in "${forbidden[@]}" "${allowed[@]}"; do
  read -r room dependency <<<"$case"
  add_case $((number++)) "$room" "$dependency"
done

cd "$root"
bazel=(bazel --output_user_root="$scratch/bazel" --max_idle_secs=10)
trap '"${bazel[@]}" shutdown' EXIT
"${bazel[@]}" build --nobuild --keep_going --package_path="%workspace%:$scratch/cases" \
  --repo_env=GOOGLEAPIS_DIR="${status_proto%/google/rpc/status.proto}" \
  --color=no --noshow_progress --ui_event_filters=-info,-debug "${labels[@]}" >"$scratch/log" 2>&1 || true

failed=0
# expect NUMBER ROOM DEPENDENCY YES|NO: compares Bazel's verdict with the expected one.
expect() {
  local label=//$2/layers_test_case_$1:case verdict=YES
  if grep -E "in cc_library rule $label: target '$3' is not visible" "$scratch/log" >/dev/null; then
    verdict=NO
  elif grep -F "$label" "$scratch/log" >/dev/null; then
    verdict=ERROR
  fi
  if [[ $verdict != "$4" ]]; then
    echo "$2 -> $3: expected $4, is $verdict" >&2
    failed=1
  fi
}
number=0
for case in "${forbidden[@]}"; do
  read -r room dependency <<<"$case"
  expect $((number++)) "$room" "$dependency" NO
done
for case in "${allowed[@]}"; do
  read -r room dependency <<<"$case"
  expect $((number++)) "$room" "$dependency" YES
done
[[ $failed -eq 0 ]] || { cat "$scratch/log" >&2; exit 1; }
echo "${#forbidden[@]} dependencies refused, ${#allowed[@]} accepted"

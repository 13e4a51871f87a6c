#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and tests tests/monorepo, a workspace that uses this repository as a monorepo would.
set -euo pipefail

runfiles=$TEST_SRCDIR
root=$(dirname "$(readlink -f "$runfiles/$TEST_WORKSPACE/WORKSPACE")")
status_proto=$(readlink -f "$runfiles/com_google_googleapis/google/rpc/status.proto")

# The inner Bazel does not get the test's environment, and uses the cache of ./dev.
scratch=$TEST_TMPDIR/bazel
export HOME=${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}
unset TEST_SRCDIR TEST_TMPDIR TEST_WORKSPACE RUNFILES_DIR

cd "$root/tests/monorepo"
bazel=(bazel --output_user_root="$scratch" --max_idle_secs=10)
trap '"${bazel[@]}" shutdown' EXIT
"${bazel[@]}" test --disk_cache="${XDG_CACHE_HOME:-$HOME/.cache}/footnote/bazel" \
  --repo_env=GOOGLEAPIS_DIR="${status_proto%/google/rpc/status.proto}" \
  --color=no --noshow_progress //...

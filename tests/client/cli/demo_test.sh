#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the demo where Bazel has laid out its files.
export TMPDIR=$TEST_TMPDIR # where the demo leaves a page
exec docs/demo/run.sh "$@"

#!/usr/bin/env bash
# Runs the demo where Bazel has laid out its files.
exec docs/demo/run.sh "$@"

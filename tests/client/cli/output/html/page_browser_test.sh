#!/usr/bin/env bash
# Runs the browser test where Bazel has laid out its files, with a home of its own for the browser.
set -euo pipefail
export HOME=${TEST_TMPDIR:-$(mktemp -d)} PYTHONDONTWRITEBYTECODE=1
unset XDG_CONFIG_HOME XDG_CACHE_HOME
exec python3 tests/client/cli/output/html/page_browser_test.py "$@"

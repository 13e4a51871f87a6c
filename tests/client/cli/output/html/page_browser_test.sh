#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the browser test in the runfiles, with a separate home folder for the browser.
set -euo pipefail
export HOME=${TEST_TMPDIR:-$(mktemp -d)} PYTHONDONTWRITEBYTECODE=1
unset XDG_CONFIG_HOME XDG_CACHE_HOME
exec python3 tests/client/cli/output/html/page_browser_test.py "$@"

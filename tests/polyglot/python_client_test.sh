#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the Python client, with the generated stubs on the path, against a server that it starts.
set -euo pipefail
stubs=$(find -L . -type d -name '*_python' -printf '%p:')
export PYTHONPATH=$stubs PYTHONDONTWRITEBYTECODE=1
exec python3 tests/polyglot/python_client_test.py service/footnote_server tests/testdata/documented

#!/usr/bin/env bash
# Runs the Python client against a server of its own, with the generated stubs on the path.
set -euo pipefail
stubs=$(find -L . -type d \( -name 'answer_service_python' -o -name 'v1_python' \
  -o -name 'error_details_python' -o -name 'status_python' \) -printf '%p:')
export PYTHONPATH=$stubs PYTHONDONTWRITEBYTECODE=1
exec python3 tests/polyglot/python_client_test.py service/footnote_server tests/testdata/documented

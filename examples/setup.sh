#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the packages that the examples need, from the registry of each language, so that run.sh
# works offline. Does nothing for a language that is up to date, and skips a language whose tools
# are not installed.
#
#   examples/setup.sh [LANGUAGE...]    default: all
#
# Debian packages with the tools: python3-venv, nodejs, npm, golang-go, maven,
# protobuf-compiler-grpc-java-plugin, cargo, protobuf-compiler. ./dev setup installs what C++ needs.
set -euo pipefail
# shellcheck source=examples/languages.sh
source "$(dirname "${BASH_SOURCE[0]}")/languages.sh"

check_languages "$@"
[[ $# -gt 0 ]] || set -- "${all_languages[@]}"

if [[ ! -e $GOOGLEAPIS_DIR/google/api/field_behavior.proto ]]; then
  echo "setup.sh: $GOOGLEAPIS_DIR has no google/api/field_behavior.proto. Run: ./dev setup" >&2
  exit 1
fi

failed=()
for language in "$@"; do
  tool=$(missing_tool "$language")
  if [[ -n $tool ]]; then
    echo "skipped $language: $tool is not installed"
  elif is_installed "$language"; then
    echo "up to date $language"
  else
    mkdir -p "$output/$language"
    if "$examples/languages.sh" install "$language"; then
      inputs_hash "$language" >"$output/$language/installed"
      echo "installed $language"
    else
      failed+=("$language")
      echo "failed $language"
    fi
  fi
done
[[ ${#failed[@]} -eq 0 ]]

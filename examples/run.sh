#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the examples and runs them against a server. Prints one line for each language: passed,
# skipped or failed.
#
#   examples/run.sh [SERVER] [LANGUAGE...]    default: all languages
#
# SERVER is the path of footnote_server, which is started with the emulator on a free port, or the
# address of a server that runs. The default is the variable FOOTNOTE_SERVER.
# FOOTNOTE_BAZEL_OPTIONS has options for the build of the C++ example, such as --config=opt.
#
# Exit status: 0 if none failed, 1 if one failed or the server did not start, 2 for wrong arguments.
set -euo pipefail
# shellcheck source=examples/languages.sh
source "$(dirname "${BASH_SOURCE[0]}")/languages.sh"

readonly start_limit=20 # seconds
readonly run_limit=600  # seconds, for the build and the run of one example

server=${FOOTNOTE_SERVER:-}
if [[ ${1:-} == *[/:]* ]]; then
  server=$1
  shift
fi
check_languages "$@"
[[ $# -gt 0 ]] || set -- "${all_languages[@]}"
if [[ -z $server ]]; then
  echo "run.sh: no server. Give its path or address as the first argument or in FOOTNOTE_SERVER" >&2
  exit 2
fi
unset FOOTNOTE_SERVER # The programs get the address as their argument.

logs=$(mktemp -d)
server_pid=
clean_up() {
  if [[ -n $server_pid ]]; then
    kill "$server_pid" 2>/dev/null || true
    wait "$server_pid" 2>/dev/null || true
  fi
  rm -rf "$logs"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# start_server BINARY: sets server_pid and address.
start_server() {
  local deadline=$((SECONDS + start_limit))
  : >"$logs/server.out"
  "$1" --upstream=emulator --listen=127.0.0.1:0 --model=claude-opus-5-5 \
    >"$logs/server.out" 2>"$logs/server.err" &
  server_pid=$!
  address=
  while [[ -z $address ]]; do
    address=$(sed -n 's/^listening on //p' "$logs/server.out")
    if [[ -z $address ]]; then
      if ! kill -0 "$server_pid" 2>/dev/null || ((SECONDS > deadline)); then
        echo "run.sh: the server did not start:" >&2
        cat "$logs/server.err" >&2
        exit 1
      fi
      sleep 0.05
    fi
  done
}

if [[ -f $server && -x $server ]]; then
  start_server "$server"
elif [[ $server == */* ]]; then
  echo "run.sh: not an executable file: $server" >&2
  exit 2
else
  address=$server
fi

failed=0
for language in "$@"; do
  tool=$(missing_tool "$language")
  log=$logs/$language
  if [[ -n $tool ]]; then
    echo "skipped $language: $tool is not installed"
  elif [[ $language != cpp ]] && ! is_installed "$language"; then
    echo "skipped $language: its packages are not installed; run examples/setup.sh $language"
  elif timeout "$run_limit" "$examples/languages.sh" run "$language" "$address" >"$log" 2>&1 &&
    [[ $(tail -n 1 "$log") == ok ]]; then
    echo "passed $language"
  else
    failed=1
    echo "failed $language"
    sed 's/^/  /' "$log" >&2
  fi
done
[[ $failed -eq 0 ]]

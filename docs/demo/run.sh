#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Asks three questions about real documents, with a server that needs no key. Checks that every
# citation is exact, and that an answer without a source has no citation. Writes the first answer as
# a page and prints its path at the end.
#
#   docs/demo/run.sh SERVER_BIN CLI_BIN
#
# Exits with 0 if every step succeeded.
set -euo pipefail

if [[ $# -ne 2 ]]; then
  echo "usage: $0 SERVER_BIN CLI_BIN" >&2
  exit 2
fi
server_bin=$1
cli_bin=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
policy_folder=/usr/share/doc/debian-policy
start_limit=20 # seconds

work=$(mktemp -d "${TMPDIR:-/tmp}/footnote-demo.XXXXXX")
server_pid=
finish() {
  if [[ -n $server_pid ]]; then
    kill "$server_pid" 2>/dev/null || true
    wait "$server_pid" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
  echo "demo: $*" >&2
  exit 1
}

if [[ -t 1 && -z ${NO_COLOR:-} ]]; then bold=$'\e[1m' plain=$'\e[0m'; else bold='' plain=''; fi

heading() { printf '\n%s# %s%s\n' "$bold" "$*" "$plain"; }

# Prints a command for the folder of the documents.
show() {
  printf '%s$ footnote' "$bold"
  local word
  for word in "$@"; do
    [[ $word =~ ^\>?[A-Za-z0-9_./-]+$ ]] || word="\"$word\""
    printf ' %s' "$word"
  done
  printf '%s\n\n' "$plain"
}

start_server() {
  : >"$work/server.out" # it is read below, possibly before the server has opened it
  "$server_bin" --listen=127.0.0.1:0 --upstream=emulator >"$work/server.out" 2>"$work/server.err" &
  server_pid=$!
  local deadline=$((SECONDS + start_limit)) address=
  while [[ -z $address ]]; do
    address=$(sed -n 's/^.*listening on \(127\.0\.0\.1:[0-9][0-9]*\).*$/\1/p' "$work/server.out")
    kill -0 "$server_pid" 2>/dev/null || { cat "$work/server.err" >&2; fail "the server ended"; }
    ((SECONDS < deadline)) || { cat "$work/server.err" >&2; fail "the server did not start"; }
    [[ -n $address ]] || sleep 0.05
  done
  export FOOTNOTE_SERVER=${address%%$'\n'*}
}

collect_documents() {
  mkdir -p "$work/policy" "$work/handbook"
  if [[ -f $policy_folder/policy.txt.gz ]]; then
    gzip -dc "$policy_folder/policy.txt.gz" >"$work/policy/policy.txt"
  elif [[ -f $policy_folder/policy.txt ]]; then
    cp "$policy_folder/policy.txt" "$work/policy/"
  else
    fail "the Debian Policy Manual is not installed; apt-get install debian-policy"
  fi
  cp -L "$here"/ja/*.md "$work/handbook/"
}

# ask FOLDER QUESTION [FLAG...]: prints the answer and sets $json to the same answer as JSON.
ask() {
  show ask --corpus "$1" "${@:3}" "$2"
  (cd "$work" && "$cli_bin" ask --corpus "$1" "${@:3}" "$2") || fail "asking failed with exit code $?"
  json=$(cd "$work" && "$cli_bin" ask --corpus "$1" --format json "$2" 2>/dev/null) ||
    fail "asking for JSON failed with exit code $?"
}

# write_page FOLDER QUESTION: writes the answer to $page, which is kept.
write_page() {
  show ask --corpus "$1" --format html "$2" ">$page"
  (cd "$work" && "$cli_bin" ask --corpus "$1" --format html "$2") >"$page" ||
    fail "asking for a page failed with exit code $?"
  grep -q '<mark class="passage verified"' "$page" || fail "the page marks no passage"
}

preview() {
  show preview --corpus "$1" "${@:3}" "$2"
  (cd "$work" && "$cli_bin" preview --corpus "$1" "${@:3}" "$2") || fail "the preview failed with exit code $?"
}

count() { grep -c "\"verdict\": \"$1\"" <<<"$json" || true; }

expect_exact_citations() {
  local all exact
  all=$(count '.*')
  exact=$(count VERDICT_EXACT)
  ((all > 0)) || fail "the answer cites nothing"
  ((all == exact)) || fail "only $exact of $all citations are exact"
  grep -qF "$1" <<<"$json" || fail "the answer does not cite this clause: $1"
}

expect_no_citation() {
  [[ $(count '.*') -eq 0 ]] || fail "the answer cites something"
  grep -q '"complete": true' <<<"$json" || fail "the answer is incomplete"
  grep -q '"text": "[^"]' <<<"$json" || fail "the answer is empty"
}

server_bin=$(realpath -- "$server_bin")
cli_bin=$(realpath -- "$cli_bin")
collect_documents
start_server

heading "A question about the Debian Policy Manual: 480 KB of text, searched with SQLite"
ask policy "Must local changes to configuration files be preserved during an upgrade?"
expect_exact_citations "local changes must be preserved during a package upgrade"

page=$(mktemp --suffix=.html "${TMPDIR:-/tmp}/footnote-demo.XXXXXX")
heading "The same answer as a page, on which each citation links to its passage"
write_page policy "Must local changes to configuration files be preserved during an upgrade?"

heading "A question about a company handbook in Japanese, streamed"
ask handbook "パソコンを紛失したらどうすればよいですか？" --stream
expect_exact_citations "気付いてから1時間以内"

heading "The request for it: each block is a unit that a citation can name"
preview handbook "パソコンを紛失したらどうすればよいですか？" --top 2

heading "A question that the documents do not answer"
ask policy "What is the melting temperature of tungsten?"
expect_no_citation

heading "Every citation above was verified against the text that was sent: all are exact."
echo "The page of the first answer is $page"

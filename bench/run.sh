#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the benchmarks and prints a table of each: `./dev bench` builds them and calls this.
#
# usage: run.sh [codec] [instructions] [grounding] [load] [streams] [slow] [overload]
# The default is all, in order.
#
# FOOTNOTE_BIN is the bazel-bin folder of the optimized build. Options for `load` and `streams` may be
# given in BENCH_LOAD_OPTIONS, such as "--rounds 15 --seconds 2".
set -euo pipefail

bin=${FOOTNOTE_BIN:?must be the bazel-bin folder; ./dev bench sets it}
readonly bin
readonly load_limit=170 # seconds
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly scripts
work=$(mktemp -d)
servers=()

stop_servers() {
  local pid
  for pid in "${servers[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${servers[@]}"; do wait "$pid" 2>/dev/null || true; done
  servers=()
}
trap 'stop_servers; rm -rf "$work"' EXIT

# start NAME COMMAND...: starts a server and waits for its "listening on HOST:PORT". Sets address
# and pid.
start() {
  local name=$1 tries
  shift
  : >"$work/$name.out"
  "$@" >>"$work/$name.out" 2>"$work/$name.err" &
  pid=$!
  servers+=("$pid")
  for ((tries = 0; tries < 100; ++tries)); do
    address=$(sed -n 's/^listening on //p' "$work/$name.out")
    [[ -z $address ]] || return 0
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  echo "run.sh: $name did not start:" >&2
  tail -n 5 "$work/$name.err" >&2
  return 1
}

# Sets stub, an address.
start_stub() {
  start stub "$bin/bench/upstream_stub"
  stub=$address
}

# start_footnote [CONFIG]: sets footnote, an address, and footnote_pid.
start_footnote() {
  start footnote env ANTHROPIC_API_KEY=bench "$bin/service/footnote_server" \
    --config="$scripts/${1:-server.textproto}" --upstream="http://$stub" --listen=127.0.0.1:0
  footnote=$address
  footnote_pid=$pid
}

# compare COMMAND...: runs a program that compares footnote with the echo, with a stub started.
compare() {
  local options=()
  read -ra options <<<"${BENCH_LOAD_OPTIONS:-}"
  start_footnote
  "$bin/bench/capture" --footnote="$footnote" --response="$work/response" --events="$work/events"
  start echo "$bin/bench/echo_server" --response="$work/response" --events="$work/events"
  timeout "$load_limit" "$@" --footnote="$footnote" --footnote-pid="$footnote_pid" \
    --echo="$address" --echo-pid="$pid" "${options[@]}"
  stop_servers
}

run_slow() {
  local flag
  for flag in "" --slow-readers; do
    start_stub
    start_footnote
    # shellcheck disable=SC2086 # no flag is no word
    timeout "$load_limit" "$bin/bench/slow_streams" $flag --footnote="$footnote" \
      --footnote-pid="$footnote_pid"
    stop_servers
  done
}

run_overload() {
  local refusing refusing_pid
  start_stub
  start_footnote
  "$bin/bench/capture" --footnote="$footnote" --response="$work/response" --events="$work/events"
  start_footnote refusing.textproto
  refusing=$footnote
  refusing_pid=$footnote_pid
  start_footnote overload.textproto
  start echo "$bin/bench/echo_server" --response="$work/response" --events="$work/events" --refuse
  timeout "$load_limit" "$bin/bench/overload" --footnote="$footnote" --footnote-pid="$footnote_pid" \
    --refusing-footnote="$refusing" --refusing-footnote-pid="$refusing_pid" \
    --refusing-echo="$address" --refusing-echo-pid="$pid"
  stop_servers
}

[[ $# -gt 0 ]] || set -- codec instructions grounding load streams slow overload
for benchmark in "$@"; do
  echo
  echo "== $benchmark"
  case $benchmark in
    codec) "$bin/bench/codec_bench" 2>/dev/null ;;
    grounding) "$bin/bench/grounding_bench" 2>/dev/null ;;
    instructions) "$scripts/codec_instructions.sh" "$bin/bench/codec_once" ;;
    load)
      start_stub
      compare "$bin/bench/load"
      ;;
    streams)
      start_stub
      compare "$bin/bench/stream_load" --stub="$stub"
      ;;
    slow) run_slow ;;
    overload) run_overload ;;
    *)
      sed -n 's/^# usage: /usage: /p' "${BASH_SOURCE[0]}" >&2
      exit 2
      ;;
  esac
done

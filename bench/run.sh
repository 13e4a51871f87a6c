#!/usr/bin/env bash
# Runs the benchmarks and prints a table of each: `./dev bench` builds them and calls this.
#
# usage: run.sh [codec] [instructions] [load]     default: all, in this order
#
# FOOTNOTE_BIN says where the optimised build's bazel-bin is. Options for the load harness may be
# given in BENCH_LOAD_OPTIONS, such as "--rounds 15 --seconds 2".
set -euo pipefail

bin=${FOOTNOTE_BIN:?say where bazel-bin is; ./dev bench does}
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

run_load() {
  local footnote footnote_pid options=()
  read -ra options <<<"${BENCH_LOAD_OPTIONS:-}"
  start stub "$bin/bench/upstream_stub"
  start footnote env ANTHROPIC_API_KEY=bench \
    "$bin/service/footnote_server" --upstream="http://$address" --listen=127.0.0.1:0
  footnote=$address
  footnote_pid=$pid
  "$bin/bench/load" --footnote="$footnote" --capture="$work/response"
  start echo "$bin/bench/echo_server" --response="$work/response"
  timeout "$load_limit" "$bin/bench/load" --footnote="$footnote" --footnote-pid="$footnote_pid" \
    --echo="$address" --echo-pid="$pid" "${options[@]}"
  stop_servers
}

[[ $# -gt 0 ]] || set -- codec instructions load
for benchmark in "$@"; do
  echo
  echo "== $benchmark"
  case $benchmark in
    codec) "$bin/bench/codec_bench" 2>/dev/null ;;
    instructions) "$scripts/codec_instructions.sh" "$bin/bench/codec_once" ;;
    load) run_load ;;
    *)
      sed -n 's/^# usage: /usage: /p' "${BASH_SOURCE[0]}" >&2
      exit 2
      ;;
  esac
done

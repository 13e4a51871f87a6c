#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Counts the instructions of building the payload's request, of parsing its reply and of reading an
# event of its stream (row 16), which, unlike times, come out alike on a busy machine. Fails when a
# count is over its goal.
#
# usage: codec_instructions.sh [CODEC_ONCE]     default: $FOOTNOTE_BIN/bench/codec_once
set -euo pipefail

codec_once=${1:-${FOOTNOTE_BIN:?say where bazel-bin is, or give the path of codec_once}/bench/codec_once}

readonly stream_events=201 # of the payload's stream

# Instructions of a whole run that does the job this many times.
run_instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$codec_once" "$1" "$2" 2>&1 |
    sed -n 's/^==[0-9]*== Collected : \([0-9]*\).*/\1/p'
}

# Instructions of doing the job once: two runs differ by that alone.
job_instructions() {
  local few many
  few=$(run_instructions "$1" 100)
  many=$(run_instructions "$1" 300)
  echo $(((many - few) / 200))
}

status=0
report() { # MEASURE VALUE GOAL STRETCH
  local verdict=missed
  (($2 > $3)) || verdict=goal
  (($2 > $4)) || verdict=stretch
  [[ $verdict != missed ]] || status=1
  printf '%3s | %-54s | %10d | <= %7d | <= %7d | %s\n' 16 "$1" "$2" "$3" "$4" "$verdict"
}

printf 'row | %-54s | %10s | %10s | %10s | verdict\n' measure value goal stretch
report "instructions to build a request" "$(job_instructions build)" 60000 45000
report "instructions to parse a reply" "$(job_instructions parse)" 150000 100000
report "instructions to read an event of a stream" "$(($(job_instructions stream) / stream_events))" \
  3200 2000
exit "$status"

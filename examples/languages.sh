#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs, builds and runs the example of one language. Used by setup.sh and run.sh, which also
# source it. Build output is in $output/<language>, outside of the source tree.
#
#   examples/languages.sh install LANGUAGE
#   examples/languages.sh run LANGUAGE ADDRESS
#
# For each language:
#   tools_LANGUAGE          the commands that the example needs
#   inputs_LANGUAGE         the files that determine what `install_LANGUAGE` installs
#   install_LANGUAGE        installs packages from the language's registry; may use the network
#   run_LANGUAGE ADDRESS    builds the example offline and runs it

# shellcheck disable=SC2034 # The lists of tools and inputs are used by name.
set -euo pipefail

examples=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$examples")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/footnote
output=$cache/examples

# The folders that have footnote/v1, and google/api and google/rpc.
export FOOTNOTE_PROTO=${FOOTNOTE_PROTO:-$root/proto}
export GOOGLEAPIS_DIR=${GOOGLEAPIS_DIR:-$cache/googleapis}

readonly all_languages=(python node go java rust cpp)

# ---- Python ----

tools_python=(python3)
inputs_python=(python/requirements.txt)

install_python() {
  rm -rf "$output/python/venv"
  python3 -m venv "$output/python/venv"
  "$output/python/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps \
    --only-binary :all: --requirement "$examples/python/requirements.txt"
}

run_python() {
  local python=$output/python/venv/bin/python stubs=$output/python/stubs
  rm -rf "$stubs"
  mkdir -p "$stubs"
  (cd "$FOOTNOTE_PROTO" && "$python" -m grpc_tools.protoc -I . -I "$GOOGLEAPIS_DIR" \
    --python_out="$stubs" --grpc_python_out="$stubs" footnote/v1/*.proto)
  PYTHONPATH=$stubs PYTHONDONTWRITEBYTECODE=1 PYTHONUTF8=1 "$python" "$examples/python/ask.py" "$1"
}

# ---- Node.js ----

tools_node=(node npm)
inputs_node=(node/package.json node/package-lock.json)

install_node() {
  cp "$examples"/node/package*.json "$output/node/"
  (cd "$output/node" && npm ci --ignore-scripts --no-audit --no-fund --silent)
}

run_node() {
  cp "$examples/node/ask.js" "$output/node/" # Node.js looks for node_modules beside it.
  node "$output/node/ask.js" "$1"
}

# ---- Go ----

tools_go=(go protoc)
inputs_go=(go/go.mod go/go.sum go/generate.sh)

build_go() {
  cp "$examples"/go/{go.mod,go.sum,generate.sh,main.go} "$output/go/"
  rm -rf "$output/go/footnotev1"
  (cd "$output/go" && go generate && go build -o ask)
}

install_go() {
  build_go
}

run_go() {
  GOPROXY=off build_go
  "$output/go/ask" "$1"
}

# ---- Java ----

tools_java=(mvn java grpc_java_plugin)
inputs_java=(java/pom.xml)

maven() {
  mvn --quiet --batch-mode -Dstyle.color=never --file "$examples/java/pom.xml" \
    -Dproto.directory="$FOOTNOTE_PROTO" -Doutput.directory="$output/java" \
    -Dgrpc.plugin="$(command -v grpc_java_plugin)" "$@"
}

install_java() {
  maven compile
  maven org.codehaus.mojo:exec-maven-plugin:help >/dev/null # Downloads the plugin.
}

run_java() {
  # Maven ends its output with an escape sequence, even without colors.
  maven --offline compile exec:java -Dexec.args="$1" | sed 's/\x1b\[0m//g'
}

# ---- Rust ----

tools_rust=(cargo protoc)
inputs_rust=(rust/Cargo.toml rust/Cargo.lock)

install_rust() {
  # Without debug information, the build is smaller by half.
  CARGO_TARGET_DIR=$output/rust CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0 \
    cargo build --quiet --locked --manifest-path "$examples/rust/Cargo.toml"
}

run_rust() {
  CARGO_NET_OFFLINE=true install_rust
  "$output/rust/debug/footnote-example" "$1"
}

# ---- C++ ----

tools_cpp=(bazel)
inputs_cpp=()

install_cpp() { :; } # ./dev setup installs the libraries.

run_cpp() {
  local options=(--disk_cache="$cache/bazel")
  # shellcheck disable=SC2206 # a word for each option
  options+=(${FOOTNOTE_BAZEL_OPTIONS:-})
  (
    cd "$root"
    bazel build --show_progress_rate_limit=60 "${options[@]}" //examples/cpp:ask
    "$(bazel info "${options[@]}" bazel-bin 2>/dev/null)/examples/cpp/ask" "$1"
  )
}

# ---- all languages ----

# missing_tool LANGUAGE: prints the first command that is not installed, or nothing.
missing_tool() {
  local tool
  local -n tools=tools_$1
  for tool in "${tools[@]}"; do
    command -v "$tool" >/dev/null || {
      echo "$tool"
      return
    }
  done
}

# inputs_hash LANGUAGE: prints a hash of what determines the installed packages.
inputs_hash() {
  local -n inputs=inputs_$1
  (
    cd "$examples"
    declare -f "install_$1"
    [[ ${#inputs[@]} -eq 0 ]] || cat "${inputs[@]}"
  ) | sha256sum
}

# is_installed LANGUAGE: succeeds if `install_LANGUAGE` succeeded for the present inputs.
is_installed() {
  [[ $(cat "$output/$1/installed" 2>/dev/null) == "$(inputs_hash "$1")" ]]
}

# check_languages LANGUAGE...: fails if an argument is not the name of a language.
check_languages() {
  local language
  for language in "$@"; do
    [[ " ${all_languages[*]} " == *" $language "* ]] || {
      echo "${0##*/}: unknown language: $language. Languages: ${all_languages[*]}" >&2
      return 2
    }
  done
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  "$1_$2" "${@:3}"
fi

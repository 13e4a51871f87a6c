#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Generates the package footnotev1 from the .proto files. FOOTNOTE_PROTO is the folder that has
# footnote/v1, and GOOGLEAPIS_DIR the folder that has google/api. Requires protoc.
set -euo pipefail

proto=${FOOTNOTE_PROTO:-../../proto}
mapfile -t files < <(cd "$proto" && printf '%s\n' footnote/v1/*.proto)
options=()
for file in "${files[@]}"; do # The import path of the generated package, in this module.
  options+=("--go_opt=M$file=footnote.dev/example/footnotev1"
    "--go-grpc_opt=M$file=footnote.dev/example/footnotev1")
done
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
# The plugins are tools of this module: go.mod pins their versions.
go build -o "$bin/" google.golang.org/protobuf/cmd/protoc-gen-go \
  google.golang.org/grpc/cmd/protoc-gen-go-grpc
PATH=$bin:$PATH protoc -I "$proto" -I "$GOOGLEAPIS_DIR" "${options[@]}" \
  --go_out=. --go_opt=module=footnote.dev/example \
  --go-grpc_out=. --go-grpc_opt=module=footnote.dev/example \
  "${files[@]}"

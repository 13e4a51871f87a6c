#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes compile_commands.json into the workspace, for clangd and its like.

    bazel/compile_commands.py [TARGET...]
"""

import json
import pathlib
import subprocess
import sys

GCC_ONLY = {"-fno-canonical-system-headers", "-Wno-free-nonheap-object"}  # clangd would complain


def bazel(*args):
    return subprocess.run(["bazel", *args], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def main():
    targets = sys.argv[1:] or ["//..."]
    workspace = pathlib.Path(bazel("info", "workspace"))
    folder = bazel("info", "execution_root")
    graph = json.loads(bazel("aquery", "--output=jsonproto", f'mnemonic("CppCompile", {" + ".join(targets)})'))
    commands = {}
    for action in graph.get("actions", []):
        arguments = [a for a in action["arguments"] if a not in GCC_ONLY]
        source = arguments[arguments.index("-c") + 1]
        if not source.startswith("external/"):
            commands[source] = {"file": source, "directory": folder, "arguments": arguments}
    path = workspace / "compile_commands.json"
    path.write_text(json.dumps(list(commands.values()), indent=1) + "\n", encoding="utf-8")
    print(f"{path}: {len(commands)} files")


if __name__ == "__main__":
    main()

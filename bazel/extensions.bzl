# SPDX-License-Identifier: Apache-2.0
"""The system packages' repositories, as a module extension."""

load("//bazel:deps.bzl", "footnote_deps")

def _impl(_ctx):
    footnote_deps(existing = False)

system_deps = module_extension(implementation = _impl)

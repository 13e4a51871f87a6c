# SPDX-License-Identifier: Apache-2.0
"""Optional programs: :have.bzl lists those that the machine has."""

def _optional_programs_impl(rctx):
    have = []
    for name in rctx.attr.programs:
        path = rctx.which(name)
        if path:
            rctx.symlink(path, name)
            have.append(name)
    rctx.file("WORKSPACE", "workspace(name = %r)\n" % rctx.name)
    rctx.file("BUILD", "exports_files(%r)\n" % have)
    rctx.file("have.bzl", "HAVE = %r\n" % have)

optional_programs = repository_rule(
    implementation = _optional_programs_impl,
    attrs = {"programs": attr.string_list(mandatory = True)},
    environ = ["PATH"],
    local = True,
)

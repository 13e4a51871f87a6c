# SPDX-License-Identifier: Apache-2.0
"""Rule sets without network: a few lines of ours, or folders that the system has."""

def _shim_repository_impl(rctx):
    folders = {"": True}
    for label in rctx.attr.files:
        folder, _, path = label.name.partition("/")
        if not path:  # <name>.BUILD
            path = "BUILD"
        rctx.template(path, label, {}, executable = path.endswith(".py"))
        folders[path.rpartition("/")[0]] = True
    for folder in folders:
        build = (folder + "/BUILD") if folder else "BUILD"
        if not rctx.path(build).exists:
            rctx.file(build, "")
    rctx.file("WORKSPACE", "workspace(name = %r)\n" % rctx.name)

shim_repository = repository_rule(
    doc = "A repository of files of ours: <name>/path/to/file is its path/to/file.",
    implementation = _shim_repository_impl,
    attrs = {"files": attr.label_list(allow_files = True)},
)

def _system_rules_repository_impl(rctx):
    root = rctx.path(rctx.attr.path)
    if root.exists:
        for child in root.readdir():
            rctx.symlink(child, child.basename)
    if not rctx.path("WORKSPACE").exists:
        rctx.file("WORKSPACE", "workspace(name = %r)\n" % rctx.name)
    if not rctx.path("BUILD").exists and not rctx.path("BUILD.bazel").exists:
        rctx.file("BUILD", "")

system_rules_repository = repository_rule(
    doc = "A rule set that the system has; empty where its Bazel is too old to ask for it.",
    implementation = _system_rules_repository_impl,
    attrs = {"path": attr.string(mandatory = True)},
    local = True,
)

# SPDX-License-Identifier: Apache-2.0
"""An aspect that runs clang-tidy on the C++ sources of the targets that are built.

    bazel build --config=tidy //...

A library without sources has its headers checked, which otherwise only those who include them
would bring up. `./dev lint` chooses the targets.
"""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")
load("@rules_cc//cc:defs.bzl", "CcInfo", "cc_common")

# What g++ is given and clang does not know.
_GCC_ONLY = [
    "-Wno-free-nonheap-object",
    "-Wunused-but-set-parameter",
    "-fno-canonical-system-headers",
]

def _flags(ctx, target, cc_toolchain):
    """The compiler's flags for the target's files."""
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = cc_toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    command_line = cc_common.get_memory_inefficient_command_line(
        action_name = "c++-compile",
        feature_configuration = features,
        variables = cc_common.create_compile_variables(
            cc_toolchain = cc_toolchain,
            feature_configuration = features,
            user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts,
        ),
    )
    flags = [flag for flag in command_line if flag not in _GCC_ONLY]
    context = target[CcInfo].compilation_context
    flags += ["-D" + define for define in context.defines.to_list() + context.local_defines.to_list()]
    for option, folders in [
        ("-iquote", context.quote_includes),
        ("-I", context.includes),
        ("-isystem", context.system_includes),
    ]:
        for folder in folders.to_list():
            flags += [option, folder]
    return flags

def _own_files(rule, attribute, extensions):
    """Files of the rule's attribute that a person wrote."""
    return [
        file
        for label in getattr(rule.attr, attribute, [])
        for file in label.files.to_list()
        if file.is_source and file.extension in extensions
    ]

def _clang_tidy_impl(target, ctx):
    if CcInfo not in target or target.label.workspace_name or not hasattr(ctx.rule.attr, "srcs"):
        return []
    sources = _own_files(ctx.rule, "srcs", ["cc"]) or _own_files(ctx.rule, "hdrs", ["h"])
    if not sources:
        return []

    cc_toolchain = find_cpp_toolchain(ctx)
    flags = ["-xc++"] + _flags(ctx, target, cc_toolchain)
    inputs = depset(
        sources + _own_files(ctx.rule, "srcs", ["h"]) + [ctx.file._config],
        transitive = [target[CcInfo].compilation_context.headers, cc_toolchain.all_files],
    )
    reports = []
    for source in sources:
        report = ctx.actions.declare_file("%s.%s.tidy" % (ctx.label.name, source.basename))
        args = ctx.actions.args()
        args.add(report)
        args.add(ctx.file._config)
        args.add(source)
        args.add_all(flags)
        ctx.actions.run(
            executable = ctx.executable._run,
            arguments = [args],
            inputs = inputs,
            outputs = [report],
            mnemonic = "ClangTidy",
            progress_message = "Checking %s" % source.short_path,
            use_default_shell_env = True,
        )
        reports.append(report)
    return [OutputGroupInfo(clang_tidy = depset(reports))]

clang_tidy = aspect(
    implementation = _clang_tidy_impl,
    attrs = {
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
        "_config": attr.label(default = "//:.clang-tidy", allow_single_file = True),
        "_run": attr.label(default = "//bazel:clang_tidy_run", executable = True, cfg = "exec"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)

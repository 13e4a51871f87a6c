# SPDX-License-Identifier: Apache-2.0
"""Generates stubs of a proto_library in other languages with the plugins of the system.

    proto_stubs(
        name = "answer_service_python",
        language = "python",
        proto = ":answer_service_proto",
    )

The output is one directory, since the files that protoc generates differ by language. It has stubs
of the proto_library's own files, not of their imports. If the system lacks the plugin of a language,
there is no target for it, so that `bazel build //...` works on every machine.
"""

load("@grpc_stub_plugins//:have.bzl", "HAVE")
load("@rules_proto//proto:defs.bzl", "ProtoInfo")

# Language -> the plugin for services, its name in protoc's flags, the plugin for messages (None if
# protoc generates them), and options for both.
_LANGUAGES = {
    "go": struct(
        services = "protoc-gen-go-grpc",
        flag = "go-grpc",
        messages = "protoc-gen-go",
        options = "paths=source_relative",
    ),
    "java": struct(
        services = "grpc_java_plugin",
        flag = "grpc-java",
        messages = None,
        options = "",
    ),
    "php": struct(
        services = "grpc_php_plugin",
        flag = "grpc",
        messages = None,
        options = "",
    ),
    "python": struct(
        services = "grpc_python_plugin",
        flag = "grpc_python",
        messages = None,
        options = "",
    ),
    "ruby": struct(
        services = "grpc_ruby_plugin",
        flag = "grpc",
        messages = None,
        options = "",
    ),
}

def _import_path(src, root):
    """The path by which other .proto files import src (as gRPC's stand-in has it)."""
    path = src.path
    for prefix in (root, src.root.path):
        if prefix not in ("", ".") and path.startswith(prefix + "/"):
            path = path[len(prefix) + 1:]
            break
    if path.startswith("external/"):
        path = path.split("/", 2)[2]
    return path

def _proto_stubs_impl(ctx):
    info = ctx.attr.proto[ProtoInfo]
    language = _LANGUAGES[ctx.attr.language]
    out = ctx.actions.declare_directory(ctx.label.name)
    out_flag = "%s:%s" % (language.options, out.path) if language.options else out.path

    args = ctx.actions.args()
    args.add("--%s_out=%s" % (ctx.attr.language, out_flag))
    if ctx.executable.messages:
        args.add("--plugin=protoc-gen-%s=%s" % (ctx.attr.language, ctx.executable.messages.path))
    args.add("--plugin=protoc-gen-%s=%s" % (language.flag, ctx.executable.services.path))
    args.add("--%s_out=%s" % (language.flag, out_flag))
    args.add_joined("--descriptor_set_in", info.transitive_descriptor_sets, join_with = ":")
    args.add_all([_import_path(src, info.proto_source_root) for src in info.direct_sources])

    ctx.actions.run(
        executable = ctx.executable._protoc,
        arguments = [args],
        inputs = info.transitive_descriptor_sets,
        tools = [ctx.executable.services] + ([ctx.executable.messages] if ctx.executable.messages else []),
        outputs = [out],
        mnemonic = "ProtoStubs",
        progress_message = "Generating %s stubs of %s" % (ctx.attr.language, ctx.attr.proto.label),
    )
    return [DefaultInfo(files = depset([out]), runfiles = ctx.runfiles([out]))]

_proto_stubs = rule(
    implementation = _proto_stubs_impl,
    attrs = {
        "language": attr.string(mandatory = True, values = _LANGUAGES.keys()),
        "messages": attr.label(executable = True, allow_single_file = True, cfg = "exec"),
        "proto": attr.label(providers = [ProtoInfo], mandatory = True),
        "services": attr.label(executable = True, allow_single_file = True, cfg = "exec", mandatory = True),
        "_protoc": attr.label(
            default = "@com_google_protobuf//:protoc",
            executable = True,
            allow_single_file = True,
            cfg = "exec",
        ),
    },
)

def proto_stubs(name, language, proto, **kwargs):
    """Declares a directory of stubs, unless the system lacks a plugin for the language.

    Args:
      name: The name of the target and of the directory.
      language: One of go, java, php, python, ruby.
      proto: A proto_library.
      **kwargs: Common attributes such as visibility.
    """
    plugins = [p for p in (_LANGUAGES[language].services, _LANGUAGES[language].messages) if p]
    if [p for p in plugins if p not in HAVE]:
        return
    _proto_stubs(
        name = name,
        language = language,
        messages = "@grpc_stub_plugins//:" + plugins[1] if len(plugins) > 1 else None,
        proto = proto,
        services = "@grpc_stub_plugins//:" + plugins[0],
        **kwargs
    )

def _descriptor_set_impl(ctx):
    sets = depset(transitive = [p[ProtoInfo].transitive_descriptor_sets for p in ctx.attr.protos])
    out = ctx.actions.declare_file(ctx.label.name + ".binpb")

    # A FileDescriptorSet has one repeated field, so sets are merged by concatenation. Each file is in
    # exactly one of them, and dependencies come first.
    args = ctx.actions.args()
    args.add(out)
    args.add_all(sets)
    ctx.actions.run_shell(
        command = 'out="$1"; shift; cat "$@" > "$out"',
        arguments = [args],
        inputs = sets,
        outputs = [out],
        mnemonic = "ProtoDescriptorSet",
        progress_message = "Joining descriptors of %s" % ctx.label,
    )
    return [DefaultInfo(files = depset([out]), runfiles = ctx.runfiles([out]))]

descriptor_set = rule(
    doc = "Merges the protos and their dependencies into one FileDescriptorSet, for grpcurl and gateways.",
    implementation = _descriptor_set_impl,
    attrs = {"protos": attr.label_list(providers = [ProtoInfo], mandatory = True)},
)

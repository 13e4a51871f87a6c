# SPDX-License-Identifier: Apache-2.0
"""cc_grpc_library with the interface of gRPC's own bazel/cc_grpc_library.bzl.

Written for the system's plugin: protoc reads the descriptor sets that proto_library already
made, so neither include paths nor virtual imports matter.
"""

load("@rules_cc//cc:defs.bzl", "cc_library", "cc_proto_library")
load("@rules_proto//proto:defs.bzl", "ProtoInfo", "proto_library")

def _import_path(src, root):
    """The path by which other .proto files import src."""
    path = src.path
    for prefix in (root, src.root.path):
        if prefix not in ("", ".") and path.startswith(prefix + "/"):
            path = path[len(prefix) + 1:]
            break
    if path.startswith("external/"):
        path = path.split("/", 2)[2]
    return path

def _cc_grpc_sources_impl(ctx):
    info = ctx.attr.proto[ProtoInfo]
    imports = [_import_path(src, info.proto_source_root) for src in info.direct_sources]

    # A root of their own keeps the headers of one library out of another's include path.
    root = ctx.label.name + ".out"
    suffixes = [".grpc.pb.h", ".grpc.pb.cc"] + (["_mock.grpc.pb.h"] if ctx.attr.generate_mocks else [])
    outs = [
        ctx.actions.declare_file("%s/%s%s" % (root, path[:-len(".proto")], suffix))
        for path in imports
        for suffix in suffixes
    ]
    if outs:
        options = []
        if ctx.attr.services_namespace:
            options.append("services_namespace=" + ctx.attr.services_namespace)
        if ctx.attr.generate_mocks:
            options.append("generate_mock_code=true")
        out_dir = outs[0].path.partition("/%s/" % root)[0] + "/" + root
        args = ctx.actions.args()
        args.add("--plugin=protoc-gen-grpc=" + ctx.executable._plugin.path)
        args.add("--grpc_out=%s:%s" % (",".join(options), out_dir))
        args.add_joined("--descriptor_set_in", info.transitive_descriptor_sets, join_with = ":")
        args.add_all(imports)
        ctx.actions.run(
            executable = ctx.executable._protoc,
            arguments = [args],
            inputs = info.transitive_descriptor_sets,
            tools = [ctx.executable._plugin],
            outputs = outs,
            mnemonic = "GrpcCcSources",
            progress_message = "Generating gRPC C++ of %s" % ctx.attr.proto.label,
        )
    return [DefaultInfo(files = depset(outs))]

_cc_grpc_sources = rule(
    implementation = _cc_grpc_sources_impl,
    attrs = {
        "generate_mocks": attr.bool(),
        "proto": attr.label(providers = [ProtoInfo], mandatory = True),
        "services_namespace": attr.string(),
        "_plugin": attr.label(
            default = "@com_github_grpc_grpc//src/compiler:grpc_cpp_plugin",
            executable = True,
            allow_single_file = True,
            cfg = "exec",
        ),
        "_protoc": attr.label(
            default = "@com_google_protobuf//:protoc",
            executable = True,
            allow_single_file = True,
            cfg = "exec",
        ),
    },
)

def cc_grpc_library(
        name,
        srcs,
        deps,
        proto_only = False,
        well_known_protos = False,  # buildifier: disable=unused-variable
        generate_mocks = False,
        use_external = False,  # buildifier: disable=unused-variable
        grpc_only = False,
        **kwargs):
    """C++ stubs and service classes of proto_library targets.

    Args:
      name: of the library.
      srcs: with grpc_only, one proto_library; without, .proto files.
      deps: with grpc_only, the cc_proto_library of srcs; without, proto_libraries.
      proto_only: messages without services.
      well_known_protos: unused; they are always there.
      generate_mocks: also a _mock.grpc.pb.h.
      use_external: unused; the plugin is always the system's.
      grpc_only: services without messages.
      **kwargs: of the cc_library.
    """
    if proto_only and grpc_only:
        fail("proto_only and grpc_only exclude each other")
    if grpc_only and len(srcs) != 1:
        fail("grpc_only takes one proto_library")
    if not grpc_only:
        proto_library(
            name = name + "_only",
            srcs = srcs,
            deps = deps,
        )
        cc_proto_library(
            name = name + "_cc_proto",
            deps = [":%s_only" % name],
        )
        if proto_only:
            native.alias(
                name = name,
                actual = name + "_cc_proto",
                **kwargs
            )
            return
        srcs = [":%s_only" % name]
        deps = [":%s_cc_proto" % name]
    sources = "_%s_sources" % name
    _cc_grpc_sources(
        name = sources,
        generate_mocks = generate_mocks,
        proto = srcs[0],
        tags = ["manual"],
        testonly = kwargs.get("testonly", False),
        visibility = ["//visibility:private"],
    )
    cc_library(
        name = name,
        srcs = [":" + sources],
        hdrs = [":" + sources],
        includes = [sources + ".out"],
        deps = deps + ["@com_github_grpc_grpc//:grpc++_codegen_proto"],
        **kwargs
    )

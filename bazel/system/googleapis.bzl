# SPDX-License-Identifier: Apache-2.0
"""The .proto files of google/api and google/rpc under googleapis' own labels.

Debian's packages of them are of 2019 and lack google.rpc.ErrorInfo, so they come from PyPI's
googleapis-common-protos, a wheel of current .proto files, which `./dev setup` unpacks into the
user's cache. GOOGLEAPIS_DIR names another folder that holds google/api and google/rpc.
"""

_API_BUILD = '''
load("@rules_cc//cc:defs.bzl", "cc_proto_library")
load("@rules_proto//proto:defs.bzl", "proto_library")

package(default_visibility = ["//visibility:public"])

proto_library(
    name = "http_proto",
    srcs = ["http.proto"],
)

proto_library(
    name = "annotations_proto",
    srcs = ["annotations.proto"],
    deps = [
        ":http_proto",
        "@com_google_protobuf//:descriptor_proto",
    ],
)

proto_library(
    name = "field_behavior_proto",
    srcs = ["field_behavior.proto"],
    deps = ["@com_google_protobuf//:descriptor_proto"],
)

[
    cc_proto_library(
        name = name + "_cc_proto",
        deps = [":%s_proto" % name],
    )
    for name in ("annotations", "field_behavior", "http")
]
'''

_RPC_BUILD = '''
load("@rules_cc//cc:defs.bzl", "cc_proto_library")
load("@rules_proto//proto:defs.bzl", "proto_library")

package(default_visibility = ["//visibility:public"])

exports_files(["status.proto"])

proto_library(
    name = "code_proto",
    srcs = ["code.proto"],
)

proto_library(
    name = "status_proto",
    srcs = ["status.proto"],
    deps = ["@com_google_protobuf//:any_proto"],
)

proto_library(
    name = "error_details_proto",
    srcs = ["error_details.proto"],
    deps = [
        "@com_google_protobuf//:any_proto",
        "@com_google_protobuf//:duration_proto",
    ],
)

[
    cc_proto_library(
        name = name + "_cc_proto",
        deps = [":%s_proto" % name],
    )
    for name in ("code", "error_details", "status")
]
'''

def _folder(rctx):
    """Where the .proto files are."""
    env = rctx.os.environ
    if env.get("GOOGLEAPIS_DIR"):
        return env["GOOGLEAPIS_DIR"]
    cache = env.get("XDG_CACHE_HOME") or env.get("HOME", "/nonexistent") + "/.cache"
    return cache + "/footnote/googleapis"

_FILES = {
    "google/api": ("annotations", "field_behavior", "http"),
    "google/rpc": ("code", "error_details", "status"),
}

def _impl(rctx):
    folder = _folder(rctx)
    for path in ["%s/%s.proto" % (package, name) for package, names in _FILES.items() for name in names]:
        if not rctx.path(folder + "/" + path).exists:
            fail("\n%s/%s is missing. Run: ./dev setup\n" % (folder, path))
        rctx.symlink(folder + "/" + path, path)
    rctx.file("WORKSPACE", "workspace(name = %r)\n" % rctx.name)
    rctx.file("BUILD", "")
    rctx.file("google/api/BUILD", _API_BUILD)
    rctx.file("google/rpc/BUILD", _RPC_BUILD)

googleapis_repository = repository_rule(
    implementation = _impl,
    environ = [
        "GOOGLEAPIS_DIR",
        "HOME",
        "XDG_CACHE_HOME",
    ],
    local = True,
)

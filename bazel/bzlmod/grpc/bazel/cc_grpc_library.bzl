"""gRPC's own macro, where its users look for it."""

load("@sys//bazel:cc_grpc_library.bzl", _cc_grpc_library = "cc_grpc_library")

cc_grpc_library = _cc_grpc_library

# SPDX-License-Identifier: Apache-2.0
"""The part of rules_proto that Bazel 4 to 7 can serve with native rules."""

load(":native.bzl", _ProtoInfo = "NativeProtoInfo", _proto_common = "native_proto_common")

ProtoInfo = _ProtoInfo
proto_common = _proto_common

proto_lang_toolchain = native.proto_lang_toolchain
proto_library = native.proto_library

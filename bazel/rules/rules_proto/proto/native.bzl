# SPDX-License-Identifier: Apache-2.0
"""Native symbols under other names, so that defs.bzl can export them under their own."""

NativeProtoInfo = ProtoInfo  # buildifier: disable=native-proto-info
native_proto_common = proto_common  # buildifier: disable=native-proto-common

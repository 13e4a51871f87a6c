# SPDX-License-Identifier: Apache-2.0
"""Native symbols under other names, so that defs.bzl can export them under their own."""

NativeCcInfo = CcInfo  # buildifier: disable=native-cc-info
native_cc_common = cc_common  # buildifier: disable=native-cc-common

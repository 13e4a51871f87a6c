# SPDX-License-Identifier: Apache-2.0
"""Fuzz targets, which are tests as well.

    fuzz_target(
        name = "sse_fuzz",
        srcs = ["sse_fuzz.cc"],
        corpus = glob(["sse_fuzz_corpus/**"]),
        deps = [...],
    )

gives NAME, a libFuzzer binary that is built with --config=fuzz only:

    bazel run --config=fuzz //tests/fuzz:sse_fuzz -- $PWD/tests/fuzz/sse_fuzz_corpus

and NAME_test, which runs the target once on each file of the corpus and needs no fuzzer. The
sources define LLVMFuzzerTestOneInput.
"""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_test")

def fuzz_target(name, srcs, corpus, deps):
    cc_binary(
        name = name,
        testonly = True,
        srcs = srcs,
        linkopts = ["-fsanitize=fuzzer"],
        tags = ["manual"],
        deps = deps,
    )
    cc_test(
        name = name + "_test",
        srcs = srcs,
        args = ["$(locations %s)" % file for file in corpus],
        data = corpus,
        deps = deps + ["//tests/fuzz:replay"],
    )

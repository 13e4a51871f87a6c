# SPDX-License-Identifier: Apache-2.0
"""Footnote's external repositories, made of the system's packages.

Each carries the name and the labels that it has in the wider Bazel world, and each is
declared only where the workspace has none of that name: a monorepo declares its own before
it calls these, and they win. Abseil, Protocol Buffers, gRPC and RE2 must be replaced
together, since their headers include each other's.
"""

load("//bazel/rules:rules_repositories.bzl", "shim_repository", "system_rules_repository")
load("//bazel/system:absl_targets.bzl", "ABSL_TARGETS")
load("//bazel/system:googleapis.bzl", "googleapis_repository")
load("//bazel/system:optional_programs.bzl", "optional_programs")
load("//bazel/system:system_repository.bzl", "system_absl_repository", "system_repository")

def _maybe(rule, name, **kwargs):
    if not native.existing_rule(name):
        rule(name = name, **kwargs)

def _always(rule, name, **kwargs):
    rule(name = name, **kwargs)

def _file(path):
    """A file of this repository, also where another one calls us."""
    return Label("//bazel/" + path)

# Repository -> its files, in bazel/rules. Bazel has these rules built in; the BUILD files load
# them all the same, since newer releases do not.
_SHIMS = {
    # `bazel coverage` wants its two tools even where no one reads the report.
    "remote_coverage_tools": [
        "remote_coverage_tools.BUILD",
        "remote_coverage_tools/lcov_merger.py",
    ],
    "rules_cc": [
        "rules_cc/cc/defs.bzl",
        "rules_cc/cc/native.bzl",
    ],
    "rules_proto": [
        "rules_proto/proto/defs.bzl",
        "rules_proto/proto/native.bzl",
    ],
    "rules_shell": [
        "rules_shell/shell/sh_binary.bzl",
        "rules_shell/shell/sh_test.bzl",
    ],
}

# Repository -> where Debian has it. Some exist only beside newer releases of Bazel.
_SYSTEM_RULES = {
    "bazel_features": "/usr/share/bazel/tools/features",
    "bazel_skylib": "/usr/share/bazel/tools/skylib",
    "platforms": "/usr/share/bazel/tools/platforms",
    "rules_java": "/usr/share/bazel/rules/java",
    "rules_license": "/usr/share/bazel/rules/license",
    "rules_python": "/usr/share/bazel/rules/python",
}

def footnote_toolchain_deps():
    """Rule sets that Bazel would otherwise download."""
    for name, files in _SHIMS.items():
        _maybe(
            shim_repository,
            name,
            files = [_file("rules:" + file) for file in files],
        )
    for name, path in _SYSTEM_RULES.items():
        _maybe(
            system_rules_repository,
            name,
            path = path,
        )

# Repository -> the packages that provide it and the pkg-config modules whose flags its BUILD file
# uses or, where there is nothing to link, a header that must be there.
_LIBRARIES = {
    "boost": struct(debs = ["libboost-dev"], headers = ["/usr/include/boost/beast.hpp"]),
    "boringssl": struct(debs = ["libssl-dev"], pkg_config = ["libssl", "libcrypto"]),
    "cli11": struct(debs = ["libcli11-dev"], headers = ["/usr/include/CLI/CLI.hpp"]),
    "com_github_gabime_spdlog": struct(debs = ["libspdlog-dev"], pkg_config = ["spdlog"]),
    "com_github_google_benchmark": struct(debs = ["libbenchmark-dev"], pkg_config = ["benchmark"]),
    "com_google_googletest": struct(debs = ["libgtest-dev", "libgmock-dev"], pkg_config = ["gtest", "gmock"]),
    "com_googlesource_code_re2": struct(debs = ["libre2-dev"], pkg_config = ["re2"]),
    "curl": struct(debs = ["libcurl4-openssl-dev"], pkg_config = ["libcurl"]),
    "icu": struct(debs = ["libicu-dev"], pkg_config = ["icu-uc", "icu-i18n"]),
    "mimalloc": struct(debs = ["libmimalloc-dev"], headers = ["/usr/include/mimalloc.h"]),
    "nlohmann_json": struct(debs = ["nlohmann-json3-dev"], headers = ["/usr/include/nlohmann/json.hpp"]),
    "rapidjson": struct(debs = ["rapidjson-dev"], headers = ["/usr/include/rapidjson/document.h"]),
    "simdjson": struct(debs = ["libsimdjson-dev"], pkg_config = ["simdjson"]),
    "sqlite3": struct(debs = ["libsqlite3-dev"], pkg_config = ["sqlite3"]),
}

def footnote_deps(existing = True):
    """The libraries.

    Args:
      existing: whether to leave alone repositories that exist (a module extension cannot ask).
    """
    maybe = _maybe if existing else _always
    maybe(
        system_absl_repository,
        "com_google_absl",
        debs = ["libabsl-dev"],
        targets = ABSL_TARGETS,
    )
    maybe(
        system_repository,
        "com_google_protobuf",
        build_file = _file("system:com_google_protobuf.BUILD"),
        debs = ["libprotobuf-dev", "protobuf-compiler"],
        links = {
            "google/protobuf": "/usr/include/google/protobuf",
            "protoc": "/usr/bin/protoc",
        },
    )
    maybe(
        system_repository,
        "com_github_grpc_grpc",
        build_file = _file("system:com_github_grpc_grpc.BUILD"),
        debs = ["libgrpc++-dev", "protobuf-compiler-grpc"],
        files = {
            _file("system:cc_grpc_library.bzl"): "bazel/cc_grpc_library.bzl",
            _file("system:grpc_src_compiler.BUILD"): "src/compiler/BUILD",
        },
        links = {
            "src/compiler/grpc_%s_plugin" % language: "/usr/bin/grpc_%s_plugin" % language
            for language in ("cpp", "php", "python", "ruby")
        },
    )
    maybe(
        optional_programs,
        "grpc_stub_plugins",
        programs = [
            "grpc_java_plugin",
            "grpc_php_plugin",
            "grpc_python_plugin",
            "grpc_ruby_plugin",
            "protoc-gen-go",
            "protoc-gen-go-grpc",
        ],
    )
    maybe(
        googleapis_repository,
        "com_google_googleapis",
    )
    for name, library in _LIBRARIES.items():
        maybe(
            system_repository,
            name,
            build_file = _file("system:%s.BUILD" % name),
            debs = library.debs,
            headers = getattr(library, "headers", []),
            pkg_config = getattr(library, "pkg_config", []),
        )

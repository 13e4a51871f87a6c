# SPDX-License-Identifier: Apache-2.0
"""Canonical Abseil labels -> pkg-config modules (absl_<target> unless specified)."""

ABSL_TARGETS = {
    "absl/algorithm": ["algorithm", "container=absl_algorithm_container"],
    "absl/base": [
        "base",
        "config",
        "core_headers",
        "dynamic_annotations",
        "endian",
        "errno_saver",
        "log_severity",
        "no_destructor",
        "nullability",
        "prefetch",
        "raw_logging_internal",
    ],
    "absl/cleanup": ["cleanup"],
    "absl/container": [
        "btree",
        "fixed_array",
        "flat_hash_map",
        "flat_hash_set",
        "inlined_vector",
        "node_hash_map",
        "node_hash_set",
    ],
    "absl/crc": ["crc32c"],
    "absl/debugging": ["failure_signal_handler", "leak_check", "stacktrace", "symbolize"],
    "absl/flags": [
        "flag=absl_flags",
        "parse=absl_flags_parse",
        "usage=absl_flags_usage",
        "reflection=absl_flags_reflection",
        "marshalling=absl_flags_marshalling",
        "commandlineflag=absl_flags_commandlineflag",
        "config=absl_flags_config",
    ],
    "absl/functional": ["any_invocable", "bind_front", "function_ref", "overload"],
    "absl/hash": ["hash"],
    "absl/log": [
        "absl_check=absl_absl_check",
        "absl_log=absl_absl_log",
        "check=absl_check",
        "die_if_null=absl_die_if_null",
        "flags=absl_log_flags",
        "globals=absl_log_globals",
        "initialize=absl_log_initialize",
        "log=absl_log",
        "log_entry=absl_log_entry",
        "log_sink=absl_log_sink",
        "log_sink_registry=absl_log_sink_registry",
    ],
    "absl/memory": ["memory"],
    "absl/meta": ["type_traits"],
    "absl/numeric": ["bits", "int128"],
    "absl/random": [
        "random=absl_random_random",
        "distributions=absl_random_distributions",
        "bit_gen_ref=absl_random_bit_gen_ref",
        "seed_sequences=absl_random_seed_sequences",
    ],
    "absl/status": ["status", "statusor"],
    "absl/strings": ["strings", "cord", "str_format", "string_view"],
    "absl/synchronization": ["synchronization"],
    "absl/time": ["time", "clock_interface=absl_clock_interface"],
    "absl/types": ["any", "bad_any_cast", "compare", "optional", "span", "variant"],
    "absl/utility": ["utility"],
}

def absl_aliases(name, repository):
    """The labels of the calling package, as aliases of those in another repository.

    Args:
      name: of this call; no target has it.
      repository: with its @.
    """
    package = native.package_name()
    for target in ABSL_TARGETS[package]:
        label = target.partition("=")[0]
        native.alias(
            name = label,
            actual = "%s//%s:%s" % (repository, package, label),
            visibility = ["//visibility:public"],
        )

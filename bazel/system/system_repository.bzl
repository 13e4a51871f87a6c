# SPDX-License-Identifier: Apache-2.0
"""Repositories that map canonical external names onto the system's packages.

No file of a package is copied. Headers are found where the compiler looks by default, so the
libraries here carry only link options and defines. One of the defines names the package's
version: Bazel does not track /usr/include, and this makes an upgrade rebuild what uses it.

A repository's BUILD file is bazel/system/<name>.BUILD. The properties of the system are in
:system.bzl:

  VERSION_DEFINE  names the version of the packages
  DEFINES         pkg-config module -> its preprocessor defines
  LINKOPTS        pkg-config module -> its link options
"""

def _missing(rctx, problem):
    fail("\n%s: %s.\nRun ./dev setup, or: apt-get install -y %s\n" %
         (rctx.name, problem, " ".join(rctx.attr.debs)))

def _run(rctx, *args):
    res = rctx.execute(args)
    if res.return_code != 0:
        _missing(rctx, "%s failed:\n%s" % (" ".join(args), res.stderr.strip()))
    return res.stdout.strip()

def _pkg_config(rctx, option, module):
    """The distinct words of pkg-config's answer, in order."""
    words = _run(rctx, "pkg-config", option, module).replace("\n", " ").split(" ")
    return {word: None for word in words if word}.keys()

def _version_define(rctx, modules):
    """A define that names the version of the packages.

    The version is in the name, not the value: a value such as 1.51.1-3+b1 is a macro
    without parentheses, which clang-tidy is right to dislike.
    """
    versions = []
    for deb in rctx.attr.debs:
        res = rctx.execute(["dpkg-query", "-W", "-f", "${Version}", deb])
        if res.return_code == 0 and res.stdout:
            versions.append(res.stdout.strip())
    if not versions:  # not Debian
        versions = [_run(rctx, "pkg-config", "--modversion", module) for module in modules]
    text = "_".join(["SYSTEM", rctx.name] + versions)
    return "".join([c if c.isalnum() else "_" for c in text.elems()])

def _finish(rctx):
    """Writes what every repository has, under both ways of naming repositories."""
    rctx.file("WORKSPACE", "workspace(name = %r)\n" % rctx.name)
    rctx.file("MODULE.bazel", "module(name = %r)\n" % rctx.name)

def _system_repository_impl(rctx):
    for path in rctx.attr.headers + rctx.attr.links.values():
        if not rctx.path(path).exists:
            _missing(rctx, path + " is missing")
    for path, target in rctx.attr.links.items():
        rctx.symlink(target, path)

    defines = {}
    linkopts = {}
    for module in rctx.attr.pkg_config:
        flags = _pkg_config(rctx, "--cflags-only-other", module)
        defines[module] = [flag[2:] for flag in flags if flag.startswith("-D")]
        linkopts[module] = [
            option
            for option in _pkg_config(rctx, "--libs", module)
            if not option.startswith("-L/usr/lib")
        ]
    rctx.file("system.bzl", "VERSION_DEFINE = %r\nDEFINES = %r\nLINKOPTS = %r\n" % (
        _version_define(rctx, rctx.attr.pkg_config),
        defines,
        linkopts,
    ))

    rctx.template("BUILD", rctx.attr.build_file, {}, False)
    for label, path in rctx.attr.files.items():
        rctx.template(path, label, {}, False)
        build = path.rpartition("/")[0] + "/BUILD"
        if not rctx.path(build).exists:
            rctx.file(build, "")
    _finish(rctx)

system_repository = repository_rule(
    implementation = _system_repository_impl,
    attrs = {
        "build_file": attr.label(mandatory = True, allow_single_file = True),
        "debs": attr.string_list(doc = "Debian packages that provide it"),
        "files": attr.label_keyed_string_dict(
            allow_files = True,
            doc = "file of ours -> path in a folder of the repository",
        ),
        "headers": attr.string_list(doc = "absolute paths that must be there"),
        "links": attr.string_dict(doc = "path in the repository -> absolute path"),
        "pkg_config": attr.string_list(doc = "modules whose flags the BUILD file uses"),
    },
    configure = True,
    environ = [
        "PATH",
        "PKG_CONFIG_PATH",
    ],
    local = True,
)

def _parse_pc(text):
    fields = {}
    for line in text.split("\n"):
        key, colon, value = line.partition(":")
        if colon and key in ("Libs", "Requires"):
            fields[key] = value.strip()
    return fields

def _required_modules(requires):
    """The names in a .pc file's Requires: "absl_base = 20220623, absl_time"."""
    names = []
    words = requires.replace(",", " ").split(" ")
    is_version = False
    for word in words:
        if is_version:
            is_version = word == ""
        elif word in ("=", ">=", "<=", ">", "<"):
            is_version = True
        elif word:
            names.append(word)
    return names

_PC_LIBRARY = """
cc_library(
    name = {name},
    defines = [{define}],
    linkopts = {linkopts},
    deps = {deps},
)
"""

def _system_absl_repository_impl(rctx):
    folder = _run(rctx, "pkg-config", "--variable=pcfiledir", "absl_base")
    modules = {}
    for path in rctx.path(folder).readdir():
        if path.basename.startswith("absl_") and path.basename.endswith(".pc"):
            modules[path.basename[:-len(".pc")]] = _parse_pc(rctx.read(path))

    # //pc has one library for each .pc file, linked as that file specifies.
    build = ['load("@rules_cc//cc:defs.bzl", "cc_library")\n\npackage(default_visibility = ["//visibility:public"])\n']
    define = _version_define(rctx, ["absl_base"])
    for name, module in sorted(modules.items()):
        build.append(_PC_LIBRARY.format(
            name = repr(name),
            define = repr(define),
            linkopts = [word for word in module.get("Libs", "").split(" ") if word.startswith("-l")],
            deps = [
                ":" + required
                for required in _required_modules(module.get("Requires", ""))
                if required in modules and required != name  # some name themselves
            ],
        ))
    rctx.file("pc/BUILD", "".join(build))

    # //absl/... has the canonical labels, of which an older release lacks some.
    for package, targets in rctx.attr.targets.items():
        build = ['package(default_visibility = ["//visibility:public"])\n']
        for target in targets:
            name, _, module = target.partition("=")
            module = module or "absl_" + name
            if module in modules:
                build.append("alias(name = %r, actual = %r)\n" % (name, "//pc:" + module))
        rctx.file(package + "/BUILD", "\n".join(build))
    rctx.file("BUILD", "")
    _finish(rctx)

system_absl_repository = repository_rule(
    doc = "Abseil, whose hundred libraries no one should map by hand.",
    implementation = _system_absl_repository_impl,
    attrs = {
        "debs": attr.string_list(),
        "targets": attr.string_list_dict(doc = "package -> targets: name, or name=pkg-config module"),
    },
    configure = True,
    environ = [
        "PATH",
        "PKG_CONFIG_PATH",
    ],
    local = True,
)

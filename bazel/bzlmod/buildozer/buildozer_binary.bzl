"""Satisfies Bazel's own modules, which name buildozer; nothing here runs it."""

def _repo_impl(rctx):
    rctx.file("BUILD", "")

_repo = repository_rule(implementation = _repo_impl)

def _impl(_ctx):
    _repo(name = "buildozer_binary")

buildozer_binary = module_extension(implementation = _impl)

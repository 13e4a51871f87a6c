# SPDX-License-Identifier: Apache-2.0
"""Finds the expressions that can be mutated, with libclang (Debian's python3-clang-14)."""

import bisect
import os
import pathlib
import re
from typing import Dict, Iterator, List, Optional, Sequence, Set, Tuple

from clang import cindex
from clang.cindex import CursorKind as K
from clang.cindex import TypeKind as T

from schemata import Site

FLIPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}

_INTEGERS = frozenset(
    getattr(T, name)
    for name in "CHAR_S CHAR_U SCHAR UCHAR SHORT USHORT INT UINT LONG ULONG LONGLONG ULONGLONG".split()
)
_FUNCTIONS = frozenset(
    [K.FUNCTION_DECL, K.CXX_METHOD, K.CONSTRUCTOR, K.DESTRUCTOR, K.CONVERSION_FUNCTION, K.FUNCTION_TEMPLATE]
)
# Constant expressions, and declarations without code that runs.
_SKIPPED = frozenset(
    [K.STATIC_ASSERT, K.ENUM_DECL, K.TEMPLATE_TYPE_PARAMETER, K.TEMPLATE_NON_TYPE_PARAMETER, K.PARM_DECL]
    + [K.TYPE_ALIAS_DECL, K.TYPEDEF_DECL, K.TYPE_REF, K.TEMPLATE_REF, K.NAMESPACE_REF, K.FIELD_DECL]
)
# Methods whose integer arguments are positions or lengths.
_POSITIONAL = frozenset(
    "at substr subspan first last remove_prefix remove_suffix find rfind find_first_of find_first_not_of "
    "find_last_of find_last_not_of compare insert erase replace resize append copy ClippedSubstr advance next prev".split()
)
# A change of these changes speed, memory or a log entry, which no test of behaviour can observe.
_UNOBSERVABLE_CALL = re.compile(r"^(reserve|shrink_to_fit|Reserve|Log[A-Z]\w*|.*Hash\w*|hash)$")
_UNOBSERVABLE_FUNCTION = re.compile(r"hash|capacity|^Log[A-Z]|^Reserve", re.IGNORECASE)
_SPEED_COMMENT = re.compile(r"fast path|\bfaster\b|\bcheap(er)?\b|for speed|performance|capacity|\bsaves\b", re.IGNORECASE)
_COMMENTS = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
_CONSTANT = re.compile(rb"\b(constexpr|consteval)\b")
_LARGEST_LITERAL = 4  # larger literals next to + or - are amounts rather than positions


def usable_flags(
    arguments: Sequence[str], tree: pathlib.Path, execution_root: pathlib.Path, output_base: pathlib.Path
) -> List[str]:
    """Returns the flags of a CppCompile action that decide what the source means, with absolute folders."""

    def absolute(folder: str) -> str:
        if folder == ".":
            return str(tree)
        if folder.startswith("external/"):
            return str(output_base / folder)
        return folder if folder.startswith("/") else str(execution_root / folder)

    flags, position = [], 0
    while position < len(arguments):
        argument = arguments[position]
        if argument in ("-iquote", "-isystem", "-I"):
            position += 1
            flags += [argument, absolute(arguments[position])]
        elif re.match(r"-I.", argument):
            flags.append("-I" + absolute(argument[2:]))
        elif re.match(r"-D(?!__(DATE|TIME))|-std=", argument):
            flags.append(argument)
        position += 1
    return flags


class _File:
    """The bytes of one source file, and the questions that the finder has about them."""

    def __init__(self, tree: pathlib.Path, path: str):
        self.path = path
        self.source = (tree / path).read_bytes()
        self._starts = [0] + [m.end() for m in re.finditer(rb"\n", self.source)]

    def text(self, start: int, end: int) -> bytes:
        return self.source[start:end]

    def code(self, start: int, end: int) -> bytes:
        return _COMMENTS.sub(b"", self.source[start:end]).strip()

    def _line(self, index: int) -> str:
        start = self._starts[index]
        end = self._starts[index + 1] if index + 1 < len(self._starts) else len(self.source)
        return self.source[start:end].decode(errors="replace")

    def is_about_speed(self, offset: int) -> bool:
        """Returns True if a comment on the line, or on the lines directly above, is about speed."""
        index = bisect.bisect_right(self._starts, offset) - 1
        comment = self._line(index).partition("//")[2]
        index -= 1
        while index >= 0 and self._line(index).lstrip().startswith("//"):
            comment += self._line(index)
            index -= 1
        return _SPEED_COMMENT.search(comment) is not None


def _range(cursor: cindex.Cursor) -> Tuple[int, int]:
    return cursor.extent.start.offset, cursor.extent.end.offset


def _is_integer(cursor: cindex.Cursor) -> bool:
    return cursor.type.get_canonical().kind in _INTEGERS


class _Finder:
    """Collects the sites of one file from the cursors of one translation unit."""

    def __init__(self, file: _File):
        self.file = file
        self.sites: Dict[Tuple[int, int, str], Site] = {}
        self.function = ""

    def add(self, start: int, end: int, kind: str, *alternatives: str) -> None:
        if start < end and not self.file.is_about_speed(start):
            key = (start, end, kind)
            self.sites.setdefault(key, Site(self.file.path, start, end, kind, alternatives, self.function))

    # ---- one method for each form of mutation ----

    def comparison(self, cursor: cindex.Cursor, children: Sequence[cindex.Cursor]) -> None:
        left, right = _range(children[0]), _range(children[-1])
        operator = self.file.code(left[1], right[0]).decode(errors="replace")
        start, end = _range(cursor)
        if operator in FLIPPED and start == left[0] and end == right[1]:
            # A comment between the operands may contain the operator, so the operands are joined anew.
            flipped = self.file.text(*left) + b" " + FLIPPED[operator].encode() + b" " + self.file.text(*right)
            self.add(start, end, "comparison", flipped.decode(errors="replace"))

    def inversion(self, cursor: cindex.Cursor) -> None:
        start, end = _range(cursor)
        text = self.file.text(start, end).decode(errors="replace")
        self.add(start, end, "inversion", {"true": "false", "false": "true"}.get(text, f"!({text})"))

    def shift(self, cursor: cindex.Cursor) -> None:
        """Mutates an integer expression that is a position or a length."""
        start, end = _range(cursor)
        text = self.file.text(start, end).decode(errors="replace")
        if re.fullmatch(r"\d+[uUlL]*|'.'", text):
            self.literal(cursor, 1 << 16)
        elif text and "npos" not in text:
            self.add(start, end, "index", f"({text}) + 1", f"({text}) - 1")

    def literal(self, cursor: cindex.Cursor, largest: int = _LARGEST_LITERAL) -> None:
        start, end = _range(cursor)
        match = re.fullmatch(rb"(\d+)([uUlL]*)", self.file.text(start, end))
        if match and int(match[1]) <= largest:
            value, suffix = int(match[1]), match[2].decode()
            values = [value + 1] + ([value - 1] if value else [])
            self.add(start, end, "index", *(f"{v}{suffix}" for v in values))

    # ---- traversal ----

    def visit(self, cursor: cindex.Cursor) -> None:
        kind = cursor.kind
        if kind in _SKIPPED:
            return
        children = list(cursor.get_children())
        if kind in _FUNCTIONS:
            self.visit_function(cursor, children)
            return
        if kind in (K.VAR_DECL, K.DECL_STMT) and _CONSTANT.search(self.declaration(cursor, children)):
            return
        if kind == K.CASE_STMT:
            children = children[1:]
        elif kind == K.BINARY_OPERATOR and len(children) == 2:
            self.visit_binary(cursor, children)
        elif kind == K.COMPOUND_ASSIGNMENT_OPERATOR and len(children) == 2:
            if self.file.code(_range(children[0])[1], _range(children[1])[0]) in (b"+=", b"-="):
                self.literal(children[1])
        elif kind == K.ARRAY_SUBSCRIPT_EXPR and len(children) == 2:
            if _is_integer(children[1]):
                self.shift(children[1])
        elif kind == K.CALL_EXPR:
            if _UNOBSERVABLE_CALL.match(cursor.spelling or ""):
                return
            self.visit_call(cursor, children)
        elif kind == K.RETURN_STMT and children:
            if children[0].type.get_canonical().kind == T.BOOL:
                self.visit_boolean(cursor, children[0], b"return")
        elif kind == K.IF_STMT:
            if re.match(rb"if\s+constexpr\b", self.file.text(*_range(cursor))):
                children = [child for child in children if not child.kind.is_expression()]
            else:
                self.visit_if(cursor, children)
        elif kind == K.CONDITIONAL_OPERATOR and len(children) == 3:
            self.visit_boolean(cursor, children[0], b"")
        elif kind == K.FOR_STMT and children and children[0].kind == K.DECL_STMT:
            for variable in children[0].get_children():
                initial = list(variable.get_children())
                if variable.kind == K.VAR_DECL and initial and initial[-1].kind == K.INTEGER_LITERAL:
                    self.literal(initial[-1])
        for child in children:
            self.visit(child)

    def declaration(self, cursor: cindex.Cursor, children: Sequence[cindex.Cursor]) -> bytes:
        """Returns the text of a declaration before its body or initial value."""
        start, end = _range(cursor)
        text = self.file.text(start, end)
        return text.partition(b"{")[0].partition(b"=")[0]

    def visit_function(self, cursor: cindex.Cursor, children: Sequence[cindex.Cursor]) -> None:
        start, _ = _range(cursor)
        body = [child for child in children if child.kind in (K.COMPOUND_STMT, K.CXX_TRY_STMT)]
        if not body or _UNOBSERVABLE_FUNCTION.search(cursor.spelling or ""):
            return
        if _CONSTANT.search(self.file.text(start, _range(body[0])[0])):
            return
        enclosing, self.function = self.function, re.sub(r"<.*", "", cursor.spelling or "")
        for child in children:  # the initializers of a constructor, and the body
            if child.kind != K.PARM_DECL:
                self.visit(child)
        self.function = enclosing

    def visit_binary(self, cursor: cindex.Cursor, children: Sequence[cindex.Cursor]) -> None:
        operator = self.file.code(_range(children[0])[1], _range(children[1])[0])
        if operator in (b"+", b"-"):
            for child in children:
                if _range(child) != _range(cursor):
                    self.literal(child)
        else:
            self.comparison(cursor, children)

    def visit_call(self, cursor: cindex.Cursor, children: Sequence[cindex.Cursor]) -> None:
        name = cursor.spelling or ""
        if len(children) == 3 and (name.startswith("operator") or not name):
            if name == "operator[]":
                if _is_integer(children[2]) and self.file.text(*_range(children[2])):
                    self.shift(children[2])
            elif name in ("operator+", "operator-", "operator+=", "operator-="):
                self.literal(children[2])
            else:
                self.comparison(cursor, children)
        elif name in _POSITIONAL:
            start, end = _range(cursor)
            for argument in cursor.get_arguments():
                first, last = _range(argument)
                if start < first < last < end and _is_integer(argument):
                    self.shift(argument)

    def is_equality(self, cursor: cindex.Cursor) -> bool:
        """Returns True if the inversion of the expression is the same as a flipped == or !=."""
        start, end = _range(cursor)
        site = self.sites.get((start, end, "comparison")) or self.comparison_at(cursor)
        return site is not None and re.search(r" [!=]= ", site.alternatives[0]) is not None

    def comparison_at(self, cursor: cindex.Cursor) -> Optional[Site]:
        probe = _Finder(self.file)
        children = list(cursor.get_children())
        while len(children) == 1 and _range(children[0]) == _range(cursor):
            cursor, children = children[0], list(children[0].get_children())
        if cursor.kind == K.BINARY_OPERATOR and len(children) == 2:
            probe.comparison(cursor, children)
        elif cursor.kind == K.CALL_EXPR and len(children) == 3:
            probe.comparison(cursor, children)
        return next(iter(probe.sites.values()), None)

    def visit_boolean(self, statement: cindex.Cursor, value: cindex.Cursor, keyword: bytes) -> None:
        start, _ = _range(statement)
        if self.file.code(start, _range(value)[0]) == keyword and not self.is_equality(value):
            self.inversion(value)

    def visit_if(self, cursor: cindex.Cursor, children: Sequence[cindex.Cursor]) -> None:
        for child in children:
            start, end = _range(child)
            before = self.file.code(_range(cursor)[0], start)[-1:]
            after = self.file.source[end:].lstrip()[:1]
            if child.kind.is_expression() and before in (b"(", b";") and after == b")":
                if not self.is_equality(child):
                    self.inversion(child)
                return


def _declarations(unit: cindex.TranslationUnit, names: Set[str]) -> Iterator[cindex.Cursor]:
    for cursor in unit.cursor.get_children():
        if cursor.location.file is not None and cursor.location.file.name in names:
            yield cursor


def sites_of_unit(
    source: str, flags: Sequence[str], tree: pathlib.Path, wanted: Set[str]
) -> Tuple[Dict[str, List[Site]], List[str]]:
    """Parses `source`. Returns the sites of it and of the wanted files that it includes, and clang's errors."""
    unit = cindex.Index.create().parse(
        str(tree / source), args=["-x", "c++", "-w", "-ferror-limit=5", *flags], options=0
    )
    errors = [str(d) for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    files = {str(tree / source): source}
    for inclusion in unit.get_includes():
        path = os.path.relpath(inclusion.include.name, tree)
        if path in wanted:
            files[inclusion.include.name] = path
    finders = {name: _Finder(_File(tree, path)) for name, path in files.items()}
    for cursor in _declarations(unit, set(files)):
        finders[cursor.location.file.name].visit(cursor)
    return {f.file.path: list(f.sites.values()) for f in finders.values()}, errors

"""The lists of docs/ that are made from the code.

usage: lists.py    where the package is installed with PyTorch and Dask; writes them into the pages
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openaclnn
from openaclnn import operators

DOCS = Path(__file__).parents[2] / "docs"
WIDTH = 100


def listed(names: set[str]) -> str:
    *first, last = [f"`{name}`" for name in sorted(names)]
    return f"{', '.join(first)} and {last}"


def shown(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return f'"{value}"' if isinstance(value, str) else repr(value)


def rows_of_defaults() -> str:
    functions: dict[str, set[str]] = {}
    for name in operators.OPERATORS:
        for parameter in inspect.signature(getattr(openaclnn, name)).parameters.values():
            if parameter.default is not parameter.empty and parameter.name != "out":
                default = f"{parameter.name}={shown(parameter.default)}"
                functions.setdefault(default, set()).add(name.removesuffix("_"))
    return "\n".join(
        f"| `{default}` | {', '.join(f'`{name}`' for name in sorted(functions[default]))} |"
        for default in sorted(functions)
    )


def without_blocks() -> set[str]:
    """What openaclnn.dask lacks."""
    import openaclnn.dask as blocks

    return set(operators.OPERATORS) - set(blocks.__all__)


def of_many_blocks() -> str:
    return listed({name for name in without_blocks() if not operators.OPERATORS[name].in_place})


def with_gradients() -> str:
    """Those without a module or a function, which the table of the page has."""
    import openaclnn.torch as ours

    page = (DOCS / "python.md").read_text()
    in_table = set(re.findall(r"^\|.*\| `\w+` \| (aclnn\w+) \|", page, re.MULTILINE))
    if len(in_table) <= 20:
        raise ValueError("python.md: no table of functions")
    in_c = {name: operator.entry.name for name, operator in operators.OPERATORS.items()}
    return listed({name for name in ours.GRADIENTS if in_c[name] not in in_table})


# The page, what comes before its list, what makes the list, and what comes after it.
LISTS: tuple[tuple[str, str, Callable[[], str], str], ...] = (
    ("python.md", "| default | of |\n|---|---|\n", rows_of_defaults, "\n\n"),
    ("python.md", "have one, too: ", with_gradients, "."),
    ("scaling.md", "elements of many blocks: ", of_many_blocks, "."),
)


def renewed(text: str, before: str, content: str, after: str) -> str:
    """The text with this content between the two; a sentence is wrapped as its paragraph is."""
    if "\n" in before:
        head, rest = text.split(before)
        return head + before + content + rest[rest.index(after) :]
    begin = re.search(r"\s+".join(map(re.escape, before.split())), text)
    if begin is None:
        raise ValueError(f"no list after {before!r}")
    start = text.rindex("\n", 0, begin.start()) + 1
    end = text.index(after, begin.end())
    indent = "  " if text[start:].startswith("* ") else ""
    lines = textwrap.wrap(f"{text[start : begin.end()].strip()} {content}{after}", WIDTH,
                          subsequent_indent=indent, break_long_words=False,
                          break_on_hyphens=False)  # fmt: skip
    rest = text[end + len(after) :]
    return text[:start] + "\n".join(lines) + rest


def main() -> None:
    for page, before, content, after in LISTS:
        path = DOCS / page
        path.write_text(renewed(path.read_text(), before, content(), after))


if __name__ == "__main__":
    main()

"""What docs/ list is what there is: the lists are made here from the code, and looked for there."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import openaclnn
from openaclnn import operators

DOCS = Path(__file__).parents[2] / "docs"


def words_of(page: str) -> str:
    return " ".join((DOCS / page).read_text().split())


def listed(names: set[str]) -> str:
    *first, last = [f"`{name}`" for name in sorted(names)]
    return f"{', '.join(first)} and {last}"


def shown(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return f'"{value}"' if isinstance(value, str) else repr(value)


def test_defaults() -> None:
    functions: dict[str, set[str]] = {}
    for name in operators.OPERATORS:
        for parameter in inspect.signature(getattr(openaclnn, name)).parameters.values():
            if parameter.default is not parameter.empty and parameter.name != "out":
                default = f"{parameter.name}={shown(parameter.default)}"
                functions.setdefault(default, set()).add(name.removesuffix("_"))
    rows = [
        f"| `{default}` | {', '.join(f'`{name}`' for name in sorted(functions[default]))} |"
        for default in sorted(functions)
    ]
    _, table = (DOCS / "python.md").read_text().split("| default | of |\n|---|---|\n")
    assert table.split("\n\n")[0].splitlines() == rows


def test_what_dask_lacks() -> None:
    blocks = pytest.importorskip("openaclnn.dask", exc_type=ImportError)
    missing = set(operators.OPERATORS) - set(blocks.__all__)
    of_sums = {name for name in missing if not operators.OPERATORS[name].in_place}
    assert f"elements of many blocks: {listed(of_sums)}." in words_of("scaling.md")
    for name in missing:
        with pytest.raises(AttributeError, match=f"has no function '{name}', as "):
            getattr(blocks, name)
    for name, instead in (("relu_", "use relu"), ("mm", "openaclnn.mm of arrays")):
        with pytest.raises(AttributeError, match=instead):
            getattr(blocks, name)
    with pytest.raises(AttributeError, match="has no function 'no_such'$"):
        blocks.no_such  # noqa: B018


def test_gradients() -> None:
    ours = pytest.importorskip("openaclnn.torch", exc_type=ImportError)
    page = (DOCS / "python.md").read_text()
    # Those with modules or functions: test_activations.py compares them.
    in_table = set(re.findall(r"^\|.*\| `\w+` \| (aclnn\w+) \|", page, re.MULTILINE))
    assert len(in_table) > 20
    in_c = {name: operator.entry.name for name, operator in operators.OPERATORS.items()}
    others = {name for name in ours.GRADIENTS if in_c[name] not in in_table}
    assert f"have one, too: {listed(others)}." in words_of("python.md")


def test_every_operator_is_in_pytorch() -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("openaclnn.torch", exc_type=ImportError)
    for name in operators.OPERATORS:
        assert hasattr(torch.ops.openaclnn, name)

"""Operators of elements by the tables of tests/oracle: numbers, ranges, promises, PyTorch's expression."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import torch
from tensors import random

from openaclnn.operators import OPERATORS

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "bench"))  # whose names PyTorch's expressions have

import pytorch  # noqa: E402


class Case(NamedTuple):
    """An operator of one or two tensors, and the same operator of PyTorch."""

    name: str
    numbers: tuple[Any, ...]
    swapped: bool  # gradOutput comes after self
    row: dict[str, Any]
    timing: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.name}{self.numbers}"

    def tensors(self, shape: tuple[int, ...], dtype: Any) -> list[Any]:
        """Arguments: self in the range of its row, and a gradient."""
        low, high = self.timing["low"], self.timing["high"]
        middle, reach = (low + high) / 2, min(3.0, (high - low) / 2)
        x = (random(shape, torch.float64, 2) / 3 * reach + middle).to(dtype)
        tensors = [random(shape, dtype, 1), x][-len(self.row["operands"]) :]
        if self.row["name"] in OF_POSITIVE:
            tensors[0] = tensors[0].abs()
        return tensors[::-1] if self.swapped else tensors

    def reference(self, tensors: list[Any]) -> Any:
        """PyTorch's results in double."""
        doubles = [tensor.double() for tensor in tensors]
        *first, x = doubles[::-1] if self.swapped else doubles
        grad = first[0] if first else None
        call = pytorch.call_of({"pytorch": self.timing["expression"]})
        return call(grad, x, None, None, torch.empty_like(x), None, None, None)

    def limit(self, dtype: Any) -> float:
        """The promise, in units of the last place. Constants of PyTorch, as 1 / 6, may be floats."""
        if dtype == torch.float32:
            return max(1.0, float(self.row["ulp"])) + 0.01
        bits = {torch.float16: 10, torch.bfloat16: 7}[dtype]
        return 0.5 + (max(1.0, float(self.row["half_ulp"])) + 0.01) * float(2.0 ** (bits - 23))


# Whose results are NaN for most negative numbers.
OF_POSITIVE = {"aclnnPowTensorTensor"}

# Their slopes at -3 and 3 are those of the inside, PyTorch's of the outside.
OTHERWISE = {"aclnnHardswishBackward"}


def _cases() -> Iterator[Case]:
    names = {operator.entry.name: name for name, operator in OPERATORS.items()}
    for row in json.loads((ROOT / "tests/oracle/table.json").read_text()):
        if not row["has_golden"] or row["axis"] or row["name"] in OTHERWISE:
            continue
        operator, operands = OPERATORS[names[row["name"]]], row["operands"]
        if len(operator.output_names) != 1:
            continue
        for timing in row["pytorch"]:
            numbers = tuple(timing["call"].values())
            others = operator.input_names[len(operands) :]
            is_plain = set(operator.input_names[: len(operands)]) == set(operands)
            if not is_plain or len(others) != len(numbers) or len(operands) > 2:
                continue
            if "BFLOAT16" in row["dtypes"] and not re.search(r"\bw\b", timing["expression"]):
                swapped = operator.input_names[0] != operands[0]
                yield Case(names[row["name"]], numbers, swapped, row, timing)


CASES = list(_cases())

"""Lists of arrays, numbers and flags as arguments, which few operators have."""

import importlib.util
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from openaclnn import _core, _operator

KIND = _core.ArgumentKind


def argument(name: str, kind: object, is_optional: bool = False) -> SimpleNamespace:
    return SimpleNamespace(name=name, kind=kind, is_optional=is_optional, by_default=0.0)


@pytest.fixture
def generator():
    path = Path(__file__).parents[1] / "generate_operators.py"
    if not path.exists():
        pytest.skip("the package is tested without its sources")
    sys.modules["_core"] = _core
    spec = importlib.util.spec_from_file_location("generate_operators", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules["_core"]


def test_functions_have_types_of_lists(generator) -> None:
    operator = SimpleNamespace(
        name="aclnnSumsOfMembers",
        formula="outs = tensors + alphas",
        rules=[],
        products=["Ascend 910B"],
        arguments=[
            argument("tensors", KIND.INPUTS),
            argument("alphas", KIND.SCALARS),
            argument("mask", KIND.BOOLS, is_optional=True),
            argument("outs", KIND.OUTPUTS),
            argument("total", KIND.OUTPUT, is_optional=True),
        ],
    )
    writer = generator.Writer(operator)
    assert writer.signature("T", "T") == (
        "def sums_of_members(\n"
        "    tensors: list[T] | tuple[T, ...],\n"
        "    alphas: list[float] | tuple[float, ...],\n"
        "    mask: list[bool] | tuple[bool, ...] | None = None,\n"
        "    *,\n"
        "    out: tuple[list[T] | None, T | None] | None = None,\n"
        ") -> tuple[list[T], T]:"
    )
    assert writer.argument_lines()[:3] == [
        "tensors: a list of arrays.",
        "alphas: a list of numbers.",
        "mask: a list of True and False. None: none is given.",
    ]


def test_items_are_converted_by_their_kind() -> None:
    convert = _operator._CONVERSIONS
    arrays = convert[KIND.INPUTS]([np.ones(2, np.float32), None, np.ones((1, 3))], "f: xs")
    assert [array and (array.dtype, array.shape) for array in arrays] == [
        ("float32", [2]),
        None,
        ("float64", [1, 3]),
    ]
    assert convert[KIND.FLOATS]((1, 2.5), "f: scales") == [1.0, 2.5]
    assert convert[KIND.BOOLS]([True, np.False_], "f: mask") == [True, False]
    scalars = convert[KIND.SCALARS]
    assert list(map(type, scalars([1, 2], "f: alphas"))) == [int, int]
    assert list(map(type, scalars([1, 2.5], "f: alphas"))) == [float, float]


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        (KIND.INPUTS, np.ones(2), "f: x is .*ndarray.*; expected a list or a tuple"),
        (KIND.INPUTS, [np.ones(2), "a"], r"f: x\[1\] is .*str"),
        (KIND.BOOLS, [True, 1], r"f: x\[1\] is .*int.*; expected a bool"),
        (KIND.FLOATS, 1.0, "f: x is .*float.*; expected a list or a tuple"),
    ],
)
def test_what_is_no_list_is_refused(kind: object, value: object, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        _operator._CONVERSIONS[kind](value, "f: x")

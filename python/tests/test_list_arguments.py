"""Lists of arrays, numbers and flags as arguments, which few operators have."""

import importlib.util
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import openaclnn
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
    assert writer.takes_lists
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


def test_choices_are_literals(generator) -> None:
    def rule(kind: str, name: str, texts: list[str], numbers: list[int]) -> SimpleNamespace:
        return SimpleNamespace(type=kind, names=[name], texts=texts, numbers=numbers, dtypes=[])

    operator = SimpleNamespace(
        name="aclnnChosen",
        formula="out = self",
        rules=[rule("TextIn", "form", ["none", "tanh"], []), rule("IntIn", "mode", [], [0, 2])],
        products=["Ascend 910B"],
        arguments=[
            argument("self", KIND.INPUT),
            argument("form", KIND.TEXT),
            argument("mode", KIND.INT),
            argument("out", KIND.OUTPUT),
        ],
    )
    signature = generator.Writer(operator).signature("T", "T")
    assert "    form: Literal['none', 'tanh'],\n    mode: Literal[0, 2],\n" in signature


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


def backward_inputs() -> list[object]:
    """Those of layer_norm_backward, except for the mask."""
    random = np.random.default_rng(1)
    grad, x = (random.standard_normal((5, 8), np.float32) for _ in range(2))
    mean, rstd = (random.standard_normal((5, 1), np.float32) for _ in range(2))
    return [grad, x, (8,), mean, rstd, random.standard_normal(8, np.float32), None]


MASKS = [(True, False, True), (False, True, False), (False, False, False)]


@pytest.mark.parametrize("mask", MASKS)
def test_what_a_mask_leaves_out_is_none(mask: tuple[bool, ...]) -> None:
    inputs = backward_inputs()
    whole = openaclnn.layer_norm_backward(*inputs, (True, True, True))
    results = openaclnn.layer_norm_backward(*inputs, mask)
    assert [result is not None for result in results] == list(mask)
    for result, expected in zip(results, whole, strict=True):
        if result is not None:
            np.testing.assert_array_equal(result, expected)
    # An array that is given all the same is left as it is.
    out = tuple(np.full_like(result, 7) for result in whole)
    given = openaclnn.layer_norm_backward(*inputs, mask, out=out)
    for result, expected, is_computed in zip(given, whole, mask, strict=True):
        np.testing.assert_array_equal(result, expected if is_computed else 7)


@pytest.mark.parametrize("mask", MASKS)
def test_what_a_mask_leaves_out_is_none_in_torch(mask: tuple[bool, ...]) -> None:
    torch = pytest.importorskip("torch")
    import openaclnn.torch  # noqa: F401, PLC0415: defines torch.ops.openaclnn

    inputs = [torch.from_numpy(a) if isinstance(a, np.ndarray) else a for a in backward_inputs()]
    whole = torch.ops.openaclnn.layer_norm_backward(*inputs, [True] * 3)
    results = torch.ops.openaclnn.layer_norm_backward(*inputs, list(mask))
    with torch._subclasses.FakeTensorMode(allow_non_fake_inputs=True):
        fakes = torch.ops.openaclnn.layer_norm_backward(*inputs, list(mask))
    for result, fake, expected, is_computed in zip(results, fakes, whole, mask, strict=True):
        if is_computed:
            assert torch.equal(result, expected)
            assert fake.shape == expected.shape
        else:
            assert result is None
            assert fake is None


def test_lists_of_tensors_in_torch() -> None:
    torch = pytest.importorskip("torch")
    import openaclnn.torch  # noqa: F401, PLC0415: defines torch.ops.openaclnn

    cat = torch.ops.openaclnn.cat
    members = [torch.randn(2, 3), torch.randn(2, 5, dtype=torch.float16), torch.ones(2, 1) > 0]
    expected = torch.cat(members, 1)
    assert torch.equal(cat(members, 1), expected)
    with torch._subclasses.FakeTensorMode(allow_non_fake_inputs=True):
        fake = cat(members, 1)
    assert (fake.shape, fake.dtype) == (expected.shape, expected.dtype)
    members[0].requires_grad_()
    with pytest.raises(NotImplementedError, match="openaclnn::cat has no gradient: docs"):
        cat(members, 1)
    with torch.no_grad():
        assert torch.equal(cat(members, 1), expected)
    with pytest.raises(NotImplementedError, match="has no rule of torch.vmap for lists"):
        torch.vmap(lambda a, b: cat([a, b], 0))(torch.ones(3, 2), torch.ones(3, 2))


def test_lists_of_results() -> None:
    x = [np.arange(6, dtype=np.float32).reshape(2, 3), np.float32([5])]
    products = openaclnn.foreach_mul_scalar_v2(x, 2.0)
    assert [product.tolist() for product in products] == [[[0, 2, 4], [6, 8, 10]], [10]]
    openaclnn.foreach_mul_scalar_v2(x, 2.0, out=x)
    assert x[1].tolist() == [10]


def test_several_arrays_are_replaced() -> None:
    grads, found = [np.float32([1, np.inf]), np.float32([4])], np.zeros(1, np.float32)
    openaclnn.foreach_non_finite_check_and_unscale_(grads, found, np.float32([0.5]))
    assert [grad.tolist() for grad in grads] == [[0.5, np.inf], [2]]
    assert found.tolist() == [1]


def test_lists_of_results_in_torch() -> None:
    torch = pytest.importorskip("torch")
    import openaclnn.torch  # noqa: F401, PLC0415: defines torch.ops.openaclnn

    x = [torch.ones(2, 3), torch.ones(4)]
    for result, member in zip(torch.ops.openaclnn.foreach_mul_scalar_v2(x, 3.0), x, strict=True):
        assert torch.equal(result, 3 * member)
    var, m, v = torch.ones(3), torch.zeros(3), torch.zeros(3)
    numbers = (0.01, 0.9, 0.999, 0.0, 1e-8, False, False)
    step = torch.ops.openaclnn.apply_adam_wv2_
    assert step(var, m, v, None, torch.ones(3), torch.zeros(1), *numbers) is None
    torch.testing.assert_close(var, torch.full((3,), 0.99))

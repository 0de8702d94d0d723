"""PyTorch: tensors in and out, custom operators, activations under autograd and torch.compile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import SHAPES, layouts

import openaclnn

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

import openaclnn.torch as activations  # noqa: E402

aten, ours = torch.ops.aten, torch.ops.openaclnn

# Operator, its numbers, the same operator of PyTorch.
Case = tuple[str, tuple[Any, ...], Callable[..., Any]]
CASES: list[Case] = [
    ("hardtanh_backward", (-1.0, 2.0), aten.hardtanh_backward),
    ("softplus_backward", (1.5, 3.0), aten.softplus_backward),
    ("gelu_backward_v2", ("none",), lambda g, x, a: aten.gelu_backward(g, x, approximate=a)),
    ("gelu_backward_v2", ("tanh",), lambda g, x, a: aten.gelu_backward(g, x, approximate=a)),
    ("logit_grad", (0.125,), lambda x, g, eps: aten.logit_backward(g, x, eps)),
]


def random(shape: tuple[int, ...], dtype: Any, seed: int) -> Any:
    """Numbers from -3 to 3: beyond -4, gelu of PyTorch loses digits also in double."""
    values = np.random.default_rng(seed).uniform(-3, 3, shape)
    return torch.from_numpy(np.asarray(values)).to(dtype)


def like(layout: Any, tensor: Any) -> Any:
    """A copy of a tensor that lies in memory as a layout says."""
    steps = layout.empty(tuple(tensor.shape), np.uint8).strides
    last = sum(step * (n - 1) for step, n in zip(steps, tensor.shape, strict=True) if n > 0)
    return torch.empty(last + 1, dtype=tensor.dtype).as_strided(tensor.shape, steps).copy_(tensor)


def assert_within(actual: Any, double: Any, ulp: float) -> None:
    """Compares with results in double, in units of the last place of actual's dtype."""
    info = torch.finfo(actual.dtype)
    exponent = torch.frexp(double)[1].double() - 1
    unit = torch.exp2(exponent) * info.eps
    errors = (actual.double() - double).abs() / unit.clamp(min=info.smallest_normal * info.eps)
    assert errors.numel() == 0 or errors.max() <= ulp


@given(
    st.data(),
    SHAPES,
    st.sampled_from([torch.float16, torch.bfloat16, torch.float32]),
    st.sampled_from(CASES),
)
def test_against_pytorch(data: st.DataObject, shape: Any, dtype: Any, case: Case) -> None:
    name, parameters, reference = case
    first, second = random(shape, dtype, 1), random(shape, dtype, 2)
    double = reference(first.double(), second.double(), *parameters)
    inputs = [like(data.draw(layouts(len(shape), backwards=False)), t) for t in (first, second)]
    addresses = [t.data_ptr() for t in inputs]
    actual = getattr(openaclnn, name)(*inputs, *parameters)
    assert isinstance(actual, torch.Tensor) and actual.dtype == dtype
    assert [t.data_ptr() for t in inputs] == addresses
    assert_within(actual, double, 1 if dtype == torch.float32 else 0.501)

    out = like(data.draw(layouts(len(shape), backwards=False)), first)
    assert getattr(openaclnn, name)(*inputs, *parameters, out=out) is out
    assert torch.equal(out, actual)


@pytest.mark.parametrize("shape", [(6,), (4, 6), (2, 6, 5)])
@pytest.mark.parametrize("channels", [1, 6])
def test_prelu_against_pytorch(shape: tuple[int, ...], channels: int) -> None:
    if channels != 1 and len(shape) == 1:
        channels = 1  # one axis is one channel
    grad, x = random(shape, torch.float32, 3), random(shape, torch.float32, 4)
    weight = random((channels,), torch.float32, 5)
    actual = openaclnn.prelu_backward(grad, x, weight)
    known = [t.double().requires_grad_() for t in (x, weight)]
    wanted = torch.autograd.grad(torch.nn.functional.prelu(*known), known, grad.double())
    assert_within(actual[0], wanted[0], 0.501)
    torch.testing.assert_close(actual[1].double(), wanted[1], rtol=1e-5, atol=1e-5)


def test_kinds_of_arrays() -> None:
    x = torch.linspace(-2, 2, 5, requires_grad=True)
    array = x.detach().numpy()
    from_tensor = openaclnn.hardtanh_backward(x, array, -1, 1)
    from_array = openaclnn.hardtanh_backward(array, x, -1, 1)
    assert isinstance(from_tensor, torch.Tensor) and not from_tensor.requires_grad
    assert isinstance(from_array, np.ndarray)
    np.testing.assert_array_equal(from_tensor, from_array)
    with pytest.raises(ValueError, match="out requires a gradient"):
        openaclnn.hardtanh_backward(x, x, -1, 1, out=x)
    with pytest.raises(TypeError, match="device meta"):
        openaclnn.hardtanh_backward(torch.ones(3, device="meta"), x, -1, 1)


def test_autograd_sees_outputs_change() -> None:
    x = torch.linspace(-2, 2, 5)
    y = torch.exp(torch.ones(5, requires_grad=True))  # its gradient needs its result
    with torch.no_grad():
        openaclnn.hardtanh_backward(x, x, -1, 1, out=y.detach())
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


ACTIVATIONS = [
    (ours.hardtanh, (-0.5, 1.5), torch.nn.functional.hardtanh),
    (ours.softplus, (2.0, 3.0), torch.nn.functional.softplus),
    (ours.gelu, ("none",), lambda x, a: torch.nn.functional.gelu(x, approximate=a)),
    (ours.gelu, ("tanh",), lambda x, a: torch.nn.functional.gelu(x, approximate=a)),
    (ours.logit, (0.1,), torch.logit),
    (ours.logit, (), torch.logit),
]


@pytest.mark.parametrize(("function", "parameters", "reference"), ACTIVATIONS)
def test_activations(function: Any, parameters: Any, reference: Any) -> None:
    for x in (random((3, 4, 5), torch.float32, 6), random((3, 4, 5), torch.float32, 7).mT):
        mine, theirs = (x.clone().requires_grad_() for _ in range(2))
        results = function(mine, *parameters), reference(theirs, *parameters)
        assert torch.equal(results[0].nan_to_num(), results[1].nan_to_num())
        grads = [
            torch.autograd.grad(r.nan_to_num().exp().sum(), t)[0]
            for r, t in zip(results, (mine, theirs), strict=True)
        ]
        torch.testing.assert_close(grads[0], grads[1], rtol=2e-5, atol=1e-6, equal_nan=True)
        torch.library.opcheck(function, (x.sigmoid().requires_grad_(), *parameters))


def test_prelu_under_autograd() -> None:
    x, weight = random((2, 3, 4), torch.float32, 8), random((3,), torch.float32, 9)
    for w in (weight, weight[:1]):
        known = [t.clone().requires_grad_() for t in (x, w)]
        grads = torch.autograd.grad(activations.prelu(*known).sum(), known)
        wanted = torch.autograd.grad(torch.nn.functional.prelu(*known).sum(), known)
        torch.testing.assert_close(grads, wanted)
        torch.library.opcheck(ours.prelu, tuple(known))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}{case[1]}")
def test_operators_in_pytorch(case: Case) -> None:
    name, parameters, _ = case
    grad, x = random((2, 3, 4), torch.float32, 10), random((2, 3, 4), torch.float32, 11)
    torch.library.opcheck(getattr(ours, name), (grad, x.mT.contiguous().mT, *parameters))


def test_fake_results() -> None:
    x = random((2, 3, 4), torch.bfloat16, 12)
    half = random((3, 1), torch.float16, 13)
    torch.library.opcheck(ours.gelu_backward_v2, (half, x, "tanh"))  # promotes and broadcasts
    torch.library.opcheck(ours.prelu_backward, (x, x, x[0, :, :1]))  # one axis for the channels
    torch.library.opcheck(ours.prelu_backward, (x, x, x[:1, :1, 0]))


def test_modules_under_compile() -> None:
    torch.manual_seed(0)
    model = torch.nn.Sequential(
        torch.nn.Linear(3, 4),
        activations.GELU("tanh"),
        activations.PReLU(4),
        activations.Softplus(),
        activations.Hardtanh(0, 1),
    )
    compiled = torch.compile(model, backend="eager", fullgraph=True)
    for rows in (2, 5, 7):
        x = torch.randn(rows, 3)
        gradients = []
        for run in (model, compiled):
            model.zero_grad()
            run(x).sum().backward()
            gradients.append([p.grad.clone() for p in model.parameters()])
        torch.testing.assert_close(gradients[0], gradients[1], rtol=0, atol=0)


def test_no_second_derivatives() -> None:
    x = torch.linspace(-1, 1, 3, requires_grad=True)
    (grad,) = torch.autograd.grad(activations.gelu(x).sum(), x, create_graph=True)
    with pytest.raises(NotImplementedError, match="no second derivatives"):
        grad.sum().backward()


def test_refusals_reach_the_caller() -> None:
    x = torch.linspace(-1, 1, 3, dtype=torch.float64, requires_grad=True)
    with pytest.raises(openaclnn.ArgumentError, match="DOUBLE"):
        activations.hardtanh(x).sum().backward()

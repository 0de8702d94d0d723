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
    (
        "selu_backward",
        (),
        lambda g, y: torch.where(y > 0, 1.0507009873554804 * g, (y + 1.7580993408473768) * g),
    ),
    ("logit_grad", (0.125,), lambda x, g, eps: aten.logit_backward(g, x, eps)),
    ("log_sigmoid_backward", (), lambda g, x: g * torch.sigmoid(-x)),
    ("mish_backward", (), aten.mish_backward),
    ("tanh_backward", (), aten.tanh_backward),
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
    (activations.hardtanh, (-0.5, 1.5), torch.nn.functional.hardtanh),
    (activations.softplus, (2.0, 3.0), torch.nn.functional.softplus),
    (activations.gelu, ("none",), lambda x, a: torch.nn.functional.gelu(x, approximate=a)),
    (activations.gelu, ("tanh",), lambda x, a: torch.nn.functional.gelu(x, approximate=a)),
    (activations.mish, (), torch.nn.functional.mish),
    (activations.logsigmoid, (), torch.nn.functional.logsigmoid),
    (activations.tanh, (), torch.tanh),
    (activations.elu, (0.7,), torch.nn.functional.elu),
    (activations.celu, (1.3,), torch.nn.functional.celu),
    (activations.selu, (), torch.nn.functional.selu),
    (activations.logit, (0.1,), torch.logit),
    (activations.logit, (), torch.logit),
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


def test_prelu_under_autograd() -> None:
    x, weight = random((2, 3, 4), torch.float32, 8), random((3,), torch.float32, 9)
    for w in (weight, weight[:1]):
        known = [t.clone().requires_grad_() for t in (x, w)]
        grads = torch.autograd.grad(activations.prelu(*known).sum(), known)
        wanted = torch.autograd.grad(torch.nn.functional.prelu(*known).sum(), known)
        torch.testing.assert_close(grads, wanted)


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


FUNCTIONS: list[tuple[Callable[..., Any], Callable[..., Any]]] = [
    (activations.hardtanh, torch.nn.functional.hardtanh),
    (activations.softplus, torch.nn.functional.softplus),
    (activations.gelu, torch.nn.functional.gelu),
    (activations.elu, torch.nn.functional.elu),
    (activations.celu, torch.nn.functional.celu),
    (activations.selu, torch.nn.functional.selu),
    (activations.logit, torch.logit),
    (activations.mish, torch.nn.functional.mish),
    (activations.logsigmoid, torch.nn.functional.logsigmoid),
    (activations.tanh, torch.tanh),
]


@pytest.mark.parametrize(
    "name",
    ["Hardtanh", "Softplus", "PReLU", "GELU", "ELU", "CELU", "SELU", "Mish", "LogSigmoid", "Tanh"],
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("lower", [torch.bfloat16, torch.float16])
def test_modules_under_autocast(name: str, dtype: Any, lower: Any) -> None:
    runs = []
    for namespace in (activations, torch.nn):
        torch.manual_seed(0)
        model = torch.nn.Sequential(torch.nn.Linear(3, 4), getattr(namespace, name)())
        x = random((5, 3), dtype, 14).requires_grad_()
        tensors = [x, *model.parameters()]
        with torch.autocast("cpu", lower):
            for result in (model(x), model[1](x)):  # the second one without what Linear lowers
                runs.append(
                    [
                        result,
                        *torch.autograd.grad(
                            result.float().sin().sum(), tensors, allow_unused=True
                        ),
                    ]
                )
    for mine, theirs in zip(runs[:2], runs[2:], strict=True):
        assert torch.equal(mine[0], theirs[0])
        for a, b in zip(mine, theirs, strict=True):
            assert (a is None) == (b is None)
            if a is not None:
                torch.testing.assert_close(a, b, rtol=0.02, atol=0.02)


@pytest.mark.parametrize(("function", "reference"), FUNCTIONS)
def test_torch_func(function: Any, reference: Any) -> None:
    x, v = random((3, 4), torch.float32, 15).sigmoid(), random((3, 4), torch.float32, 16)
    close = {"rtol": 2e-6, "atol": 1e-6}
    for transform in (
        lambda f: torch.func.grad(lambda t: f(t).sin().sum())(x),
        lambda f: torch.func.vjp(f, x)[1](v)[0],
        lambda f: torch.func.jacrev(f)(x),
        lambda f: torch.func.vmap(f, in_dims=1)(x),
        lambda f: torch.func.vmap(torch.func.grad(lambda t, s: (f(t) * s).sum()), (1, None))(
            x, v[:, 0]
        ),
        lambda f: torch.func.vmap(torch.func.grad(lambda t, s: (f(t) * s).sum()), (None, 0))(x, v),
    ):
        torch.testing.assert_close(transform(function), transform(reference), **close)


def test_prelu_in_torch_func() -> None:
    x, weight = random((5, 4, 3), torch.float32, 17), random((3,), torch.float32, 18)
    for w, dims in (
        (weight, (0, None)),
        (weight[:1], (0, None)),
        (random((5, 3), torch.float32, 19), (0, 0)),
    ):
        grads = [
            torch.func.vmap(torch.func.grad(lambda t, v, f=f: f(t, v).exp().sum(), (0, 1)), dims)(
                x, w
            )
            for f in (activations.prelu, torch.nn.functional.prelu)
        ]
        torch.testing.assert_close(*grads)


def test_vmap_of_operators() -> None:
    grad, x = random((4, 5), torch.float32, 20), random((2, 5, 3), torch.float32, 21)
    actual = torch.func.vmap(lambda g: ours.gelu_backward_v2(g[:, None], x, "tanh"))(grad)
    assert actual.shape == (4, 2, 5, 3)
    for k in range(4):
        assert torch.equal(actual[k], openaclnn.gelu_backward_v2(grad[k][:, None], x, "tanh"))
    with pytest.raises(openaclnn.ArgumentError, match="gradOutput: shape is"):
        torch.func.vmap(lambda g: ours.hardtanh_backward(g, x))(grad)


def test_gradcheck() -> None:
    x = random((3, 4), torch.float64, 22).requires_grad_()
    assert torch.autograd.gradcheck(activations.softplus, x, check_batched_grad=True)


def test_forward_mode_is_refused() -> None:
    x = random((3,), torch.float32, 23)
    for function in (activations.gelu, lambda t: activations.prelu(t, 0.5)):
        with pytest.raises(NotImplementedError, match="jvp"):
            torch.func.jvp(function, (x,), (x,))


def test_numbers_and_defaults() -> None:
    x = random((4, 3), torch.bfloat16, 24)
    for number in (0.25, 2):
        results = openaclnn.prelu_backward(x, x, number)
        expected = openaclnn.prelu_backward(x, x, torch.tensor(number, dtype=x.dtype))
        assert all(torch.equal(a, b) for a, b in zip(results, expected, strict=True))
        assert torch.equal(activations.prelu(x, number), torch.nn.functional.leaky_relu(x, number))
    y = x.float().sigmoid()
    assert torch.equal(ours.gelu_backward_v2(x, x), openaclnn.gelu_backward_v2(x, x, "none"))
    assert torch.equal(
        ours.hardtanh_backward(x, x, max=2), openaclnn.hardtanh_backward(x, x, -1, 2)
    )
    assert torch.equal(ours.softplus_backward(x, x), openaclnn.softplus_backward(x, x, 1, 20))
    assert torch.equal(ours.logit_grad(y, y), openaclnn.logit_grad(y, y, -1))
    torch.library.opcheck(ours.logit_grad, (y, y))


def test_lazy_bits() -> None:
    x, grad = random((4,), torch.float32, 25), random((4,), torch.float32, 26)
    expected = openaclnn.softplus_backward(-grad, -x, 1, 20)
    assert torch.equal(
        openaclnn.softplus_backward(torch._neg_view(grad), torch._neg_view(x), 1, 20), expected
    )
    pairs = torch.complex(grad, x)
    assert pairs.conj().imag.is_neg()
    assert torch.equal(openaclnn.softplus_backward(-grad, pairs.conj().imag, 1, 20), expected)
    out = torch._neg_view(torch.zeros(4))
    with pytest.raises(ValueError, match="gradInput has the negative bit"):
        openaclnn.softplus_backward(grad, x, 1, 20, out=out)
    assert not out.any()
    with pytest.raises(ValueError, match="gradInput has the conjugate bit"):
        openaclnn.softplus_backward(grad, x, 1, 20, out=pairs.conj())
    with pytest.raises(openaclnn.ArgumentError, match="self: dtype is COMPLEX64"):
        openaclnn.softplus_backward(grad, pairs.conj(), 1, 20)


def test_misaligned_tensors() -> None:
    x = random((5,), torch.float32, 27)
    memory = torch.from_numpy(np.zeros(21, np.uint8)[1:].view(np.float32))
    assert memory.data_ptr() % 4 == 1
    with pytest.raises(ValueError, match="gradInput is not aligned"):
        openaclnn.softplus_backward(x, x, 1, 20, out=memory)
    memory.copy_(x)
    assert torch.equal(
        openaclnn.softplus_backward(memory, memory, 1, 20), openaclnn.softplus_backward(x, x, 1, 20)
    )


def test_tensors_without_memory() -> None:
    x = random((3, 4), torch.float32, 28)
    for bad in (x.to_sparse(), x.to_mkldnn(), x.to("meta"), x.to(torch.float8_e5m2)):
        with pytest.raises(TypeError, match="aclnnGeluBackwardV2: self "):
            openaclnn.gelu_backward_v2(x, bad)
    with pytest.raises(TypeError, match=r"self is <class 'torch.Tensor'>"):
        torch.func.vmap(lambda t: openaclnn.gelu_backward_v2(x, t))(x)


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
    with pytest.raises(NotImplementedError, match="no gradient of its own"):
        grad.sum().backward()


def test_refusals_reach_the_caller() -> None:
    x = torch.linspace(-1, 1, 3, dtype=torch.float64, requires_grad=True)
    with pytest.raises(openaclnn.ArgumentError, match="DOUBLE"):
        activations.hardtanh(x).sum().backward()

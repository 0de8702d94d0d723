"""Activations, gates and softmax, forward, backward and in place, through PyTorch's Ascend adapter,
unmodified from PyPI, on this library: run by tests/clients/run."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
import torch
from on_npu import FLOATS, VIEWS, assert_close, numbers, ulps

torch_npu = pytest.importorskip("torch_npu")

F = torch.nn.functional


def halves(function):
    """A function of the two halves of the last axis."""
    return lambda x: function(*x.chunk(2, -1))


# The adapter calls aclnnGelu, which is the form by tanh, for the other one too.
ACTIVATIONS = {
    "celu": lambda x: F.celu(x, 1.5),
    "elu": lambda x: F.elu(x, 0.7),
    "gelu": lambda x: F.gelu(x, approximate="tanh"),
    "glu": F.glu,
    "hardshrink": lambda x: F.hardshrink(x, 0.25),
    "hardsigmoid": F.hardsigmoid,
    "hardswish": F.hardswish,
    "hardtanh": F.hardtanh,
    "leaky_relu": lambda x: F.leaky_relu(x, 0.25),
    "logsigmoid": F.logsigmoid,
    "mish": F.mish,
    "relu": F.relu,
    "selu": F.selu,
    "sigmoid": torch.sigmoid,
    "silu": F.silu,
    "softplus": F.softplus,
    "softshrink": lambda x: F.softshrink(x, 0.25),
    "tanh": torch.tanh,
    "threshold": lambda x: F.threshold(x, 0.25, -2.0),
}


@dataclass(frozen=True)
class Own:
    """A function of the adapter's own, and what it computes."""

    function: Callable
    exact: Callable


def fast_gelu(x):
    return x * torch.sigmoid(1.702 * x)


OWN = {
    "fast_gelu": Own(torch_npu.fast_gelu, fast_gelu),
    "npu_gelu": Own(torch_npu.npu_gelu, F.gelu),
    "npu_gelu tanh": Own(
        lambda x: torch_npu.npu_gelu(x, approximate="tanh"), lambda x: F.gelu(x, approximate="tanh")
    ),
    "npu_gelu_mul": Own(
        lambda x: torch_npu.npu_gelu_mul(x.contiguous()), halves(lambda a, b: F.gelu(a) * b)
    ),
    "npu_geglu": Own(
        lambda x: torch_npu.npu_geglu(x, approximate=0)[0], halves(lambda a, b: a * F.gelu(b))
    ),
    "npu_geglu left": Own(
        lambda x: torch_npu.npu_geglu(x, approximate=0, activate_left=True)[0],
        halves(lambda a, b: F.gelu(a) * b),
    ),
    "npu_swiglu": Own(
        lambda x: torch_npu.npu_swiglu(x, dim=-1), halves(lambda a, b: F.silu(a) * b)
    ),
}
WITHOUT_GRADIENT = {"npu_gelu_mul"}
FUNCTIONS = {name: Own(function, function) for name, function in ACTIVATIONS.items()} | OWN

# celu and selu are aclnnElu, with scalars that the adapter rounds to float, one of them a factor of
# self within an exponential; of a 16-bit result that does not show. A gradient of geglu is a
# product with its gelu, which was rounded forward.
def limit_of(name, dtype):
    scalars_are_rounded = name in ("celu", "selu") and dtype == torch.float
    return 3 if scalars_are_rounded else 2 if "geglu" in name else 1


# Gradients that are made of the result, which is rounded.
SLOPES = {"sigmoid": lambda y: y * (1 - y), "tanh": lambda y: 1 - y * y}


def values(dtype, seed):
    """24 x 35 x 4 numbers, of which every last axis has two halves."""
    return torch.cat([numbers(dtype, seed), numbers(dtype, seed + 100)[..., :1]], -1)


EVEN_VIEWS = {
    "dense": lambda x: x,
    "transposed": lambda x: x.permute(1, 2, 0),
    "every second": lambda x: x[::2, :, 1:3],
    "expanded": lambda x: x[:, :1, :].expand(24, 35, 4),
}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_and_their_gradients(name, dtype):
    own, x, grad = FUNCTIONS[name], values(dtype, 1), values(dtype, 2)
    limit = limit_of(name, dtype)
    for view in EVEN_VIEWS.values():
        result, exact = own.function(view(x.npu())), own.exact(view(x).double())
        assert_close(result, exact, limit)
        if name in WITHOUT_GRADIENT:
            continue
        there, here = (view(t).detach().requires_grad_() for t in (x.npu(), x.double()))
        result, exact = own.function(there), own.exact(here)
        of_result = view(grad)[..., : exact.shape[-1]]
        result.backward(view(grad.npu())[..., : exact.shape[-1]])
        exact.backward(of_result.double())
        slope = SLOPES.get(name)
        of_self = here.grad
        if slope:
            of_self = of_result.double() * slope(result.detach().cpu().double())
        assert_close(there.grad, of_self, limit)


IN_PLACE = {
    "celu": lambda x: F.celu_(x, 1.5),
    "elu": lambda x: F.elu_(x, 0.7),
    "erfinv": lambda x: x.erfinv_(),
    "hardsigmoid": lambda x: F.hardsigmoid(x, inplace=True),
    "hardswish": lambda x: F.hardswish(x, inplace=True),
    "hardtanh": F.hardtanh_,
    "leaky_relu": lambda x: F.leaky_relu_(x, 0.25),
    "mish": lambda x: F.mish(x, inplace=True),
    "relu": F.relu_,
    "selu": F.selu_,
    "sigmoid": torch.sigmoid_,
    "silu": lambda x: F.silu(x, inplace=True),
    "tanh": torch.tanh_,
    "threshold": lambda x: F.threshold_(x, 0.25, -2.0),
    # Comparisons leave 0 and 1, and the rest is arithmetic; torch_npu_math_test.py has the others.
    "clamp_max": lambda x: x.clamp_max_(0.5),
    "eq": lambda x: x.eq_(x[0, 0, 0].item()),
    "gt": lambda x: x.gt_(0.25),
    "lt": lambda x: x.lt_(0.25),
    "pow": lambda x: x.pow_(3),
}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", IN_PLACE)
def test_in_place(name, dtype):
    function, x = IN_PLACE[name], numbers(dtype, 3) / 4.5
    for title, view in VIEWS.items():
        if title == "expanded":  # elements share memory
            continue
        there, here = x.npu(), x.double()
        function(view(there))
        function(view(here))
        assert_close(there, here, limit_of(name, dtype))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("eps", [None, 0.01])
def test_logit_and_its_gradient(dtype, eps):
    # The adapter has eps as a float.
    eps = eps and torch.tensor(eps).double().item()
    x = (numbers(dtype, 1).abs() / 4.1).clamp(0.02, 0.97)
    for view in VIEWS.values():
        assert_close(torch.logit(view(x.npu()), eps), torch.logit(view(x).double(), eps), 1)
    there, here = x.npu().requires_grad_(), x.double().requires_grad_()
    torch.logit(there, eps).backward(torch.ones_like(there))
    torch.logit(here, eps).backward(torch.ones_like(here))
    assert_close(there.grad, here.grad, 1)


@pytest.mark.parametrize("dtype", FLOATS)
def test_erfinv(dtype):
    x = numbers(dtype, 1) / 4.5
    for view in VIEWS.values():
        assert_close(torch.erfinv(view(x.npu())), torch.erfinv(view(x).double()), 1)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("weights", [1, 35])
def test_prelu(dtype, weights):
    x, weight = numbers(dtype, 1), torch.linspace(0.1, 0.5, weights).to(dtype)
    for title, view in VIEWS.items():
        if view(x).shape[1] == 35 or weights == 1:
            there = F.prelu(view(x.npu()), weight.npu())
            assert_close(there, F.prelu(view(x).double(), weight.double()), 0.501)


@pytest.mark.parametrize("dtype", FLOATS)
def test_add_relu(dtype):
    x, y = numbers(dtype, 1), numbers(dtype, 2)
    limit = 1 if dtype == torch.bfloat16 else 0.501
    there = torch.ops.aten._add_relu(x.npu(), y.npu(), alpha=2)
    assert_close(there, F.relu(x.double() + 2 * y.double()), limit)
    there = x.npu()
    torch.ops.aten._add_relu_(there, y.npu())
    assert_close(there, F.relu(x.double() + y.double()), limit)


# Gradients are made of the result, which is rounded, and of a sum of terms of both signs: their
# error is relative to the largest term.
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("dim", [0, 1, -1])
def test_softmax_and_its_gradient(dtype, dim):
    x, grad = numbers(dtype, 1), numbers(dtype, 2)
    eps = torch.finfo(dtype).eps
    for view in VIEWS.values():
        for function in (F.softmax, F.log_softmax):
            there, here = (view(t).detach().requires_grad_() for t in (x.npu(), x.double()))
            result, exact = function(there, dim), function(here, dim)
            assert_close(result, exact.detach(), 1)
            result.backward(view(grad.npu()))
            y, g = result.detach().cpu().double(), view(grad).double()
            if function is F.softmax:
                expected = y * (g - (y * g).sum(dim, keepdim=True))
            else:
                expected = g - y.exp() * g.sum(dim, keepdim=True)
            actual = there.grad.cpu().double()
            torch.testing.assert_close(actual, expected, rtol=2 * eps, atol=2 * eps)


@pytest.mark.parametrize("dtype", FLOATS)
def test_dtypes_are_cast(dtype):
    x = numbers(torch.float, 1)
    for view in VIEWS.values():
        there = torch_npu.npu_dtype_cast(view(x.npu()), dtype)
        assert torch.equal(there.cpu(), view(x).to(dtype))


def test_ulps_sees_errors():
    x = torch.tensor([1.0, 3.0])
    assert ulps(torch.nextafter(x, torch.tensor(4.0)), x.double()) == 1

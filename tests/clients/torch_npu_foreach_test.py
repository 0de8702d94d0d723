"""Functions of lists of tensors, and what trains with them, through PyTorch's Ascend adapter,
unmodified from PyPI, on this library: run by tests/clients/run."""

import os
import subprocess
import sys

import pytest
import torch
from on_npu import FLOATS, assert_close, numbers

pytest.importorskip("torch_npu")

INTEGERS = [torch.int32, torch.int16, torch.int8, torch.uint8]


def lists(dtype, count):
    """Two lists on both devices, of tensors of any size, one of them a view."""
    made = []
    for k in range(2):
        values = [numbers(dtype, 2 * k + i, 0.5, 4) for i in range(count)]
        made.append([v if i != 1 else v[:, ::2] for i, v in enumerate(values)])
    return [[value.npu() for value in of] for of in made], made


FUNCTIONS = {
    "add scalar": (lambda x, y: torch._foreach_add(x, 2), FLOATS + INTEGERS),
    "add alpha": (lambda x, y: torch._foreach_add(x, y, alpha=3), FLOATS + INTEGERS),
    "mul scalar": (lambda x, y: torch._foreach_mul(x, 3), FLOATS + [torch.int32]),
    "lerp": (lambda x, y: torch._foreach_lerp(x, y, 0.25), FLOATS),
    "sqrt": (lambda x, y: torch._foreach_sqrt(x), FLOATS),
    "addcmul": (lambda x, y: torch._foreach_addcmul(x, x, y, 2), FLOATS),
    "addcdiv": (lambda x, y: torch._foreach_addcdiv(x, x, y, 2), FLOATS),
    "addcmul numbers": (
        lambda x, y: torch._foreach_addcmul(x, x, y, torch.full((len(x),), 2, dtype=x[0].dtype)),
        FLOATS,
    ),
    "addcdiv numbers": (
        lambda x, y: torch._foreach_addcdiv(x, x, y, torch.full((len(x),), 2, dtype=x[0].dtype)),
        FLOATS,
    ),
    "maximum numbers": (lambda x, y: torch._foreach_maximum(x, [1.5] * len(x)), FLOATS),
    "minimum numbers": (lambda x, y: torch._foreach_minimum(x, [1.5] * len(x)), FLOATS),
    "sub alpha": (lambda x, y: torch._foreach_sub(x, y, alpha=3), FLOATS + INTEGERS),
    "sub scalar": (lambda x, y: torch._foreach_sub(x, 2), FLOATS + [torch.int32]),
    "mul": (torch._foreach_mul, FLOATS + [torch.int32]),
    "div": (torch._foreach_div, FLOATS),
    "div scalar": (lambda x, y: torch._foreach_div(x, 3), FLOATS),
    "maximum": (torch._foreach_maximum, FLOATS + [torch.int32]),
    "minimum": (torch._foreach_minimum, FLOATS + [torch.int32]),
    "maximum scalar": (lambda x, y: torch._foreach_maximum(x, 2), FLOATS),
    "minimum scalar": (lambda x, y: torch._foreach_minimum(x, 2), FLOATS),
    "add scalars": (lambda x, y: torch._foreach_add(x, [0.5] * len(x)), FLOATS),
    "sub scalars": (lambda x, y: torch._foreach_sub(x, [0.5] * len(x)), FLOATS),
    "mul scalars": (lambda x, y: torch._foreach_mul(x, [3.0] * len(x)), FLOATS),
    "neg": (lambda x, y: torch._foreach_neg(x), FLOATS + [torch.int32]),
    "abs": (lambda x, y: torch._foreach_abs(x), FLOATS),
    "reciprocal": (lambda x, y: torch._foreach_reciprocal(x), FLOATS),
    "sign": (lambda x, y: torch._foreach_sign(x), FLOATS),
    "log": (lambda x, y: torch._foreach_log(x), FLOATS),
    "sigmoid": (lambda x, y: torch._foreach_sigmoid(x), FLOATS),
    "tanh": (lambda x, y: torch._foreach_tanh(x), FLOATS),
    "sin": (lambda x, y: torch._foreach_sin(x), FLOATS),
    "cos": (lambda x, y: torch._foreach_cos(x), FLOATS),
    "erf": (lambda x, y: torch._foreach_erf(x), FLOATS),
    "tan": (lambda x, y: torch._foreach_tan(x), FLOATS),
    "atan": (lambda x, y: torch._foreach_atan(x), FLOATS),
    "sinh": (lambda x, y: torch._foreach_sinh(x), FLOATS),
    "cosh": (lambda x, y: torch._foreach_cosh(x), FLOATS),
    "erfc": (lambda x, y: torch._foreach_erfc(x), FLOATS),
    "exp": (lambda x, y: torch._foreach_exp(x), FLOATS),
    "expm1": (lambda x, y: torch._foreach_expm1(x), FLOATS),
    "log10": (lambda x, y: torch._foreach_log10(x), FLOATS),
    "log1p": (lambda x, y: torch._foreach_log1p(x), FLOATS),
    "log2": (lambda x, y: torch._foreach_log2(x), FLOATS),
    "asin": (lambda x, y: torch._foreach_asin(torch._foreach_div(x, 4.0)), FLOATS),
    "acos": (lambda x, y: torch._foreach_acos(torch._foreach_div(x, 4.0)), FLOATS),
    "pow": (torch._foreach_pow, FLOATS),
    "pow scalar": (lambda x, y: torch._foreach_pow(x, 2.5), FLOATS),
    "pow scalars": (lambda x, y: torch._foreach_pow(x, [1.5] * len(x)), FLOATS),
    "pow of a number": (lambda x, y: torch._foreach_pow(1.5, x), FLOATS),
    "lerp of weights": (lambda x, y: torch._foreach_lerp(x, y, y), FLOATS),
    "floor": (lambda x, y: torch._foreach_floor(x), FLOATS),
    "ceil": (lambda x, y: torch._foreach_ceil(x), FLOATS),
    "round": (lambda x, y: torch._foreach_round(x), FLOATS),
    "trunc": (lambda x, y: torch._foreach_trunc(x), FLOATS),
    "frac": (lambda x, y: torch._foreach_frac(x), FLOATS),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_lists(name):
    function, dtypes = FUNCTIONS[name]
    for dtype in dtypes:
        for count in (1, 3, 60):
            there, here = lists(dtype, count)
            if dtype.is_floating_point:
                here = [[value.double() for value in of] for of in here]
            for result, expected in zip(function(*there), function(*here), strict=True):
                assert_close(result, expected, 1)


@pytest.mark.parametrize("dtype", FLOATS)
def test_in_place(dtype):
    (there, _), (here, _) = lists(dtype, 3)
    here = [value.double() for value in here]
    divisors = [3.0, 0.7, -2.0]
    torch._foreach_div_(there, divisors)
    for result, value, divisor in zip(there, here, divisors, strict=True):
        assert_close(result, value / divisor, 1)


@pytest.mark.parametrize("dtype", FLOATS)
def test_copies_and_zeros(dtype):
    (there, other), (here, _) = lists(dtype, 3)
    torch._foreach_copy_(other, there)
    for result, value in zip(other, here, strict=True):
        assert torch.equal(result.cpu(), value)
    torch._foreach_zero_(other)
    assert not any(result.any().item() for result in other)


@pytest.mark.parametrize("settings", [{"lr": 0.01, "weight_decay": 0.1}, {"amsgrad": True}])
@pytest.mark.parametrize("kind", [torch.optim.AdamW, torch.optim.Adam])
def test_adam_of_all_parameters_at_once(kind, settings):
    generator = torch.Generator().manual_seed(3)
    starts = [torch.randn(shape, generator=generator) for shape in ((5, 7), (33,), ())]
    steps = [[torch.randn(v.shape, generator=generator) for v in starts] for _ in range(5)]

    def parameters(device):
        values = [start.clone().to(device).requires_grad_() for start in starts]
        stepper = kind(values, **settings, foreach=True)
        for grads in steps:
            for value, grad in zip(values, grads, strict=True):
                value.grad = grad.to(device)
            stepper.step()
        return values

    for there, here in zip(parameters("npu:0"), parameters("cpu"), strict=True):
        torch.testing.assert_close(there.cpu(), here, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("dtype", FLOATS)
def test_norms(dtype, order):
    (there, _), (here, _) = lists(dtype, 3)
    here = [value.double() for value in here]
    norms = torch._foreach_norm(here, order)
    for result, expected in zip(torch._foreach_norm(there, order), norms, strict=True):
        assert_close(result, expected, 1)


@pytest.mark.parametrize("odd", [None, float("inf"), float("nan")])
def test_gradients_are_unscaled(odd):
    (there, _), (here, _) = lists(torch.float, 3)
    here = [value.clone() for value in here]
    if odd is not None:
        there[1][1, 0, 2] = odd
    found, factor = torch.zeros(1).npu(), torch.full((1,), 0.25).npu()
    torch._amp_foreach_non_finite_check_and_unscale_(there, found, factor)
    assert found.item() == (0 if odd is None else 1)
    for k, (result, value) in enumerate(zip(there, here, strict=True)):
        if odd is None or k != 1:
            assert_close(result, value / 4, 0.5)


def test_scales_are_updated():
    scale, tracker = torch.full((1,), 64.0).npu(), torch.full((1,), 2, dtype=torch.int32).npu()
    torch._amp_update_scale_(scale, tracker, torch.zeros(1).npu(), 2.0, 0.5, 3)
    assert (scale.item(), tracker.item()) == (128, 0)
    torch._amp_update_scale_(scale, tracker, torch.ones(1).npu(), 2.0, 0.5, 3)
    assert (scale.item(), tracker.item()) == (64, 0)


@pytest.mark.parametrize("amsgrad", [False, True])
def test_adam_w_in_one_operator(amsgrad):
    generator = torch.Generator().manual_seed(5)
    start, grad = (torch.randn(7, 33, generator=generator) for _ in range(2))

    def parameter(device, fused):
        value = start.clone().to(device).requires_grad_()
        stepper = torch.optim.AdamW([value], lr=0.01, amsgrad=amsgrad, fused=fused)
        for k in range(4):
            value.grad = (grad * (k + 1)).to(device)
            stepper.step()
        return value

    there, here = parameter("npu:0", True), parameter("cpu", False)
    torch.testing.assert_close(there.cpu(), here, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("nesterov", [False, True])
def test_sgd_in_one_operator(nesterov):
    generator = torch.Generator().manual_seed(5)
    start, grad = (torch.randn(7, 33, generator=generator) for _ in range(2))

    def parameter(device, fused):
        value = start.clone().to(device).requires_grad_()
        stepper = torch.optim.SGD(
            [value], lr=0.01, momentum=0.9, weight_decay=0.1, nesterov=nesterov, fused=fused
        )
        for k in range(4):
            value.grad = (grad * (k + 1)).to(device)
            stepper.step()
        return value

    there, here = parameter("npu:0", True), parameter("cpu", False)
    torch.testing.assert_close(there.cpu(), here, rtol=1e-6, atol=1e-6)


# The adapter has aclnn functions for these steps on this product alone.
STEPS_ON_ASCEND950 = """
import torch
import torch_npu

LR, DECAY, BETA1, BETA2, EPS = 0.01, 0.1, 0.9, 0.95, 1e-3
generator = torch.Generator().manual_seed(3)


def made(dtype, low):
    return (torch.rand((5, 7), generator=generator) * (1 - low) + low).to(dtype)


for dtype in (torch.float32, torch.float16, torch.bfloat16):
    for maximizes in (False, True):
        here = [made(dtype, low) for low in (-1, -1, 0, -1, 0)]
        var, m, v, grad, largest = (value.npu() for value in here)
        torch_npu.npu_apply_adam_w(
            BETA1**3, BETA2**3, LR, DECAY, BETA1, BETA2, EPS, grad, largest, maximizes, maximizes,
            out=(var, m, v))
        var2, m2, v2 = (value.npu() for value in here[:3])
        torch_npu.npu_apply_adam(
            BETA1**4, BETA2**4, LR, BETA1, BETA2, EPS, grad, False, maximizes, out=(var2, m2, v2))
        # The numbers of the first are rounded to the dtype, those of the second to float32.
        for numbers, results in ((dtype, (var, m, v)), (torch.float32, (var2, m2, v2))):
            lr, decay, beta1, beta2, eps, power1, power2 = (
                torch.tensor(value).to(numbers).double()
                for value in (LR, DECAY, BETA1, BETA2, EPS, BETA1**3, BETA2**3))
            is_w = results[0] is var
            start, mean, square, g, most = (value.double() for value in here)
            if is_w and maximizes:
                g = -g
            mean = beta1 * mean + (1 - beta1) * g
            square = beta2 * square + (1 - beta2) * g * g
            if is_w:
                kept = torch.maximum(square, most) if maximizes else square
                root = (kept / (1 - power2 * beta2)).sqrt() + eps
                stepped = (1 - lr * decay) * start - lr * mean / (1 - power1 * beta1) / root
            else:
                power1, power2 = (
                    torch.tensor(value).double() for value in (BETA1**4, BETA2**4))
                rate = lr * (1 - power2).sqrt() / (1 - power1)
                ahead = beta1 * mean + (1 - beta1) * g if maximizes else mean
                stepped = start - rate * ahead / (square.sqrt() + eps)
            for result, expected in zip(results, (stepped, mean, square), strict=True):
                torch.testing.assert_close(
                    result.cpu().double(), expected, rtol=torch.finfo(dtype).eps, atol=1e-7)
"""


def test_steps_by_numbers_in_tensors():
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", STEPS_ON_ASCEND950],
        env=os.environ | {"OPENACLNN_SOC": "Ascend950PR"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr

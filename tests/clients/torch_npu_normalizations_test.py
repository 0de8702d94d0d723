"""Norms of batches, groups and squares, and rotary positions, through PyTorch's Ascend adapter,
unmodified from PyPI, on this library: run by tests/clients/run."""

import copy

import pytest
import torch
from on_npu import FLOATS
from torch import nn

torch_npu = pytest.importorskip("torch_npu")

F = torch.nn.functional
ERRORS = {torch.float: 2e-6, torch.half: 1e-3, torch.bfloat16: 8e-3}


def normal(*shape, seed=1, dtype=torch.float):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).to(dtype)


def assert_near(there, here, error):
    torch.testing.assert_close(there.detach().cpu().double(), here.double(), rtol=error, atol=8 * error)


MODULES = {
    "batch norm of features": (lambda: nn.BatchNorm1d(6), (16, 6)),
    "batch norm of lines": (lambda: nn.BatchNorm1d(6), (4, 6, 9)),
    "batch norm of images": (lambda: nn.BatchNorm2d(6), (3, 6, 7, 5)),
    "batch norm of volumes": (lambda: nn.BatchNorm3d(6), (2, 6, 3, 4, 5)),
    "batch norm without weights": (lambda: nn.BatchNorm2d(6, affine=False), (3, 6, 7, 5)),
    "group norm": (lambda: nn.GroupNorm(3, 6), (3, 6, 7, 5)),
    "group norm of features": (lambda: nn.GroupNorm(2, 6), (5, 6)),
}


# A step of training, and evaluation with the statistics that it leaves.
@pytest.mark.parametrize("channels_last", [False, True])
@pytest.mark.parametrize("name", MODULES)
def test_modules(name, channels_last):
    make, shape = MODULES[name]
    if channels_last and len(shape) != 4:
        pytest.skip("channels_last is of images")
    x, grad = normal(*shape), normal(*shape, seed=2)
    if channels_last:
        x = x.to(memory_format=torch.channels_last)
    torch.manual_seed(3)
    module = make()
    for parameter in module.parameters():
        nn.init.normal_(parameter)
    there, here = copy.deepcopy(module).npu(), copy.deepcopy(module).double()
    given = [x.npu().requires_grad_(), x.double().requires_grad_()]
    for _ in range(2):
        out = [there(given[0]), here(given[1])]
        out[0].backward(grad.npu())
        out[1].backward(grad.double())
    assert_near(out[0], out[1], ERRORS[torch.float])
    assert_near(given[0].grad, given[1].grad, ERRORS[torch.float])
    for actual, expected in zip(there.parameters(), here.parameters()):
        assert_near(actual.grad, expected.grad, 8 * ERRORS[torch.float])
    for actual, expected in zip(there.buffers(), here.buffers()):
        assert_near(actual, expected, ERRORS[torch.float])
    there.eval(), here.eval()
    out = [there(given[0]), here(given[1])]
    assert_near(out[0], out[1], ERRORS[torch.float])
    given[0].grad = given[1].grad = None
    out[0].backward(grad.npu())
    out[1].backward(grad.double())
    assert_near(given[0].grad, given[1].grad, ERRORS[torch.float])


@pytest.mark.parametrize("dtype", FLOATS)
def test_norms_of_squares(dtype):
    x, residual, grad = (normal(4, 5, 40, seed=seed, dtype=dtype) for seed in (1, 2, 3))
    gamma = normal(40, seed=4, dtype=dtype)
    there = [value.npu().requires_grad_() for value in (x, gamma)]
    here = [value.double().requires_grad_() for value in (x, gamma)]
    out, rstd = torch_npu.npu_rms_norm(*there, epsilon=1e-5)
    expected = F.rms_norm(here[0], (40,), here[1], 1e-5)
    assert_near(out, expected.detach(), ERRORS[dtype])
    assert rstd.shape == (4, 5, 1) and rstd.dtype == torch.float
    out.backward(grad.npu())
    expected.backward(grad.double())
    for actual, wanted in zip(there, here):
        assert_near(actual.grad, wanted.grad, 4 * ERRORS[dtype])
    y, _, total = torch_npu.npu_add_rms_norm(x.npu(), residual.npu(), gamma.npu(), 1e-5)
    exact = x.double() + residual.double()
    assert_near(total, exact, ERRORS[dtype])
    assert_near(y, F.rms_norm(exact, (40,), gamma.double(), 1e-5), ERRORS[dtype])


def rotated(x, mode):
    if mode == "half":
        first, second = x.chunk(2, -1)
        return torch.cat((-second, first), -1)
    return torch.stack((-x[..., 1::2], x[..., ::2]), -1).flatten(-2)


@pytest.mark.parametrize("mode", ["half", "interleave"])
@pytest.mark.parametrize("dtype", FLOATS)
def test_rotary_positions(dtype, mode):
    x, grad = normal(2, 5, 3, 64, dtype=dtype), normal(2, 5, 3, 64, seed=2, dtype=dtype)
    cos, sin = normal(2, 1, 5, 1, 64, seed=3, dtype=dtype)
    there = [value.npu().requires_grad_() for value in (x, cos, sin)]
    here = [value.double().requires_grad_() for value in (x, cos, sin)]
    out = torch_npu.npu_rotary_mul(*there, mode)
    expected = here[0] * here[1] + rotated(here[0], mode) * here[2]
    assert_near(out, expected.detach(), ERRORS[dtype])
    out.backward(grad.npu())
    expected.backward(grad.double())
    for actual, wanted in zip(there, here):
        assert_near(actual.grad, wanted.grad, 4 * ERRORS[dtype])

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


CHANNELS = (1, -1, 1, 1)


def sums(t):
    return t.sum(dim=(0, 2, 3))


# What SyncBatchNorm is made of, with the statistics of two parts.
def test_parts_of_batch_norm():
    x, grad = normal(4, 6, 5, 3), normal(4, 6, 5, 3, seed=2)
    weight, bias = normal(6, seed=3), normal(6, seed=4)
    here = [t.double() for t in (x, grad, weight, bias)]
    count = x.numel() / 6
    mean = sums(here[0]) / count
    rstd = (sums((here[0] - mean.view(CHANNELS)) ** 2) / count + 1e-5).rsqrt()
    there = torch.batch_norm_stats(x.npu(), 1e-5)
    assert_near(there[0], mean, 2e-6)
    assert_near(there[1], rstd, 2e-6)

    mean, rstd = mean.float(), rstd.float()
    centered = here[0] - mean.double().view(CHANNELS)
    scaled = rstd.double().view(CHANNELS)
    on_npu = [t.npu() for t in (x, grad, weight, bias, mean, rstd)]
    there = torch.batch_norm_elemt(*(on_npu[i] for i in (0, 2, 3, 4, 5)), 1e-5)
    expected = centered * scaled * here[2].view(CHANNELS) + here[3].view(CHANNELS)
    assert_near(there, expected, 2e-6)

    by_bias, dot = sums(here[1]), sums(here[1] * centered)
    of_sums = torch.batch_norm_backward_reduce(
        *(on_npu[i] for i in (1, 0, 4, 5, 2)), True, True, True
    )
    for sum_there, expected in zip(
        of_sums, (by_bias, dot, dot * rstd.double(), by_bias), strict=True
    ):
        assert_near(sum_there, expected, 4e-6)

    counts = torch.tensor([count], dtype=torch.int32)
    there = torch.batch_norm_backward_elemt(
        *(on_npu[i] for i in (1, 0, 4, 5, 2)), of_sums[0], of_sums[1], counts.npu()
    )
    slopes = (
        here[1]
        - (by_bias / count).view(CHANNELS)
        - centered * scaled**2 * (dot / count).view(CHANNELS)
    )
    assert_near(there, slopes * scaled * here[2].view(CHANNELS), 4e-6)


def test_statistics_of_parts():
    x = normal(4, 6, 5, 3)
    means, rstds = normal(2, 6, seed=2), normal(2, 6, seed=3).abs() + 0.5
    counts = torch.tensor([16.0, 20.0])
    running = [normal(6, seed=4), normal(6, seed=5).abs()]
    on_npu = [t.npu() for t in running]
    there = torch.batch_norm_gather_stats_with_counts(
        x.npu(), means.npu(), rstds.npu(), *on_npu, 0.1, 1e-5, counts.npu()
    )
    n, of = counts.double().sum(), counts.double().view(2, 1)
    mean = (means.double() * of).sum(0) / n
    squares = (rstds.double() ** -2 - 1e-5) * of + of * (means.double() - mean) ** 2
    variance = squares.sum(0) / n
    assert_near(there[0], mean, 2e-6)
    assert_near(there[1], (variance + 1e-5).rsqrt(), 4e-6)
    assert_near(on_npu[0], 0.9 * running[0].double() + 0.1 * mean, 4e-6)
    assert_near(on_npu[1], 0.9 * running[1].double() + 0.1 * variance * n / (n - 1), 4e-6)

    total, square = torch_npu.batch_norm_reduce(x.npu(), 1e-5)
    assert_near(total, sums(x.double()), 4e-6)
    assert_near(square, sums(x.double() ** 2), 4e-6)
    on_npu = [t.npu() for t in running]
    count = torch.tensor([60.0])
    there = torch_npu.batch_norm_gather_stats_update(
        x.npu(), total.view(1, 6), square.view(1, 6), *on_npu, 0.1, 1e-5, count.npu()
    )
    mean = sums(x.double()) / 60
    variance = sums(x.double() ** 2) / 60 - mean**2
    assert_near(there[0], mean, 4e-6)
    assert_near(there[1], (variance + 1e-5).rsqrt(), 1e-5)


@pytest.mark.parametrize("dtype", FLOATS)
def test_fused_norms(dtype):
    x, y = normal(5, 3, 16, dtype=dtype), normal(5, 3, 16, seed=2, dtype=dtype)
    gamma, beta = normal(16, seed=3, dtype=dtype), normal(16, seed=4, dtype=dtype)
    there = torch_npu.npu_gemma_rms_norm(x.npu(), gamma.npu())
    rstd = ((x.double() ** 2).mean(-1, keepdim=True) + 1e-6).rsqrt()
    assert_near(there[0], x.double() * rstd * (1 + gamma.double()), ERRORS[dtype])
    there = torch_npu.npu_add_layer_norm(x.npu(), y.npu(), gamma.npu(), beta.npu(), 1e-5, True)
    total = x.double() + y.double()
    assert_near(there[3], total, ERRORS[dtype])
    assert_near(
        there[0], F.layer_norm(total, (16,), gamma.double(), beta.double()), 4 * ERRORS[dtype]
    )

    image = normal(2, 6, 4, 4, dtype=dtype)
    weight, bias = normal(6, seed=5, dtype=dtype), normal(6, seed=6, dtype=dtype)
    there = torch_npu.npu_group_norm_silu(image.npu(), weight.npu(), bias.npu(), 3)
    expected = F.silu(F.group_norm(image.double(), 3, weight.double(), bias.double()))
    assert_near(there[0], expected, 4 * ERRORS[dtype])


def test_rotary_positions_of_queries_and_keys():
    query, key = normal(2, 5, 3, 128), normal(2, 5, 1, 128, seed=2)
    cos, sin = normal(2, 5, 1, 128, seed=3), normal(2, 5, 1, 128, seed=4)
    there = torch_npu.npu_apply_rotary_pos_emb(query.npu(), key.npu(), cos.npu(), sin.npu(), "BSND")
    for rotated, x in zip(there, (query, key), strict=True):
        half = torch.cat((-x[..., 64:], x[..., :64]), -1).double()
        assert_near(rotated, x.double() * cos.double() + half * sin.double(), 4e-6)


def test_sums_are_normalised_and_kept():
    x, y, gamma = normal(5, 16), normal(5, 16, seed=2), normal(16, seed=3)
    on_npu = [t.npu() for t in (x, y)]
    torch_npu.npu_add_rms_norm_v2(*on_npu, gamma.npu())
    total = x.double() + y.double()
    rstd = ((total**2).mean(-1, keepdim=True) + 1e-6).rsqrt()
    kept = sorted(on_npu, key=lambda t: float((t.cpu().double() - total).abs().max()))
    assert_near(kept[0], total, 2e-6)
    assert_near(kept[1], total * rstd * gamma.double(), 2e-6)

    tensors = [x, y, gamma, normal(16, seed=4)]
    there = [t.npu().requires_grad_() for t in tensors]
    here = [t.double().requires_grad_() for t in tensors]
    grad = normal(5, 16, seed=5)
    torch_npu.npu_add_layer_norm(*there, 1e-5, True)[0].backward(grad.npu())
    F.layer_norm(here[0] + here[1], (16,), here[2], here[3]).backward(grad.double())
    for a, b in zip(there, here, strict=True):
        assert_near(a.grad, b.grad, 1e-5)


# Forward and backward, as modules of attention for images and deep transformers call them.
@pytest.mark.parametrize("dtype", FLOATS)
def test_group_norm_swish(dtype):
    x, grad = normal(3, 6, 7, 5, dtype=dtype), normal(3, 6, 7, 5, seed=2, dtype=dtype)
    weight, bias = normal(6, seed=3, dtype=dtype), normal(6, seed=4, dtype=dtype)
    there = [given.npu().requires_grad_() for given in (x, weight, bias)]
    here = [given.double().requires_grad_() for given in (x, weight, bias)]
    out = torch_npu.npu_group_norm_swish(there[0], 3, there[1], there[2], eps=1e-4, swish_scale=1.5)
    y = F.group_norm(here[0], 3, here[1], here[2], 1e-4)
    exact = y * torch.sigmoid(1.5 * y)
    assert_near(out[0], exact, ERRORS[dtype])
    assert_near(out[1], x.double().reshape(3, 3, -1).mean(-1), ERRORS[dtype])
    out[0].backward(grad.npu())
    exact.backward(grad.double())
    for actual, expected in zip(there, here):  # from a mean and a deviation of the dtype
        assert_near(actual.grad, expected.grad, 16 * ERRORS[dtype])


@pytest.mark.parametrize("dtype", FLOATS)
def test_deep_norm(dtype):
    given = [normal(4, 6, 32, seed=seed, dtype=dtype) for seed in (1, 2)]
    given += [normal(32, seed=seed, dtype=dtype) for seed in (3, 4)]
    grad = normal(4, 6, 32, seed=5, dtype=dtype)
    x, gx, beta, gamma = [one.npu() for one in given]
    here = [one.double().requires_grad_() for one in given]
    mean, rstd, y = torch_npu.npu_deep_norm(x, gx, beta, gamma, 0.75, 1e-5)
    total = 0.75 * here[0] + here[1]
    exact = F.layer_norm(total, (32,), here[3], here[2], 1e-5)
    assert_near(y, exact, ERRORS[dtype])
    assert_near(mean, total.detach().mean(-1, keepdim=True), ERRORS[torch.float])
    exact.backward(grad.double())
    gradients = torch_npu.npu_deep_norm_backward(grad.npu(), x, gx, gamma, mean, rstd, 0.75)
    for actual, expected in zip(gradients, here):
        error = ERRORS[torch.float if actual.dtype == torch.float else dtype]
        assert_near(actual, expected.grad, 8 * error)

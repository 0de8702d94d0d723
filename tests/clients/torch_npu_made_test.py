"""Operators that make or rearrange elements through PyTorch's Ascend adapter, unmodified from PyPI,
on this library: run by tests/clients/run."""

import pytest
import torch
from on_npu import FLOATS, INTEGERS, VIEWS, numbers

pytest.importorskip("torch_npu")

REALS = FLOATS + INTEGERS + [torch.bool]


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32, torch.int64])
@pytest.mark.parametrize("arguments", [(0, 700, 1), (3, -20, -2), (-1, 8, 3)])
def test_arange(dtype, arguments):
    there = torch.arange(*arguments, dtype=dtype, device="npu")
    assert torch.equal(there.cpu(), torch.arange(*arguments, dtype=dtype))


@pytest.mark.filterwarnings("ignore:torch.range is deprecated")
def test_range_and_linspace():
    for dtype in (*FLOATS, torch.int32):
        there = torch.range(-2, 40, 3, dtype=dtype, device="npu")
        assert torch.equal(there.cpu(), torch.range(-2, 40, 3, dtype=dtype))
        for steps in (1, 2, 65):
            there = torch.linspace(-4, 28, steps, dtype=dtype, device="npu")
            assert torch.equal(there.cpu(), torch.linspace(-4, 28, steps, dtype=dtype))


def test_logspace():
    for steps in (1, 2, 65):
        for base in (10.0, 2.0):
            there = torch.logspace(-2, 3, steps, base, device="npu")
            expected = torch.logspace(-2, 3, steps, base, dtype=torch.double)
            torch.testing.assert_close(there.cpu().double(), expected, rtol=2**-22, atol=0)


def test_angle():
    x = torch.tensor([-2.5, -1e-30, -0.0, 0.0, 3.0, float("inf"), float("-inf"), float("nan")])
    assert torch.equal(torch.angle(x.npu()).cpu().nan_to_num(9), torch.angle(x).nan_to_num(9))
    y = numbers(torch.float, 1)
    for view in VIEWS.values():
        assert torch.equal(torch.angle(view(y.npu())).cpu(), torch.angle(view(y)))


@pytest.mark.parametrize("dtype", REALS)
@pytest.mark.parametrize("diagonal", [-3, 0, 2])
def test_triangles(dtype, diagonal):
    x = numbers(torch.float, 1).to(dtype)
    for view in VIEWS.values():
        assert torch.equal(view(x.npu()).triu(diagonal).cpu(), view(x).triu(diagonal))
        assert torch.equal(view(x.npu()).tril(diagonal).cpu(), view(x).tril(diagonal))
    there = x.npu()
    assert torch.equal(there.clone().triu_(diagonal).cpu(), x.triu(diagonal))
    assert torch.equal(there.clone().tril_(diagonal).cpu(), x.tril(diagonal))


@pytest.mark.parametrize("dtype", REALS)
@pytest.mark.parametrize("pad", [(1, 2), (0, 0, 3, 1), (-1, 2, 1, -2), (1, 1, 1, 1, 2, 2)])
def test_constant_pad(dtype, pad):
    x = numbers(torch.float, 1).to(dtype)
    for view in VIEWS.values():
        there = torch.constant_pad_nd(view(x.npu()), pad, 1)
        assert torch.equal(there.cpu(), torch.constant_pad_nd(view(x), pad, 1))


@pytest.mark.parametrize("dtype", REALS)
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_stack(dtype, axis):
    x, y = numbers(torch.float, 1).to(dtype), numbers(torch.float, 2).to(dtype)
    for view in VIEWS.values():
        there = torch.stack([view(x.npu()), view(y.npu())], axis)
        assert torch.equal(there.cpu(), torch.stack([view(x), view(y)], axis))


@pytest.mark.parametrize("dtype", REALS)
def test_split(dtype):
    x = numbers(torch.float, 1).to(dtype)
    for view in VIEWS.values():
        size = view(x).shape[1] - 1
        there = torch.split_with_sizes_copy(view(x.npu()), [1, size], 1)
        for part, expected in zip(there, torch.split_with_sizes_copy(view(x), [1, size], 1)):
            assert torch.equal(part.cpu(), expected)


@pytest.mark.parametrize("dtype", REALS)
def test_repeats(dtype):
    x = numbers(torch.float, 1).to(dtype)
    for view in VIEWS.values():
        for repeats in ((1, 2, 3), (2, 1, 1, 4), (1, 0, 1)):
            assert torch.equal(view(x.npu()).repeat(repeats).cpu(), view(x).repeat(repeats))
        for axis in (None, 0, 1, -1):
            there = torch.repeat_interleave(view(x.npu()), 3, axis)
            assert torch.equal(there.cpu(), torch.repeat_interleave(view(x), 3, axis))


@pytest.mark.parametrize("dtype", REALS)
@pytest.mark.parametrize("of_times", [torch.int32, torch.int64])
def test_repeats_by_a_tensor(dtype, of_times):
    x = numbers(torch.float, 1).to(dtype)
    for view in VIEWS.values():
        for axis in (None, 0, 1, -1):
            count = view(x).numel() if axis is None else view(x).shape[axis]
            times = torch.arange(count, dtype=of_times) % 3
            for repeats in (times, times[:1] + 2):
                there = torch.repeat_interleave(view(x.npu()), repeats.npu(), axis)
                assert torch.equal(there.cpu(), torch.repeat_interleave(view(x), repeats, axis))
    times = torch.tensor([2, 0, 3], dtype=of_times)
    assert torch.equal(torch.repeat_interleave(times.npu()).cpu(), torch.repeat_interleave(times))


# Sums of a few numbers with three bits behind the point, which all dtypes hold.
@pytest.mark.parametrize("dtype", [torch.float, torch.half, torch.bfloat16])
def test_gradients_of_repeats_by_a_tensor(dtype):
    x = torch.arange(24).reshape(2, 3, 4).to(dtype)
    for axis in (0, 1, -1):
        times = torch.tensor([2, 0, 3, 1])[: x.shape[axis]]
        given = x.npu().requires_grad_(), x.clone().requires_grad_()
        there = torch.repeat_interleave(given[0], times.npu(), axis)
        here = torch.repeat_interleave(given[1], times, axis)
        grad = (torch.arange(here.numel()) % 16 / 8).reshape(here.shape).to(dtype)
        there.backward(grad.npu())
        here.backward(grad)
        assert torch.equal(given[0].grad.cpu(), given[1].grad)


@pytest.mark.parametrize("dtype", REALS)
def test_eye(dtype):
    for shape in ((5, 5), (3, 7), (0, 2)):
        assert torch.equal(torch.eye(*shape, dtype=dtype, device="npu").cpu(), torch.eye(*shape, dtype=dtype))


@pytest.mark.parametrize("dtype", REALS)
def test_flip_and_roll(dtype):
    x = numbers(torch.float, 1).to(dtype)
    for view in VIEWS.values():
        for axes in ((0,), (-1,), (1, 2), (0, 1, 2)):
            assert torch.equal(view(x.npu()).flip(axes).cpu(), view(x).flip(axes))
        for shifts, axes in ((3, 0), ((-1, 2), (1, 2)), (5, ()), ((1, 1, 1), (0, 1, 2))):
            there = view(x.npu()).roll(shifts, axes)
            assert torch.equal(there.cpu(), view(x).roll(shifts, axes))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("chunks", [1, 3, 8])
def test_chunks_side_by_side(dtype, chunks):
    """As parameters are laid out to be scattered to processes."""
    generator = torch.Generator().manual_seed(chunks)
    shapes = [(7, 5), (6,), (4, 2, 3), (1, 2)]
    parts = [torch.randn(shape, generator=generator).to(dtype) for shape in shapes]
    there = torch._chunk_cat([part.npu() for part in parts], 0, chunks)
    assert torch.equal(there.cpu(), torch._chunk_cat(parts, 0, chunks))
    out = torch.empty(there.shape, dtype=torch.float, device="npu")
    torch._chunk_cat([part.npu() for part in parts], 0, chunks, out=out)
    assert torch.equal(out.cpu(), there.cpu().float())

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

"""What is taken from where integers say, and put there, through PyTorch's Ascend adapter, unmodified
from PyPI, on this library: run by tests/clients/run."""

import pytest
import torch
from on_npu import FLOATS, INTEGERS, numbers

pytest.importorskip("torch_npu")


def places(shape: tuple[int, ...], below: int, seed: int = 3) -> torch.Tensor:
    return torch.randint(below, shape, generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS + [torch.bool])
def test_taken(dtype):
    table = numbers(torch.float, 1).reshape(-1)[:120].reshape(4, 5, 6).to(dtype)
    rows = table.reshape(20, 6)
    index = places((3, 7), 20)
    there = torch.nn.functional.embedding(index.npu(), rows.npu())
    assert torch.equal(there.cpu(), torch.nn.functional.embedding(index, rows))
    for dim in range(3):
        index = places((9,), table.shape[dim])
        there = torch.index_select(table.npu(), dim, index.npu())
        assert torch.equal(there.cpu(), torch.index_select(table, dim, index))
        index = places((4, 5, 6), table.shape[dim])
        there = torch.gather(table.npu(), dim, index.npu())
        assert torch.equal(there.cpu(), torch.gather(table, dim, index))
    a, b = places((3, 1), 4), places((2,), 6)
    assert torch.equal(table.npu()[a.npu(), :, b.npu()].cpu(), table[a, :, b])
    assert torch.equal(table.npu()[:, a.npu(), b.npu() - 6].cpu(), table[:, a, b])


def test_places_that_are_none():
    table, index = torch.zeros(4, 3).npu(), torch.tensor([0, 4]).npu()
    with pytest.raises(RuntimeError, match="507015"):
        torch.index_select(table, 0, index)
        torch.npu.synchronize()


# Where several elements go to one place, the last one stays; sums are exact in these numbers.
@pytest.mark.parametrize("dtype", [torch.float, torch.half, torch.int32])
def test_put(dtype):
    table = torch.arange(120).reshape(4, 5, 6).to(dtype)
    values = torch.arange(500, 620).reshape(4, 5, 6).to(dtype)
    for dim in range(3):
        there, here = (values.npu(), table.npu()), (values, table)
        index = torch.argsort(torch.rand(4, 5, 6, generator=torch.Generator().manual_seed(4)), dim)
        for (source, target), where in ((there, index.npu()), (here, index)):
            assert torch.equal(torch.scatter(target, dim, where, source).cpu(), table.scatter(dim, index, values))
            assert torch.equal(target.clone().scatter_(dim, where, source).cpu(), table.scatter(dim, index, values))
            assert torch.equal(torch.scatter(target, dim, where, 7).cpu(), table.scatter(dim, index, 7))
            assert torch.equal(target.clone().scatter_(dim, where, 7).cpu(), table.scatter(dim, index, 7))
        few = places((4, 5, 6), 2, 5)
        result = torch.scatter_add(table.npu(), dim, few.npu(), values.npu())
        assert torch.equal(result.cpu(), torch.scatter_add(table, dim, few, values))
        order = torch.randperm(table.shape[dim], generator=torch.Generator().manual_seed(6))
        result = torch.index_copy(table.npu(), dim, order.npu(), values.npu())
        assert torch.equal(result.cpu(), torch.index_copy(table, dim, order, values))
        result = table.npu().index_copy_(dim, order.npu(), values.npu())
        assert torch.equal(result.cpu(), torch.index_copy(table, dim, order, values))
    a, b = torch.tensor([[3], [1]]), torch.tensor([2, 0, 5])
    result, expected = table.npu(), table.clone()
    result[a.npu(), :, b.npu()] = values[:2, :3, :5].npu()
    expected[a, :, b] = values[:2, :3, :5]
    assert torch.equal(result.cpu(), expected)
    for accumulate in (False, True):
        result = table.npu().index_put_((a.npu(), a.npu(), b.npu()), values[0, :2, :3].npu(), accumulate)
        expected = table.clone().index_put_((a, a, b), values[0, :2, :3], accumulate)
        assert torch.equal(result.cpu(), expected)


@pytest.mark.parametrize("scales", [False, True])
def test_gradient_of_embedding(scales):
    index = places((5, 40), 7)
    weight = torch.randn(9, 16, generator=torch.Generator().manual_seed(2))
    grads = []
    for device in ("cpu", "npu"):
        leaf = weight.double() if device == "cpu" else weight.npu()
        leaf.requires_grad_()
        rows = torch.nn.functional.embedding(
            index.to(device), leaf, padding_idx=3, scale_grad_by_freq=scales
        )
        rows.backward(torch.ones_like(rows) / 3)
        grads.append(leaf.grad.cpu().double())
    torch.testing.assert_close(grads[1], grads[0], rtol=1e-6, atol=1e-6)


# The adapter asks for the shape of what is found after the run.
@pytest.mark.parametrize("dtype", [torch.float, torch.half, torch.int32, torch.bool])
def test_masked(dtype):
    table = (torch.arange(120).reshape(4, 5, 6) % 7 - 3).to(dtype)
    mask = table > 0
    for keep in (mask, mask[0], torch.zeros_like(mask)):
        assert torch.equal(torch.masked_select(table.npu(), keep.npu()).cpu(), torch.masked_select(table, keep))
    assert torch.equal(torch.nonzero(table.npu()).cpu(), torch.nonzero(table))
    assert torch.equal(table.npu()[mask.npu()].cpu(), table[mask])
    source = torch.arange(120).to(dtype)
    there = table.npu().masked_scatter_(mask.npu(), source.npu())
    assert torch.equal(there.cpu(), table.clone().masked_scatter_(mask, source))

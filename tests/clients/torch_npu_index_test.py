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

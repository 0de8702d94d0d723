"""What is taken from where integers say, and put there, through PyTorch's Ascend adapter, unmodified
from PyPI, on this library: run by tests/clients/run."""

import pytest
import torch
from on_npu import FLOATS, INTEGERS, numbers, ulps

torch_npu = pytest.importorskip("torch_npu")


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


@pytest.mark.parametrize("dtype", [torch.float, torch.half, torch.bfloat16, torch.int32])
def test_scans(dtype):
    x = numbers(torch.float, 1, -1.5, 1.5).to(dtype)
    for dim in range(3):
        for function in (torch.cummax, torch.cummin):
            there, here = function(x.npu(), dim), function(x, dim)
            assert torch.equal(there.values.cpu(), here.values)
            assert torch.equal(there.indices.cpu(), here.indices)
    products = torch.cumprod(x[:4].npu(), 0).cpu()
    exact = torch.cumprod(x[:4].double(), 0)
    if dtype.is_floating_point:
        assert ulps(products, exact) <= 0.501
    else:
        assert torch.equal(products.double(), exact)


def test_classes_become_rows():
    classes = places((4, 7), 9)
    there = torch.nn.functional.one_hot(classes.npu(), 9)
    assert torch.equal(there.cpu(), torch.nn.functional.one_hot(classes, 9))


@pytest.mark.parametrize("dtype", [torch.float, torch.half, torch.int32])
@pytest.mark.parametrize("right", [False, True])
def test_searched(dtype, right):
    rows = numbers(torch.float, 1)[:, :, 0].to(dtype)
    rows, order = rows.sort(dim=1)
    values = numbers(torch.float, 2)[:, :, 0].to(dtype)
    for out_int32 in (False, True):
        options = {"right": right, "out_int32": out_int32}
        there = torch.searchsorted(rows.npu(), values.npu(), **options)
        assert torch.equal(there.cpu(), torch.searchsorted(rows, values, **options))
    there = torch.searchsorted(rows[0].npu(), values.npu(), right=right)
    assert torch.equal(there.cpu(), torch.searchsorted(rows[0], values, right=right))
    there = torch.searchsorted(rows[0].npu(), 0.5, right=right)
    assert torch.equal(there.cpu(), torch.searchsorted(rows[0], 0.5, right=right))
    mixed = torch.empty_like(rows).scatter_(1, order, rows)
    there = torch.searchsorted(mixed.npu(), values.npu(), sorter=order.npu(), right=right)
    assert torch.equal(there.cpu(), torch.searchsorted(rows, values, right=right))


def test_counted():
    classes, weights = places((500,), 9), numbers(torch.float, 1).reshape(-1)[:500]
    assert torch.equal(torch.bincount(classes.npu()).cpu(), torch.bincount(classes))
    there = torch.bincount(classes.npu(), minlength=20).cpu()
    assert torch.equal(there, torch.bincount(classes, minlength=20))
    there = torch.bincount(classes.npu(), weights.npu()).cpu()
    exact = torch.bincount(classes, weights.double())
    torch.testing.assert_close(there.double(), exact, rtol=1e-6, atol=0)
    x = numbers(torch.float, 2)
    for low, high in ((0, 0), (-2, 3)):
        there = torch.histc(x.npu(), 7, low, high)
        assert torch.equal(there.cpu(), torch.histc(x, 7, low, high))


@pytest.mark.parametrize("dtype", [torch.float, torch.half, torch.int32, torch.int64])
def test_equal_elements_once(dtype):
    x = places((6, 90), 11).to(dtype)
    options = {"return_inverse": True, "return_counts": True}
    for there, here in zip(torch.unique(x.npu(), **options), torch.unique(x, **options)):
        assert torch.equal(there.cpu(), here)
    values, inverse = torch._unique(x.npu(), True, True)
    assert torch.equal(values.cpu()[inverse.cpu()], x)
    for dim in (None, 0, 1):
        rows = x.div(6, rounding_mode="floor").to(dtype)
        there = torch.unique_consecutive(rows.npu(), **options, dim=dim)
        here = torch.unique_consecutive(rows, **options, dim=dim)
        for one, other in zip(there, here):
            assert torch.equal(one.cpu(), other)
    for dim in (0, 1, -1):
        slices = places((9, 5), 2).to(dtype)
        there = torch.unique(slices.npu(), **options, dim=dim)
        for one, other in zip(there, torch.unique(slices, **options, dim=dim)):
            assert torch.equal(one.cpu(), other)


def test_blocks_put():
    table, blocks = numbers(torch.float, 1)[0], numbers(torch.float, 2)[0, :2]
    index = torch.tensor([[30], [4]])
    expected = table.clone()
    expected[index[:, 0]] = blocks
    there = table.npu()
    torch_npu.npu_scatter_nd_update_(there, index.npu(), blocks.npu())
    assert torch.equal(there.cpu(), expected)
    there = torch_npu.npu_scatter_nd_update(table.npu(), index.npu(), blocks.npu())
    assert torch.equal(there.cpu(), expected)


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("dtype", FLOATS)
def test_bags(dtype, mode):
    table = numbers(torch.float, 12).reshape(-1)[:120].reshape(20, 6).to(dtype)
    rows, offsets = places((15,), 20, 13), torch.tensor([0, 4, 4, 9])
    there = torch.nn.functional.embedding_bag(
        rows.npu(), table.npu(), offsets.npu(), mode=mode, padding_idx=int(rows[5])
    )
    here = torch.nn.functional.embedding_bag(
        rows, table.double(), offsets, mode=mode, padding_idx=int(rows[5])
    )
    torch.testing.assert_close(
        there.cpu().double(), here, rtol=torch.finfo(dtype).eps, atol=torch.finfo(dtype).eps
    )


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_gradients_of_bags(mode):
    """Which the adapter computes on the CPU, from what the operator gave."""
    table = numbers(torch.float, 12).reshape(-1)[:120].reshape(20, 6)
    rows, offsets = places((15,), 20, 13), torch.tensor([0, 4, 9])
    gradients = []
    for device in ("npu", "cpu"):
        leaf = table.to(device).requires_grad_()
        bags = torch.nn.functional.embedding_bag(
            rows.to(device), leaf, offsets.to(device), mode=mode, padding_idx=int(rows[5])
        )
        bags.square().sum().backward()
        gradients.append(leaf.grad.cpu())
    torch.testing.assert_close(*gradients, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("dtype", FLOATS)
def test_gradients_of_windows(dtype):
    x = numbers(dtype, 5)
    gradients = []
    for leaf in (x.npu(), x.double()):
        leaf.requires_grad_()
        windows = leaf.unfold(1, 4, 3)
        weights = torch.arange(windows.numel()).reshape(windows.shape) % 7 - 3
        (windows * weights.to(leaf)).sum().backward()
        gradients.append(leaf.grad.cpu().double())
    torch.testing.assert_close(*gradients, rtol=torch.finfo(dtype).eps, atol=0)


def test_likely_tokens():
    logits = torch.randn(3, 50, generator=torch.Generator().manual_seed(2))
    k, p = torch.tensor([7, 50, 0], dtype=torch.int32), torch.tensor([1.0, 0.6, 0.9])
    values, order = logits.double().sort(dim=-1, stable=True)
    values[0, :43] = -torch.inf
    gone = values.softmax(-1).cumsum(-1) <= 1 - p.double()[:, None]
    gone[:, -1] = False
    here = torch.empty_like(values).scatter_(1, order, values.masked_fill(gone, -torch.inf))
    there = torch_npu.npu_top_k_top_p(logits.npu(), p.npu(), k.npu()).cpu()
    assert torch.equal(there.double(), here)


def test_indices_without_elements_write_nothing():
    table = torch.arange(48.0).view(2, 6, 4)
    mask, none = torch.zeros(2, 6, dtype=torch.bool).npu(), torch.empty(0, dtype=torch.long).npu()
    there = table.npu()
    there[mask, none] = 1.0
    there[none] = 2.0
    there[none, none] = 3.0
    there[:, none] = 4.0
    assert torch.equal(there.cpu(), table)


# Slices that are written from where integers say on, as caches of keys and values are.
@pytest.mark.parametrize("dtype", [torch.float, torch.half, torch.bfloat16, torch.int8, torch.int32])
def test_slices_from_places_on(dtype):
    data = torch.arange(3 * 2 * 8 * 5).remainder(97).reshape(3, 2, 8, 5).to(dtype)
    updates = (torch.arange(3 * 2 * 2 * 5).remainder(89) - 40).reshape(3, 2, 2, 5).to(dtype)
    starts = [4, 0, 6]
    expected = data.clone()
    for row, start in enumerate(starts):
        expected[row, :, start : start + 2] = updates[row]
    indices = torch.tensor(starts)
    there = torch_npu.scatter_update(data.npu(), indices.npu(), updates.npu(), -2)
    assert torch.equal(there.cpu(), expected)
    there = data.npu()
    torch_npu.scatter_update_(there, indices.int().npu(), updates.npu(), 2)
    assert torch.equal(there.cpu(), expected)
    members = [member.npu() for member in data]
    results = torch_npu.npu_scatter_list(members, indices.npu(), updates.npu(), None)
    for result, one in zip(results, expected):
        assert torch.equal(result.cpu(), one)
    mask = torch.tensor([1, 0, 1], dtype=torch.uint8)
    torch_npu.npu_scatter_list_(members, indices.npu(), updates.npu(), mask.npu(), "update", -2)
    for member, one in zip(members, (expected[0], data[1], expected[2])):
        assert torch.equal(member.cpu(), one)
    with pytest.raises(RuntimeError, match="507015"):
        torch_npu.scatter_update(data.npu(), indices.npu() + 1, updates.npu(), -2)
        torch.npu.synchronize()

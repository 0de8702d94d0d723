"""Layer norms and concatenations through PyTorch's Ascend adapter, unmodified from PyPI, on this
library: run by tests/clients/run."""

import pytest
import torch
from on_npu import FLOATS, INTEGERS, VIEWS, assert_close, numbers
from torch.nn.functional import layer_norm

pytest.importorskip("torch_npu")

ERRORS = {torch.float: 2e-6, torch.half: 1e-3, torch.bfloat16: 8e-3}


# The adapter hands weight and bias on in the dtype of x, and the result is rounded once.
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("axes", [1, 2, 3])
@pytest.mark.parametrize("affine", [False, True])
def test_layer_norm(dtype, axes, affine):
    x = numbers(dtype, 1)
    for view in VIEWS.values():
        shape = view(x).shape[-axes:]
        generator = torch.Generator().manual_seed(2)
        weight, bias = torch.randn(2, *shape, generator=generator).to(dtype) if affine else (None,) * 2
        there = layer_norm(
            view(x.npu()), shape, weight.npu() if affine else None, bias.npu() if affine else None
        )
        here = layer_norm(
            view(x).double(), shape, weight.double() if affine else None, bias.double() if affine else None
        )
        assert_close(there, here, 0.51)


@pytest.mark.parametrize("dtype", FLOATS)
def test_gradients_of_layer_norm(dtype):
    generator = torch.Generator().manual_seed(3)
    x, grad = torch.randn(2, 40, 33, generator=generator).to(dtype)
    weight, bias = torch.randn(2, 33, generator=generator).to(dtype)
    there = [value.npu().requires_grad_() for value in (x, weight, bias)]
    here = [value.double().requires_grad_() for value in (x, weight, bias)]
    layer_norm(there[0], (33,), *there[1:]).backward(grad.npu())
    layer_norm(here[0], (33,), *here[1:]).backward(grad.double())
    error = ERRORS[dtype]
    for actual, expected in zip(there, here):
        torch.testing.assert_close(
            actual.grad.cpu().double(), expected.grad, rtol=error, atol=8 * error
        )


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS + [torch.bool])
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_cat(dtype, axis):
    x, y = numbers(torch.float, 1).to(dtype), numbers(torch.float, 2).to(dtype)
    part = y.narrow(axis, 0, 2)
    for parts in ([x, y], [x], [part, x, part], [x[:0].reshape(0), y]):
        there = torch.cat([value.npu() for value in parts], axis)
        assert torch.equal(there.cpu(), torch.cat(parts, axis))
    there = torch.cat([x.npu().permute(2, 0, 1), y.npu().permute(2, 0, 1)], axis)
    assert torch.equal(there.cpu(), torch.cat([x.permute(2, 0, 1), y.permute(2, 0, 1)], axis))


def test_cat_promotes():
    x, y = numbers(torch.int32, 1), numbers(torch.half, 2)
    assert torch.equal(torch.cat([x.npu(), y.npu()]).cpu(), torch.cat([x, y]))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("p", [1, 2, float("inf")])
def test_renorm(dtype, p):
    x = numbers(dtype, 11)
    for dim in (0, 1, -1):
        here = torch.renorm(x.double(), p, dim, 3)
        torch.testing.assert_close(
            torch.renorm(x.npu(), p, dim, 3).cpu().double(), here, rtol=ERRORS[dtype], atol=1e-6
        )
        there = x.npu()
        there.renorm_(p, dim, 3)
        torch.testing.assert_close(there.cpu().double(), here, rtol=ERRORS[dtype], atol=1e-6)


def test_embedding_with_a_norm():
    weight, rows = torch.randn(9, 5), torch.tensor([[3, 0], [8, 3]])
    there, here = weight.npu(), weight.double()
    of_there = torch.nn.functional.embedding(rows.npu(), there, max_norm=1.0)
    of_here = torch.nn.functional.embedding(rows, here, max_norm=1.0)
    torch.testing.assert_close(of_there.cpu().double(), of_here, rtol=1e-6, atol=1e-6)
    torch.testing.assert_close(there.cpu().double(), here, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("p", [0.0, 1.0, 1.5, 2.0, 3.0, float("inf")])
def test_distances(p):
    x, y = torch.randn(2, 5, 7), torch.randn(6, 7)
    torch.testing.assert_close(
        torch.cdist(x.npu(), y.npu(), p).cpu().double(),
        torch.cdist(x.double(), y.double(), p),
        rtol=1e-6,
        atol=1e-6,
    )


@pytest.mark.parametrize("p", [0.0, 1.0, 1.5, 2.0, float("inf")])
def test_distances_of_pairs(p):
    x = torch.randn(6, 7)
    torch.testing.assert_close(
        torch.pdist(x.npu(), p).cpu().double(), torch.pdist(x.double(), p), rtol=1e-6, atol=1e-6
    )


def test_gradient_of_distances():
    x, y = torch.randn(5, 7), torch.randn(6, 7)
    gradients = []
    for a, b in ((x.npu(), y.npu()), (x.double(), y.double())):
        a.requires_grad_()
        torch.cdist(a, b, 3.0).square().sum().backward()
        gradients.append(a.grad.cpu().double())
    torch.testing.assert_close(*gradients, rtol=1e-5, atol=1e-5)

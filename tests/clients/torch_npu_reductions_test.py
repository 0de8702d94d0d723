"""Extremes, orders, products, norms and scans through PyTorch's Ascend adapter, unmodified from
PyPI, on this library: run by tests/clients/run."""

import pytest
import torch
from on_npu import FLOATS, numbers

pytest.importorskip("torch_npu")

# Exact, so that the results are PyTorch's on a CPU; elements are all different.
EXACT = {
    "max": lambda x: x.max(),
    "min": lambda x: x.min(),
    "amax": lambda x: x.amax(1),
    "amin": lambda x: x.amin(0, keepdim=True),
    "argmax": lambda x: x.argmax(1),
    "argmax of all": lambda x: x.argmax(),
    "argmin": lambda x: x.argmin(0),
    "values of max": lambda x: x.max(1).values,
    "indices of min": lambda x: x.min(0).indices,
    "all": lambda x: (x > -10).all(),
    "any": lambda x: (x > 3).any(1),
    "sort": lambda x: x.sort(1).values,
    "order": lambda x: x.sort(0, descending=True).indices,
    "top": lambda x: x.topk(3, 1).values,
    "top indices": lambda x: x.topk(2, 1, largest=False).indices,
}


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("dtype", FLOATS)
def test_exact(dtype, name):
    values = (torch.randperm(7 * 33).view(7, 33) - 100).to(dtype)
    assert torch.equal(EXACT[name](values.npu()).cpu(), EXACT[name](values))


ROUNDED = {
    "prod": lambda x: x.prod(),
    "prod along an axis": lambda x: x.prod(1),
    "nansum": lambda x: torch.nansum(x, 1),
    "cumsum": lambda x: x.cumsum(1),
    "norm": lambda x: x.norm(),
    "norm of order 3": lambda x: torch.linalg.vector_norm(x, 3, dim=1),
    "largest size": lambda x: torch.linalg.vector_norm(x, float("inf"), dim=0),
}


@pytest.mark.parametrize("name", ROUNDED)
def test_rounded(name):
    values = numbers(torch.float, 1, 0.9, 1.1)
    there, here = ROUNDED[name](values.npu()).cpu().double(), ROUNDED[name](values.double())
    torch.testing.assert_close(there, here, rtol=1e-7, atol=0)

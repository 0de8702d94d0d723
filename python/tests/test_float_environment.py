"""torch.set_flush_denormal changes how the process computes, and no result of ours."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import openaclnn

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

SUBNORMAL = np.uint32(0x00012345)


@pytest.fixture
def flushing() -> Iterator[None]:
    """While PyTorch flushes subnormals in this thread."""
    if not torch.set_flush_denormal(True):
        pytest.skip("PyTorch cannot flush subnormals on this machine")
    yield
    torch.set_flush_denormal(False)


def flushes() -> bool:
    return float(torch.tensor([1.2e-38]) * 0.5) == 0


@pytest.mark.parametrize("count", [8, 1 << 22])  # computed in this thread, and by others
def test_subnormals_are_kept(flushing: None, count: int) -> None:
    assert flushes()
    x = np.full(count, 0.5, np.float32)
    grad = np.full(count, SUBNORMAL, np.uint32).view(np.float32)
    result = openaclnn.logit_grad(x, grad)  # 4 times the gradient: exact, and still subnormal
    assert (np.asarray(result).view(np.uint32) == 4 * SUBNORMAL).all()
    assert flushes()


def test_scalars_are_kept(flushing: None) -> None:
    self = np.full(8, SUBNORMAL, np.uint32).view(np.float32)
    bound = int(SUBNORMAL + 1) * 2.0**-149
    result = openaclnn.hardtanh_backward(np.ones(8, np.float32), self, -bound, bound)
    assert (np.asarray(result) == 1).all()

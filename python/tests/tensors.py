"""Tensors of PyTorch for the tests, and errors in ULP."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch


def random(shape: tuple[int, ...], dtype: Any, seed: int) -> Any:
    """Numbers from -3 to 3: beyond -4, gelu of PyTorch loses digits also in double."""
    values = np.random.default_rng(seed).uniform(-3, 3, shape)
    return torch.from_numpy(np.asarray(values)).to(dtype)


def like(layout: Any, tensor: Any) -> Any:
    """A copy of a tensor that lies in memory as a layout says."""
    steps = layout.empty(tuple(tensor.shape), np.uint8).strides
    last = sum(step * (n - 1) for step, n in zip(steps, tensor.shape, strict=True) if n > 0)
    return torch.empty(last + 1, dtype=tensor.dtype).as_strided(tensor.shape, steps).copy_(tensor)


def assert_within(actual: Any, double: Any, ulp: float) -> None:
    """Compares with results in double, in units of the last place of actual's dtype."""
    info = torch.finfo(actual.dtype)
    exponent = torch.frexp(double)[1].double() - 1
    unit = torch.exp2(exponent) * info.eps
    errors = (actual.double() - double).abs() / unit.clamp(min=info.smallest_normal * info.eps)
    assert errors.numel() == 0 or errors.max() <= ulp

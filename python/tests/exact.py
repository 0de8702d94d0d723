"""The operators in mpmath, from the formulas of the public headers, and errors in ULP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
from mpmath import mp, mpf

mp.dps = 60

Exact = Callable[..., mpf]


def hardtanh(grad: mpf, x: mpf, low: float, high: float) -> mpf:
    return mpf(0) if x <= low or x >= high else grad


def softplus(grad: mpf, x: mpf, beta: float, threshold: float) -> mpf:
    return grad if beta * x > threshold else grad / (1 + mp.exp(-beta * x))


def gelu_none(grad: mpf, x: mpf) -> mpf:
    return grad * (mp.ncdf(x) + x * mp.npdf(x))


def gelu_tanh(grad: mpf, x: mpf) -> mpf:
    scale, cubic = mp.sqrt(2 / mp.pi), mpf("0.044715")
    # (1 + tanh u) / 2 is 1 / (1 + e^-2u), which cancels nowhere.
    half = 1 / (1 + mp.exp(-2 * scale * (x + cubic * x**3)))
    return grad * (half + x * 2 * half * (1 - half) * scale * (1 + 3 * cubic * x**2))


def logit(x: mpf, grad: mpf, eps: float) -> mpf:
    low = np.float32(eps)
    return grad / (x * (1 - x)) if low <= x <= np.float32(1) - low else mpf(0)


def ulp_errors(actual: np.ndarray[Any, Any], exact: list[mpf]) -> list[float]:
    """Distances from the exact numbers, in units of the last place at the exact numbers."""
    info = ml_dtypes.finfo(actual.dtype)
    errors = []
    for result, wanted in zip(actual.ravel().astype(np.float64), exact, strict=True):
        exponent = max(mp.frexp(wanted)[1] - 1, info.minexp)
        errors.append(float(abs(mpf(float(result)) - wanted) / mpf(2) ** (exponent - info.nmant)))
    return errors

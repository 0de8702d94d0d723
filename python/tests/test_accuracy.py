"""Results against mpmath, with the errors that docs/accuracy.md promises."""

from __future__ import annotations

from typing import Any

import exact
import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mpf

import openaclnn

# Limits with any gradOutput: 1 ULP of float; 16 bits are correctly rounded except for ties.
LIMITS = {np.float32: 1.0, np.float64: 1.0, np.float16: 0.501, ml_dtypes.bfloat16: 0.501}
FLOATS = [np.float16, ml_dtypes.bfloat16, np.float32]

# Operator, its numbers, its exact definition, the range of its argument.
CASES: list[tuple[str, tuple[Any, ...], exact.Exact, float, float]] = [
    ("hardtanh_backward", (-1.0, 2.0), exact.hardtanh, -3, 3),
    ("softplus_backward", (1.0, 20.0), exact.softplus, -30, 30),
    ("softplus_backward", (-1.5, 0.25), exact.softplus, -30, 30),
    ("gelu_backward_v2", ("none",), exact.gelu_none, -13, 6),
    ("gelu_backward_v2", ("tanh",), exact.gelu_tanh, -10, 6),
    ("logit_grad", (0.125,), exact.logit, -0.1, 1.1),
]


def numbers(array: np.ndarray[Any, Any]) -> list[mpf]:
    return [mpf(float(value)) for value in array.astype(np.float64).ravel()]


def check(
    case: tuple[str, tuple[Any, ...], exact.Exact, float, float], dtype: Any, seed: int
) -> None:
    name, parameters, definition, low, high = case
    generator = np.random.default_rng(seed)
    x = generator.uniform(low, high, 60).astype(dtype)
    grad = generator.normal(0, 2, 60).astype(dtype)
    first, second = (x, grad) if name == "logit_grad" else (grad, x)
    actual = getattr(openaclnn, name)(first, second, *parameters)
    assert actual.dtype == dtype
    wanted = [
        definition(a, b, *parameters) if name != "gelu_backward_v2" else definition(a, b)
        for a, b in zip(numbers(first), numbers(second), strict=True)
    ]
    assert max(exact.ulp_errors(actual, wanted)) <= LIMITS[dtype]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}{case[1]}")
def test_errors_are_as_promised(case: Any, dtype: Any) -> None:
    for seed in range(5):
        check(case, dtype, seed)


def test_double() -> None:
    for seed in range(5):
        check(CASES[1], np.float64, seed)


@given(st.floats(-13, 3, width=32), st.sampled_from(["none", "tanh"]))
def test_gelu_anywhere(x: float, approximate: Any) -> None:
    one, at = np.ones(1, np.float32), np.array([x], np.float32)
    definition = exact.gelu_none if approximate == "none" else exact.gelu_tanh
    actual = openaclnn.gelu_backward_v2(one, at, approximate)
    assert exact.ulp_errors(actual, [definition(mpf(1), mpf(x))])[0] <= 0.61


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.bool_])
def test_integers(dtype: Any) -> None:
    x = np.arange(8).astype(dtype)
    grad = np.linspace(0.5, 2, 8, dtype=np.float32)
    actual = openaclnn.softplus_backward(grad, x, 0.5, 20)
    wanted = [exact.softplus(g, n, 0.5, 20) for g, n in zip(numbers(grad), numbers(x), strict=True)]
    assert max(exact.ulp_errors(actual, wanted)) <= 1


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("channels", [1, 3])
def test_prelu(dtype: Any, channels: int) -> None:
    generator = np.random.default_rng(channels)
    grad, x = (generator.normal(0, 1, (5, 3, 7)).astype(dtype) for _ in range(2))
    weight = generator.normal(0, 1, channels).astype(dtype)
    grad_input, grad_weight = openaclnn.prelu_backward(grad, x, weight)

    weights = np.broadcast_to(weight.reshape(1, channels, 1), x.shape)
    triples = list(zip(numbers(grad), numbers(x), numbers(weights), strict=True))
    assert max(exact.ulp_errors(grad_input, [g if a > 0 else w * g for g, a, w in triples])) <= 0.5

    terms = np.array([mpf(0) if a > 0 else a * g for g, a, _ in triples]).reshape(x.shape)
    for c in range(channels):
        mine = terms.ravel() if channels == 1 else terms[:, c].ravel()
        size = sum(abs(term) for term in mine)
        error = abs(mpf(float(grad_weight[c])) - sum(mine))
        rounding = mpf(float(ml_dtypes.finfo(dtype).eps)) / 2 * abs(sum(mine))
        assert error <= 4 * mpf(2) ** -23 * size + rounding


def test_special_values() -> None:
    x = np.array([np.nan, np.inf, -np.inf, 0, -0.0], np.float32)
    one = np.ones_like(x)
    np.testing.assert_array_equal(openaclnn.hardtanh_backward(one, x, -1, 1), [1, 0, 0, 1, 1])
    np.testing.assert_array_equal(
        openaclnn.gelu_backward_v2(one, x, "none"), [np.nan, 1, 0, 0.5, 0.5]
    )
    np.testing.assert_array_equal(
        openaclnn.softplus_backward(one, x, 1, np.nan), [np.nan, 1, 0, 0.5, 0.5]
    )
    np.testing.assert_array_equal(
        openaclnn.logit_grad(x, one, -1), [np.nan, np.nan, np.nan, np.inf, np.inf]
    )

"""Layouts, dtypes and outputs: what callers may pass and what they get."""

from __future__ import annotations

import tracemalloc
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import MARK, SHAPES, layouts

import openaclnn

FLOATS = [np.float16, ml_dtypes.bfloat16, np.float32]
DTYPES = st.sampled_from(FLOATS)


def random(shape: tuple[int, ...], dtype: Any, seed: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).normal(0, 2, shape).astype(dtype)


def bits(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.frombuffer(array.tobytes(), np.uint8)


@given(st.data(), SHAPES, DTYPES)
def test_layouts_do_not_matter(data: st.DataObject, shape: tuple[int, ...], dtype: Any) -> None:
    grad, x = random(shape, dtype, 1), random(shape, dtype, 2)
    expected = openaclnn.hardtanh_backward(grad, x, -1, 1)
    np.testing.assert_array_equal(
        expected.astype(np.float32), np.where((x <= -1) | (x >= 1), 0, grad.astype(np.float32))
    )
    inputs = [data.draw(layouts(len(shape))).of(array) for array in (grad, x)]
    before = [array.copy() for array in inputs]
    out = data.draw(layouts(len(shape))).empty(shape, dtype)
    assert openaclnn.hardtanh_backward(*inputs, min=-1, max=1, out=out) is out
    np.testing.assert_array_equal(bits(out), bits(expected))
    for array, copy in zip(inputs, before, strict=True):
        np.testing.assert_array_equal(bits(array), bits(copy))

    out[...] = np.full(out.itemsize, MARK, np.uint8).view(dtype)[0]
    assert (out.base == MARK).all(), "only elements of the output may change"


@given(st.data(), SHAPES, DTYPES, DTYPES)
def test_broadcasts(data: st.DataObject, shape: tuple[int, ...], first: Any, second: Any) -> None:
    """Axes of 1 and of stride 0, and promotion."""
    narrow = tuple(data.draw(st.sampled_from([1, n])) for n in shape)
    grad, x = random(narrow, first, 3), random(shape, second, 4)
    wide = np.broadcast_to(grad, shape)
    expected = openaclnn.gelu_backward_v2(np.ascontiguousarray(wide).reshape(shape), x, "tanh")
    common = first if first == second else np.float32
    assert expected.dtype == common and expected.shape == shape
    for given_grad in (grad, wide, data.draw(layouts(len(shape))).of(grad)):
        actual = openaclnn.gelu_backward_v2(given_grad, x, "tanh")
        np.testing.assert_array_equal(bits(actual), bits(expected))


@pytest.mark.parametrize("dtype", FLOATS)
def test_prelu_outputs(dtype: Any) -> None:
    grad, x, weight = (
        random((2, 3, 4), dtype, 5),
        random((2, 3, 4), dtype, 6),
        random((3,), dtype, 7),
    )
    expected = openaclnn.prelu_backward(grad, x, weight)
    assert [r.shape for r in expected] == [(2, 3, 4), (3,)]
    grad_input, grad_weight = np.empty_like(x)[::-1], np.empty((6,), dtype)[::2]
    results = openaclnn.prelu_backward(grad, x, weight, out=(grad_input, grad_weight))
    assert results[0] is grad_input and results[1] is grad_weight
    only_weight = openaclnn.prelu_backward(grad, x, weight.reshape(1, 3), out=(None, grad_weight))
    for actual in (results, only_weight):
        for a, e in zip(actual, expected, strict=True):
            np.testing.assert_array_equal(bits(a), bits(e))
    one = openaclnn.prelu_backward(grad, x, weight[:1].reshape(1, 1))
    assert one[1].shape == (1, 1)


def test_mixed_dtypes_of_softplus() -> None:
    grad, x = random((5,), np.float32, 8), random((5,), np.float64, 9)
    assert openaclnn.softplus_backward(grad, x, 1, 20).dtype == np.float32
    out = np.empty(5, np.float64)
    openaclnn.softplus_backward(grad, x, 1, 20, out=out)
    np.testing.assert_allclose(out, grad.astype(np.float64) / (1 + np.exp(-x)), rtol=1e-14)


def test_inputs_are_not_copied() -> None:
    grad = np.ones(1 << 20, np.float32)
    x, out = grad[::-1], np.empty_like(grad)
    tracemalloc.start()
    openaclnn.hardtanh_backward(grad, x, -1, 2, out=out)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < grad.nbytes / 100
    assert out.all()


def test_in_place_and_overlap() -> None:
    memory = np.linspace(-2, 2, 9, dtype=np.float32)
    expected = np.where(np.abs(memory) >= 1, 0, memory)
    with pytest.raises(openaclnn.ArgumentError, match="out: shares memory with gradOutput"):
        openaclnn.hardtanh_backward(memory[:-1], memory[:-1], -1, 1, out=memory[1:])
    openaclnn.hardtanh_backward(memory, memory, -1, 1, out=memory)
    np.testing.assert_array_equal(memory, expected)


class OnlyDlpack:
    """An array of some other library."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self._array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


def test_other_libraries() -> None:
    grad, x = random((3, 4), np.float32, 10), random((3, 4), np.float32, 11)
    expected = openaclnn.hardtanh_backward(grad, x, -1, 1)
    out = np.empty((4, 3), np.float32).T
    actual = openaclnn.hardtanh_backward(OnlyDlpack(grad), OnlyDlpack(x[:, :]), -1, 1)
    assert isinstance(actual, np.ndarray)
    np.testing.assert_array_equal(actual, expected)
    openaclnn.hardtanh_backward(grad, OnlyDlpack(x), -1, 1, out=OnlyDlpack(out))  # type: ignore[call-overload]
    np.testing.assert_array_equal(out, expected)
    read_only = grad.copy()
    read_only.flags.writeable = False
    np.testing.assert_array_equal(
        openaclnn.hardtanh_backward(read_only, OnlyDlpack(x), -1, 1), expected
    )
    with pytest.raises(ValueError, match="out is read-only"):
        openaclnn.hardtanh_backward(grad, x, -1, 1, out=OnlyDlpack(read_only))  # type: ignore[call-overload]

"""Layouts, dtypes and outputs: what callers may pass and what they get."""

from __future__ import annotations

import sys
import tracemalloc
from array import array as compact_array
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from capsules import COPIED, CUDA, CUDA_HOST, METAL, READ_ONLY, Exporter
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


class OneCapsule:
    """An exporter that shows the same capsule whenever it is asked."""

    def __init__(self, array: np.ndarray[Any, Any], **options: Any) -> None:
        self._capsule = array.__dlpack__(**options)

    def __dlpack__(self, **options: Any) -> Any:
        return self._capsule


@pytest.mark.parametrize("options", [{}, {"max_version": (1, 0)}])
def test_capsules_are_used_once(options: Any) -> None:
    x = random((5,), np.float32, 12)
    references = sys.getrefcount(x)
    exporter = OneCapsule(x, **options)
    for name in ("self", "gradOutput", "gradOutput"):
        with pytest.raises(TypeError, match=f"{name} is shown by a DLPack capsule that was used"):
            openaclnn.hardtanh_backward(exporter, exporter, -1, 1)
    del exporter
    assert sys.getrefcount(x) == references
    capsule = x.__dlpack__(**options)
    np.testing.assert_array_equal(
        openaclnn.hardtanh_backward(capsule, x, -1, 1), openaclnn.hardtanh_backward(x, x, -1, 1)
    )
    with pytest.raises(TypeError, match="gradOutput is shown by a DLPack capsule that was used"):
        openaclnn.hardtanh_backward(capsule, x, -1, 1)
    del capsule
    assert sys.getrefcount(x) == references


def test_what_capsules_say() -> None:
    x = random((7,), np.float32, 13)
    expected = openaclnn.hardtanh_backward(x, x, -1, 1)
    shown = Exporter(x, offset=2, flags=READ_ONLY, device=CUDA_HOST)
    for repeat in (1, 2):
        actual = openaclnn.hardtanh_backward(shown, x[2:], -1, 1)
        np.testing.assert_array_equal(actual, expected[2:])
        assert shown.freed == repeat
    out = np.zeros_like(x)
    openaclnn.hardtanh_backward(x[3:], x[3:], -1, 1, out=Exporter(out, offset=3))  # type: ignore[call-overload]
    np.testing.assert_array_equal(out[:3], 0)
    np.testing.assert_array_equal(out[3:], expected[3:])


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"flags": READ_ONLY}, ValueError, "out is read-only"),
        ({"flags": COPIED}, ValueError, "out is shown as a copy"),
        ({"device": CUDA}, TypeError, "out lies on GPU 0; .*OPENACLNN_DEVICE is not"),
        ({"device": METAL}, TypeError, "out lies on a device .DLPack's device type 8"),
        ({"major": 2}, TypeError, "out has version 2.0 of DLPack; expected 1.x"),
    ],
)
def test_refused_capsules_are_given_back(options: Any, error: Any, words: str) -> None:
    x, out = random((7,), np.float32, 14), np.zeros(7, np.float32)
    shown = Exporter(out, **options)
    with pytest.raises(error, match=words):
        openaclnn.hardtanh_backward(x, x, -1, 1, out=shown)  # type: ignore[call-overload]
    assert shown.freed == 1 and not out.any()


def misaligned(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A copy that begins one byte after a multiple of the element size."""
    memory = np.empty(values.nbytes + 1, np.uint8)[1:].view(values.dtype).reshape(values.shape)
    memory[...] = values
    assert not memory.flags.aligned
    return memory


@pytest.mark.parametrize("dtype", FLOATS)
def test_misaligned_inputs_are_copied(dtype: Any) -> None:
    grad, x = random((3, 4), dtype, 15), random((3, 4), dtype, 16)
    expected = openaclnn.hardtanh_backward(grad, x, -1, 1)
    actual = openaclnn.hardtanh_backward(misaligned(grad), misaligned(x.T).T, -1, 1)
    np.testing.assert_array_equal(bits(actual), bits(expected))
    packed = np.zeros((3, 4), [("tag", np.uint8), ("x", dtype)])  # strides between elements
    packed["x"] = x
    actual = openaclnn.hardtanh_backward(misaligned(grad)[::-1], packed["x"][::-1], -1, 1)
    np.testing.assert_array_equal(bits(actual), bits(np.ascontiguousarray(expected[::-1])))


def test_misaligned_memory_of_other_libraries() -> None:
    grad, x = random((3, 4), np.float32, 15), random((3, 4), np.float32, 16)
    expected = openaclnn.hardtanh_backward(grad, x, -1, 1)
    for view in (
        lambda a: a,
        lambda a: a.T,
        lambda a: a[::2, ::-1],
        lambda a: a[:0],
        lambda a: a[1:2, 1],
    ):
        actual = openaclnn.hardtanh_backward(view(grad), OnlyDlpack(view(misaligned(x))), -1, 1)
        np.testing.assert_array_equal(actual, view(expected))
    out = misaligned(np.zeros((3, 4), np.float32))
    for bad in (out, OnlyDlpack(out)):
        with pytest.raises(ValueError, match="out is not aligned to its elements: pass"):
            openaclnn.hardtanh_backward(grad, x, -1, 1, out=bad)  # type: ignore[call-overload]
    assert not out.any()


class Failing:
    """An exporter with an error of its own."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def __dlpack__(self, **options: Any) -> Any:
        raise self._error


@pytest.mark.parametrize(
    "error", [ValueError("mine"), TypeError("mine"), MemoryError("mine"), KeyboardInterrupt("mine")]
)
def test_errors_of_exporters_reach_the_caller(error: BaseException) -> None:
    x = np.ones(3, np.float32)
    with pytest.raises(type(error)) as caught:
        openaclnn.hardtanh_backward(x, Failing(error), -1, 1)
    assert caught.value is error
    with pytest.raises(type(error)) as caught:
        openaclnn.hardtanh_backward(x, x, -1, 1, out=Failing(error))  # type: ignore[call-overload]
    assert caught.value is error


def test_refusals_of_exporters_are_explained() -> None:
    x, reason = np.ones(3, np.float32), BufferError("has gone")
    with pytest.raises(
        TypeError, match=r"self is <class '.*Failing'>, has gone; expected"
    ) as caught:
        openaclnn.hardtanh_backward(x, Failing(reason), -1, 1)
    assert caught.value.__cause__ is reason


def test_buffers_and_numbers_of_numpy() -> None:
    x = random((4,), np.float32, 17)
    expected = openaclnn.hardtanh_backward(x, x, -1, 1)
    buffer: Any = compact_array("f", x)
    np.testing.assert_array_equal(
        openaclnn.hardtanh_backward(buffer, memoryview(x), -1, 1), expected
    )  # type: ignore[call-overload]
    out: Any = compact_array("f", 4 * [9])
    openaclnn.hardtanh_backward(x, x, -1, 1, out=out)
    np.testing.assert_array_equal(out, expected)
    one: Any = np.float32(0.5)
    assert openaclnn.hardtanh_backward(one, one, -1, 1) == 0.5


def test_masks_are_not_ignored() -> None:
    x = np.ma.masked_array(np.ones(3, np.float32), [False, True, False])
    with pytest.raises(TypeError, match="self is a masked array; fill it"):
        openaclnn.hardtanh_backward(x.data, x, -1, 1)
    np.testing.assert_array_equal(openaclnn.hardtanh_backward(x.data, x.filled(0), -1, 2), 1)


@pytest.mark.parametrize("dtype", FLOATS)
def test_defaults(dtype: Any) -> None:
    """Those of PyTorch."""
    grad, x = random((9,), dtype, 18), random((9,), dtype, 19)
    for defaults, given_values in [
        (openaclnn.hardtanh_backward(grad, x), openaclnn.hardtanh_backward(grad, x, -1, 1)),
        (openaclnn.softplus_backward(grad, x), openaclnn.softplus_backward(grad, x, 1, 20)),
        (openaclnn.gelu_backward_v2(grad, x), openaclnn.gelu_backward_v2(grad, x, "none")),
        (openaclnn.logit_grad(x, grad), openaclnn.logit_grad(x, grad, -1)),
        (openaclnn.logit_grad(x, grad, None), openaclnn.logit_grad(x, grad, -1)),
    ]:
        np.testing.assert_array_equal(bits(defaults), bits(given_values))


@pytest.mark.parametrize("dtype", FLOATS)
def test_number_as_weight(dtype: Any) -> None:
    grad, x = random((2, 3), dtype, 20), random((2, 3), dtype, 21)
    for number in (0.25, 2, np.float64(-0.5)):
        results = openaclnn.prelu_backward(grad, x, number)
        expected = openaclnn.prelu_backward(grad, x, np.array(number, dtype))
        assert results[1].shape == () and results[1].dtype == dtype
        for actual, wanted in zip(results, expected, strict=True):
            np.testing.assert_array_equal(bits(actual), bits(wanted))

"""Arrays on a GPU, shown by DLPack, in memory that the driver gave and on a stream of its own."""

from __future__ import annotations

import ctypes
import os
from typing import Any

import numpy as np
import pytest
from capsules import CUDA, Exporter

import openaclnn

pytestmark = pytest.mark.skipif(
    os.environ.get("OPENACLNN_DEVICE", "cpu") == "cpu", reason="OPENACLNN_DEVICE asks for no GPU"
)

_NON_BLOCKING = 1


class Driver:
    """Another user of CUDA in the process: the primary context of GPU 0, and a stream."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL("libcuda.so.1")
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self("cuInit", 0)
        self("cuDeviceGet", ctypes.byref(device), 0)
        self("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self("cuCtxSetCurrent", context)
        self.stream = ctypes.c_void_p()
        self("cuStreamCreate", ctypes.byref(self.stream), _NON_BLOCKING)

    def __call__(self, name: str, *arguments: Any) -> None:
        assert getattr(self._library, name)(*arguments) == 0, name

    def copy(self, to: int, source: int, size: int) -> None:
        """Puts it on the stream."""
        self("cuMemcpyAsync", *map(ctypes.c_ulonglong, (to, source)), ctypes.c_size_t(size), self.stream)


@pytest.fixture(scope="module")
def driver() -> Driver:
    return Driver()


class GpuArray(Exporter):
    """A copy of a dense array that the stream of the driver's user makes, sooner or later."""

    def __init__(self, driver: Driver, array: np.ndarray[Any, Any], number: int = 0) -> None:
        super().__init__(array, device=CUDA)
        self._driver = driver
        self._number = number
        address = ctypes.c_ulonglong()
        driver("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(array.nbytes))
        self.address = address.value
        driver.copy(self.address, array.ctypes.data, array.nbytes)
        self._tensor = (self.address, CUDA, number, *self._tensor[3:])
        self.streams: list[int] = []

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, self._number

    def __dlpack__(self, *, stream: int, max_version: tuple[int, int]) -> Any:
        event = ctypes.c_void_p()
        self._driver("cuEventCreate", ctypes.byref(event), 0)
        self._driver("cuEventRecord", event, self._driver.stream)
        self._driver("cuStreamWaitEvent", ctypes.c_void_p(stream), event, 0)
        self.streams.append(stream)
        return super().__dlpack__(max_version=max_version)

    def read(self) -> np.ndarray[Any, Any]:
        result = np.empty_like(self._array)
        self._driver.copy(result.ctypes.data, self.address, result.nbytes)
        self._driver("cuStreamSynchronize", self._driver.stream)
        return result


def numbers(seed: int, count: int = 1000) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).normal(size=count).astype(np.float32)


def test_operators_work_where_the_arrays_lie(driver: Driver) -> None:
    x, grad = numbers(1), numbers(2)
    expected = openaclnn.silu_backward(grad, x)
    self, out = GpuArray(driver, x), GpuArray(driver, np.zeros_like(x))
    for k in range(20):
        gradient = GpuArray(driver, grad + k)
        result = openaclnn.silu_backward(gradient, self, out=out)  # type: ignore[call-overload]
        assert result is out
        np.testing.assert_array_equal(out.read(), openaclnn.silu_backward(grad + k, x))
        assert gradient.freed == 1 and gradient.streams == self.streams[:1]
    assert gradient.streams[0] > 2  # neither of the default streams
    openaclnn.silu_backward(GpuArray(driver, grad), self, out=out)  # type: ignore[call-overload]
    np.testing.assert_array_equal(out.read(), expected)


def test_arrays_of_the_cpu_are_copied(driver: Driver) -> None:
    x = numbers(3)
    # By the definition, in double.
    np.testing.assert_allclose(openaclnn.silu(x), x / (1 + np.exp(-x.astype(np.float64))), rtol=2e-7)
    np.testing.assert_array_equal(openaclnn.relu(x[::-2]), np.maximum(x[::-2], 0))


def test_what_is_refused(driver: Driver) -> None:
    x = numbers(4)
    shown = GpuArray(driver, x)
    with pytest.raises(TypeError, match="some arrays lie on a GPU and some in memory of the CPU"):
        openaclnn.relu(shown)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="some arrays lie on a GPU"):
        openaclnn.silu_backward(x, shown, out=shown)  # type: ignore[call-overload]
    other = GpuArray(driver, x, number=1)
    with pytest.raises(TypeError, match="self lies on GPU 1; expected GPU 0, which the environment"):
        openaclnn.relu(other, out=shown)  # type: ignore[call-overload]
    assert shown.freed == len(shown.streams) and other.streams == []
    np.testing.assert_array_equal(shown.read(), x)


def test_elements_have_to_be_aligned(driver: Driver) -> None:
    x = numbers(5)
    shown = GpuArray(driver, x)
    shown._tensor = (shown.address + 2, *shown._tensor[1:])
    with pytest.raises(ValueError, match="self is not aligned to its elements"):
        openaclnn.relu(shown, out=GpuArray(driver, x))  # type: ignore[call-overload]


@pytest.mark.parametrize("shape", [(4100, 3, 5), (20, 3, 2500)])  # along columns, along rows
def test_blocks_have_the_sums_of_the_whole(shape: tuple[int, ...]) -> None:
    da = pytest.importorskip("dask.array")
    from openaclnn import dask as blocks

    count = shape[0] * shape[1] * shape[2]
    grad, x = (numbers(seed, count).reshape(shape) for seed in (6, 7))
    weight = numbers(8, shape[1])
    arrays = (da.from_array(a, chunks=(700, 2, 1100)) for a in (grad, x))
    actual = blocks.prelu_backward(*arrays, da.from_array(weight, chunks=2))
    for part, whole in zip(actual, openaclnn.prelu_backward(grad, x, weight), strict=True):
        np.testing.assert_array_equal(part.compute(), whole)

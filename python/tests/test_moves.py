"""cast and copy_, compared with NumPy and PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import openaclnn

DTYPES = [
    *("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16"),
    *("uint32", "uint64", "bool", "complex64", "complex128"),
]


@pytest.mark.parametrize("source", DTYPES)
def test_every_pair_of_dtypes(source: str) -> None:
    values = np.arange(60).reshape(3, 20).astype(source)
    for target in DTYPES:
        result = openaclnn.cast(values.T, target)
        expected = values.T.real if target not in ("complex64", "complex128", "bool") else values.T
        np.testing.assert_array_equal(result, expected.astype(target), strict=True)


@pytest.mark.parametrize(
    ("dtype", "name"),
    [(np.int8, "int8"), (np.dtype("f8"), "float64"), ("<f2", "float16"), (bool, "bool")],
)
def test_dtypes_are_named_as_in_numpy(dtype: Any, name: str) -> None:
    assert openaclnn.cast(np.ones(3, np.float32), dtype).dtype == name


def test_conversions_where_numpy_leaves_them_open() -> None:
    values = np.array([np.nan, -1.5, 300, np.inf, -np.inf], np.float32)
    np.testing.assert_array_equal(openaclnn.cast(values, "uint8"), [0, 0, 255, 255, 0])
    np.testing.assert_array_equal(openaclnn.cast(values, "int8"), [0, -1, 127, 127, -128])


def test_what_is_no_dtype() -> None:
    values = np.ones(3, np.float32)
    for wrong in (None, "flot", "datetime64[s]", 3.5, values):
        with pytest.raises(TypeError, match=r"aclnnCast: dtype is .*expected a dtype"):
            openaclnn.cast(values, wrong)
    with pytest.raises(openaclnn.ArgumentError, match="out: dtype is FLOAT, expected INT8"):
        openaclnn.cast(values, "int8", out=values)


def test_copy_broadcasts_and_converts() -> None:
    target = np.zeros((4, 6), np.float64)[:, ::2]
    result = openaclnn.copy_(target, np.array([1, 2, 3], np.int8))
    assert result is target
    np.testing.assert_array_equal(target, np.tile([1.0, 2, 3], (4, 1)))
    with pytest.raises(openaclnn.ArgumentError, match="does not broadcast"):
        openaclnn.copy_(np.zeros(2), np.zeros(3))
    with pytest.raises(TypeError, match="selfRef is <class 'NoneType'>"):
        openaclnn.copy_(None, np.zeros(3))


@pytest.mark.parametrize("dtype", DTYPES)
def test_fills(dtype: str) -> None:
    array = np.arange(24).reshape(4, 6).astype(dtype)[:, ::2]
    assert openaclnn.fill_scalar_(array, 7) is array
    np.testing.assert_array_equal(array, np.full((4, 3), 7, dtype))
    if dtype not in ("uint32", "uint64"):
        np.testing.assert_array_equal(openaclnn.zero_(array), np.zeros((4, 3), dtype))
    if dtype not in ("uint32", "uint64", "complex64", "complex128"):
        np.testing.assert_array_equal(openaclnn.one_(array), np.ones((4, 3), dtype))


def test_numbers_that_fill() -> None:
    bytes_ = np.zeros(3, np.int8)
    assert list(openaclnn.fill_scalar_(bytes_, 300)) == [44] * 3  # the low bits
    assert list(openaclnn.fill_scalar_(bytes_, 300.0)) == [127] * 3
    with pytest.raises(openaclnn.ArgumentError, match="UINT16 and DOUBLE cannot promote"):
        openaclnn.fill_scalar_(np.zeros(3, np.uint16), 1.5)


@pytest.mark.parametrize("dtype", DTYPES)
def test_s_where(dtype: str) -> None:
    condition = np.arange(60).reshape(3, 20) % 3 == 0
    values, others = np.arange(60).reshape(20, 3).astype(dtype), np.ones(20, dtype)
    result = openaclnn.s_where(condition, values.T, others)
    np.testing.assert_array_equal(result, np.where(condition, values.T, others), strict=True)
    bytes_ = openaclnn.s_where(condition.view(np.uint8) * 4, values.T, others)
    np.testing.assert_array_equal(bytes_, result, strict=True)


def test_s_where_of_several_dtypes() -> None:
    condition = np.array([[True], [False]])
    result = openaclnn.s_where(condition, np.array([1, 2, 3]), np.float32(0.5).reshape(1))
    np.testing.assert_array_equal(result, np.float32([[1, 2, 3], [0.5] * 3]), strict=True)
    with pytest.raises(openaclnn.ArgumentError, match="INT8, to which FLOAT"):
        openaclnn.s_where(condition, np.ones(3, np.float32), np.ones(3, np.int8),
                          out=np.zeros((2, 3), np.int8))  # fmt: skip


def test_tensors_of_pytorch() -> None:
    torch = pytest.importorskip("torch")
    values = torch.linspace(-3, 3, 24).reshape(4, 6)
    assert torch.equal(openaclnn.cast(values.t(), torch.bfloat16), values.t().to(torch.bfloat16))
    target = torch.zeros(6, 4, dtype=torch.half)
    assert openaclnn.copy_(target, values.t()) is target
    assert torch.equal(target, values.t().half())

"""Integers of eight and four bits, compared with NumPy in float64."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import openaclnn

RANDOM = np.random.default_rng(1)


def unpacked(packed: NDArray[np.int32]) -> NDArray[np.int32]:
    """The integers of four bits in an INT32, the first in the lowest bits."""
    shifts = np.arange(0, 32, 4, dtype=np.int32)
    parts: NDArray[np.int32] = packed[..., np.newaxis] << (28 - shifts) >> 28
    return parts.reshape(*packed.shape[:-1], -1)


@pytest.mark.parametrize(("dst_type", "highest"), [(2, 127), (3, 7)])
@pytest.mark.parametrize("mode", ["round", "floor", "ceil", "trunc"])
def test_ascend_quant(dst_type: Any, highest: int, mode: Any) -> None:
    x = RANDOM.normal(0, highest / 2, (5, 16)).astype(np.float32)
    scale, offset = RANDOM.normal(size=(2, 16)).astype(np.float32)
    y = openaclnn.ascend_quant_v3(x, scale, offset, False, mode, dst_type, -1)
    round_by = {"round": np.rint, "floor": np.floor, "ceil": np.ceil, "trunc": np.trunc}[mode]
    exact = round_by(x.astype(float) * scale + offset).clip(-highest - 1, highest)
    np.testing.assert_array_equal(unpacked(y) if dst_type == 3 else y, exact)


def test_int4_is_no_array() -> None:
    x = np.ones((2, 8), np.float32)
    with pytest.raises(openaclnn.ArgumentError, match="y would be INT4.* INT32 holds eight"):
        openaclnn.ascend_quant_v3(x, x[0, :1], None, False, "round", 29, -1)


def test_ascend_anti_quant() -> None:
    x = RANDOM.integers(-128, 128, (5, 16), dtype=np.int8)
    scale, offset = RANDOM.normal(size=(2, 16)).astype(np.float32)
    y = openaclnn.ascend_anti_quant(x, scale, offset, 1, False)
    np.testing.assert_array_equal(y, ((x + offset.astype(float)) * scale).astype(np.float16))
    packed = RANDOM.integers(-(2**31), 2**31, (3, 2), dtype=np.int32)
    y = openaclnn.ascend_anti_quant(packed, np.ones(1, np.float32), None, 1, False)
    np.testing.assert_array_equal(y, unpacked(packed))


def test_dynamic_quant() -> None:
    x = RANDOM.normal(size=(3, 5, 24)).astype(np.float16)
    smooth = RANDOM.random(24).astype(np.float16)
    y, scale = openaclnn.dynamic_quant(x, smooth)
    exact = x.astype(float) * smooth
    np.testing.assert_array_equal(scale, (abs(exact).max(-1) / 127).astype(np.float32))
    np.testing.assert_array_equal(y, np.rint(exact / scale[..., np.newaxis]))
    out = (np.empty((3, 5, 3), np.int32), np.empty((3, 5), np.float32))
    openaclnn.dynamic_quant(x, out=out)
    np.testing.assert_array_equal(out[1], (abs(x.astype(float)).max(-1) / 7).astype(np.float32))
    quotients = x.astype(float) / out[1][..., np.newaxis]
    np.testing.assert_array_equal(unpacked(out[0]), np.rint(quotients))


def test_convert_weight() -> None:
    weight = RANDOM.integers(-8, 8, (6, 32), dtype=np.int32)
    np.testing.assert_array_equal(unpacked(openaclnn.convert_weight_to_int4_pack(weight)), weight)

"""Objects that show memory by DLPack as no library at hand does, made with ctypes."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

READ_ONLY, COPIED = 1, 2
CPU, CUDA, CUDA_HOST, METAL = 1, 2, 3, 8

_FREE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("free", _FREE),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    )


class Exporter:
    """Shows the elements of a dense array, from `offset` on, without strides.

    Attributes:
        freed: how often what it showed was given back.
    """

    def __init__(
        self,
        array: np.ndarray[Any, Any],
        *,
        offset: int = 0,
        flags: int = 0,
        major: int = 1,
        device: int = CPU,
    ) -> None:
        self._array = array  # keeps the memory
        self._shape = (ctypes.c_int64 * 1)(array.size - offset)
        bits, byte_offset = 8 * array.itemsize, offset * array.itemsize
        self._tensor = (array.ctypes.data, device, 0, 1, 2, bits, 1, self._shape, None, byte_offset)
        self._head = (major, 0, None, _FREE(self._free), flags)
        self._shown: list[_Managed] = []
        self.freed = 0

    def _free(self, managed: int) -> None:
        self.freed += 1

    def __dlpack__(self, *, max_version: tuple[int, int]) -> Any:
        """A capsule without a destructor: whoever takes it gives back what it holds."""
        self._shown.append(_Managed(*self._head, _Tensor(*self._tensor)))
        return _new_capsule(ctypes.addressof(self._shown[-1]), b"dltensor_versioned", None)

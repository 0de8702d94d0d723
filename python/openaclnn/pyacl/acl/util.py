"""Addresses of what Python has, what lies at an address, and threads."""

from __future__ import annotations

import ctypes
import operator
import sys
import warnings
from typing import TYPE_CHECKING, Any

from ._callbacks import start_thread, stop_thread

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "bytes_to_ptr",
    "numpy_contiguous_to_ptr",
    "numpy_to_ptr",
    "ptr_to_bytes",
    "ptr_to_numpy",
    "start_thread",
    "stop_thread",
]


def bytes_to_ptr(data: bytes, /) -> int:
    """Gives the address of the bytes of an object, which has to live as long as it is used.

    Args:
        data (bytes): the object; programs also let copies write to it

    Returns:
        int: the address
    """
    if not isinstance(data, bytes):
        raise TypeError(f"acl.util.bytes_to_ptr: data: '{type(data).__name__}' is no bytes")
    address = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value
    assert address is not None
    return address


def ptr_to_bytes(ptr: int, size: int, /) -> bytes:
    """Copies what lies at an address.

    Args:
        ptr (int): the address of host memory
        size (int): how many bytes

    Returns:
        bytes: the copy
    """
    address, count = _region("ptr_to_bytes", ptr, size)
    return ctypes.string_at(address, count) if count else b""


def numpy_to_ptr(data: np.ndarray[Any, Any], /) -> int:
    """Gives the address of the first element of an array, which has to live as long as it is used.

    An array whose elements do not lie side by side in C's order gives a warning.

    Args:
        data (numpy.ndarray): the array

    Returns:
        int: the address
    """
    _check_array("numpy_to_ptr", data)
    if not data.flags.c_contiguous:
        warnings.warn(
            "acl.util.numpy_to_ptr: the array is not contiguous; use numpy_contiguous_to_ptr",
            stacklevel=2,
        )
    return data.ctypes.data


def numpy_contiguous_to_ptr(data: np.ndarray[Any, Any], /) -> tuple[int, np.ndarray[Any, Any]]:
    """Gives the address of the elements of an array in C's order, copied if need be.

    Args:
        data (numpy.ndarray): the array

    Returns:
        ptr (int): the address
        array (numpy.ndarray): the array that has to live as long as the address is used
    """
    _check_array("numpy_contiguous_to_ptr", data)
    import numpy as np

    array = np.asarray(data, order="C")
    return array.ctypes.data, array


def ptr_to_numpy(ptr: int, shape: tuple[int, ...], data_type: int, /) -> np.ndarray[Any, Any]:
    """Makes an array of what lies at an address, without copying it.

    Args:
        ptr (int): the address of host memory, which has to live as long as the array
        shape (tuple): the array's shape
        data_type (int): NumPy's number of the dtype, such as 11 for float32

    Returns:
        numpy.ndarray: the array
    """
    import numpy as np

    if not isinstance(shape, tuple):
        raise TypeError(f"acl.util.ptr_to_numpy: shape: '{type(shape).__name__}' is no tuple")
    codes = np.typecodes["AllInteger"] + np.typecodes["AllFloat"] + "?"
    dtypes: dict[int, np.dtype[Any]] = {np.dtype(code).num: np.dtype(code) for code in codes}
    dtype = dtypes.get(operator.index(data_type))
    if dtype is None:
        raise TypeError(f"acl.util.ptr_to_numpy: data_type: {data_type} is no number of a dtype")
    count = 1
    for length in shape:
        count *= operator.index(length)
    address, size = _region("ptr_to_numpy", ptr, count * dtype.itemsize)
    if not size:
        return np.empty(shape, dtype)
    memory = memoryview((ctypes.c_char * size).from_address(address))
    return np.frombuffer(memory, dtype).reshape(shape)


def _region(function: str, ptr: int, size: int) -> tuple[int, int]:
    """Checks an address and a number of bytes."""
    try:
        address, count = operator.index(ptr), operator.index(size)
    except TypeError as error:
        raise TypeError(f"acl.util.{function}: {error}") from None
    if count < 0:
        raise ValueError(f"acl.util.{function}: size is {count}")
    if count and not address:
        raise ValueError(f"acl.util.{function}: ptr is 0")
    return address, count


def _check_array(function: str, data: Any) -> None:
    """Refuses what is no array; NumPy need not be there."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(data, numpy.ndarray):
        raise TypeError(f"acl.util.{function}: data: '{type(data).__name__}' is no numpy.ndarray")

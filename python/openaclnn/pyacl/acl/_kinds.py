"""Kinds of arguments and results: their types in C, and how Python's values become them."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Kind:
    """A kind of value.

    Attributes:
        c_type: its type in C.
        words: what Python has for it.
        to_c: makes the value of C; a TypeError or OverflowError if there is none.
    """

    c_type: Any
    words: str
    to_c: Callable[[Any], Any]

    def from_c(self, value: Any) -> Any:
        """What Python gets for the value of a ctypes object, or for a result of C."""
        return value.decode(errors="replace") if isinstance(value, bytes) else value


def _wrapped(c_type: Any) -> Callable[[Any], Any]:
    """Keeps the low bits of ints that do not fit, as pyACL does for unsigned types."""
    return lambda value: c_type(operator.index(value))


def _fitting(c_type: Any) -> Callable[[Any], Any]:
    """Refuses ints that do not fit."""

    def to_c(value: Any) -> Any:
        converted = c_type(operator.index(value))
        if converted.value != value:
            raise OverflowError(f"{value} does not fit {8 * ctypes.sizeof(c_type)} bits")
        return converted

    return to_c


def _text(value: Any) -> ctypes.c_char_p:
    if not isinstance(value, str):
        raise TypeError(f"'{type(value).__name__}' is no str")
    if "\0" in value:
        raise TypeError("there is a NUL in the text")
    return ctypes.c_char_p(value.encode())


def _only_out(_: Any) -> Any:
    raise TypeError("no argument is of this kind")


ADDRESS = Kind(ctypes.c_size_t, "int", _wrapped(ctypes.c_size_t))  # also of handles
SIZE = ADDRESS
INT = Kind(ctypes.c_int32, "int", _fitting(ctypes.c_int32))
UINT = Kind(ctypes.c_uint32, "int", _wrapped(ctypes.c_uint32))
LONG = Kind(ctypes.c_int64, "int", _fitting(ctypes.c_int64))
ULONG = Kind(ctypes.c_uint64, "int", _wrapped(ctypes.c_uint64))
HALF = Kind(ctypes.c_uint16, "int", _wrapped(ctypes.c_uint16))
FLOAT = Kind(ctypes.c_float, "float", ctypes.c_float)
TEXT = Kind(ctypes.c_char_p, "str", _text)
VERSION = Kind(ctypes.c_char * 128, "str", _only_out)  # ACL_PKG_VERSION_MAX_SIZE

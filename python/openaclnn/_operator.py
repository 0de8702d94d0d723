"""Calls of operators on arrays of NumPy, PyTorch and others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import _core

_KIND = _core.ArgumentKind
_ENTRIES = {entry.name: entry for entry in _core.operators()}


class Operator:
    """An operator of the registry, by its name in the C API."""

    def __init__(self, name: str) -> None:
        self.entry = _ENTRIES[name]
        self._name = name
        arguments = list(enumerate(self.entry.arguments))
        self._size = len(arguments)
        inputs = [(i, a) for i, a in arguments if a.kind != _KIND.OUTPUT]
        self._inputs = [(i, _CONVERSIONS[a.kind], f"{name}: {a.name}") for i, a in inputs]
        self._first_array = [a.kind for _, a in inputs].index(_KIND.INPUT)
        self._outputs = [(i, f"{name}: {a.name}") for i, a in arguments if a.kind == _KIND.OUTPUT]

    def __call__(self, inputs: Sequence[object], out: object = None) -> Any:
        """Computes the outputs: one array, or a tuple of several.

        Args:
            inputs: all arguments but the outputs, in the order of the C prototype.
            out: an array, or a tuple with an array or None for each output. What is None is
                allocated as an array of the kind of the first input array.
        """
        values: list[Any] = [None] * self._size
        for (i, convert, where), value in zip(self._inputs, inputs, strict=True):
            values[i] = convert(value, where)

        results = self._given_outputs(out)
        if any(result is None for result in results):
            allocate = _torch_empty if _is_tensor(inputs[self._first_array]) else _numpy_empty
            types = _core.output_types(self.entry, values)
            for k, (dtype, shape) in enumerate(types):
                if results[k] is None:
                    results[k] = allocate(shape, dtype)
        for (i, where), result in zip(self._outputs, results, strict=True):
            values[i] = _array(result, where, True)

        _core.call(self.entry, values)
        for result in results:
            if _is_tensor(result):
                _torch().autograd.graph.increment_version(result)
        return results[0] if len(results) == 1 else tuple(results)

    def _given_outputs(self, out: object) -> list[Any]:
        count = len(self._outputs)
        if count == 1:
            return [out]
        if out is None:
            return [None] * count
        if isinstance(out, (tuple, list)) and len(out) == count:
            return list(out)
        raise TypeError(f"{self._name}: out is {type(out)}; expected a tuple of {count} arrays")


def _text(value: object, where: str) -> str:
    if isinstance(value, str):
        return value
    raise TypeError(f"{where} is {type(value)}; expected a str")


def _number(value: Any, where: str) -> float:
    try:
        if not isinstance(value, (str, bytes, bytearray)):  # which float() would read
            return float(value)
    except TypeError:
        pass  # complex numbers, arrays of several, objects that are no numbers
    raise TypeError(f"{where} is {type(value)}; expected a number")


def _torch() -> Any:
    """The module torch if the program has imported it, else None: without it nobody has tensors."""
    return sys.modules.get("torch")


def _is_tensor(value: object) -> bool:
    tensor_type = getattr(_torch(), "Tensor", None)
    return tensor_type is not None and isinstance(value, tensor_type)


def _array(value: Any, where: str, writable: bool = False) -> _core.Array:
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "biufc":  # a name takes NumPy longer than a small operator
            if value.dtype.name != "bfloat16":
                raise TypeError(
                    f"{where} has the dtype {value.dtype}; expected an array of numbers"
                )
            _check_memory(value, where, writable)
            return _core.Array(value.view(np.uint16), where, writable, "bfloat16")
        _check_memory(value, where, writable)
    elif _is_tensor(value) and value.requires_grad:
        if writable:
            raise ValueError(f"{where} requires a gradient: pass a detached tensor as out")
        value = value.detach()
    return _core.Array(value, where, writable)


def _check_memory(value: np.ndarray[Any, Any], where: str, writable: bool) -> None:
    if not value.dtype.isnative:
        raise TypeError(f"{where} has the dtype {value.dtype}; expected the machine's byte order")
    flags = value.flags
    if not flags.aligned:
        raise ValueError(f"{where} is not aligned to its elements: pass a copy")
    if writable and not flags.writeable:
        raise ValueError(f"{where} is read-only")


_CONVERSIONS: dict[_core.ArgumentKind, Callable[[Any, str], Any]] = {
    _KIND.INPUT: _array,
    _KIND.SCALAR: _number,
    _KIND.DOUBLE: _number,
    _KIND.TEXT: _text,
}


def _numpy_empty(shape: Sequence[int], dtype: str) -> np.ndarray[Any, Any]:
    if dtype == "bfloat16":
        import ml_dtypes  # the only one that has it for NumPy

        return np.empty(shape, ml_dtypes.bfloat16)
    return np.empty(shape, dtype)


def _torch_empty(shape: Sequence[int], dtype: str) -> Any:
    module = _torch()
    return module.empty(tuple(shape), dtype=getattr(module, dtype))

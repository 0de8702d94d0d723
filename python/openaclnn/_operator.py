"""Calls of operators on arrays of NumPy, PyTorch and others."""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from . import _core

# Makes an array of a shape and a dtype.
_Allocate = Callable[[Sequence[int], str], Any]

_KIND = _core.ArgumentKind
_CPU, _CUDA = 1, (2, 13)  # DLPack's device types; the last is memory that CUDA manages
_ENTRIES = {entry.name: entry for entry in _core.operators()}
_DTYPES = {name for entry in _ENTRIES.values() for rule in entry.rules for name in rule.dtypes}


class Operator:
    """An operator of the registry, by its name in the C API."""

    def __init__(self, name: str) -> None:
        self.entry = _ENTRIES[name]
        self._name = name
        arguments = list(enumerate(self.entry.arguments))
        changes = any(a.kind in (_KIND.IN_OUT, _KIND.IN_OUTS) for _, a in arguments)
        self.in_place = name.startswith("aclnnInplace") or changes
        self._size = len(arguments)
        written = (_KIND.OUTPUT, _KIND.IN_OUT, _KIND.OUTPUTS, _KIND.IN_OUTS)
        optional = (_KIND.INPUT, _KIND.SCALAR, _KIND.INPUTS, _KIND.SCALARS)
        optional += (_KIND.INTS, _KIND.FLOATS, _KIND.BOOLS)
        inputs = [(i, a) for i, a in arguments if a.kind not in (*written, _KIND.UNREAD)]
        self._inputs = [(i, _CONVERSIONS[a.kind], f"{name}: {a.name}") for i, a in inputs]
        arrays = [k for k, (_, a) in enumerate(inputs) if a.kind in (_KIND.INPUT, _KIND.INPUTS)]
        self._first_array = arrays[0] if arrays else -1  # -1: of an operator in place
        # Arrays in whose place None is one of equal elements, and numbers that may be left out.
        self._optional = {i for i, a in inputs if a.kind in optional and a.is_optional}
        index = {a.name: i for i, a in arguments}
        self._left_out = {index[a]: what for a, what in _LEFT_OUT.get(name, {}).items()}
        self._self = index.get("self", 0)
        self.may_be_none = {a.name for i, a in inputs if i in self._optional or i in self._left_out}
        rules = [rule for rule in self.entry.rules if rule.type == "ChannelWeight"]
        self._weights = {index[rule.names[0]]: index[rule.names[1]] for rule in rules}
        self._outputs = [(i, f"{name}: {a.name}") for i, a in arguments if a.kind in written]
        self.input_names = [a.name for _, a in inputs]
        self.output_names = [a.name for _, a in arguments if a.kind in written]

    def __call__(self, inputs: Sequence[object], out: object = None) -> Any:
        """Computes the outputs: one array, or a tuple of several.

        Args:
            inputs: all arguments but the outputs, in the order of the C prototype. A weight for
                channels may be a number, which gets the dtype of the array with the channels.
            out: an array, or a tuple with an array or None for each output. What is None is
                allocated as an array of the kind of the first input array, except for operators in
                place; if a mask says that it is not computed, it stays None.
        """
        results = self._given_outputs(out)
        shapes = dict(_core.call(self.entry, self._values(inputs, results)))
        for k, (i, _) in enumerate(self._outputs):
            if i in shapes:
                results[k] = _written(results[k], shapes[i])
        if out is not None or self.in_place:
            _tell_autograd(results)
        return results[0] if len(results) == 1 else tuple(results)

    def of_part(self, inputs: Sequence[object], elements: int) -> Any:
        """As a call, for a part of larger arrays: a mean is of so many elements."""
        results = self._given_outputs(None)
        _core.call_for_part(self.entry, self._values(inputs, results), elements)
        return results[0] if len(results) == 1 else tuple(results)

    def with_partial_sums(
        self, inputs: Sequence[object], shape: Sequence[int], order: _core.SumOrder
    ) -> tuple[list[Any], np.ndarray[Any, Any]]:
        """For a part of a larger array, its sums over channels before they are added as a tree.

        Args:
            inputs: as for a call.
            shape: outer, channels, inner: how the elements of the part lie.
            order: that of the larger array. The part begins with a chunk of its rows, or with a
                block of its columns.

        Returns:
            The outputs, except for the sums, and numbers of float64: [channel, outer, chunk] along
            rows, else [block * side, channel, inner].
        """
        outer, channels, inner = shape
        if order.along_rows:
            partials = np.empty((channels, outer, -(-inner // order.CHUNK)))
        else:
            blocks = -(-outer // (order.side * order.BLOCK))
            partials = np.empty((blocks * order.side, channels, inner))
        results: list[Any] = [None] * len(self._outputs)
        values = self._values(inputs, results)
        target = _array(partials, "partials", True)
        _core.call_for_partial_sums(self.entry, values, shape, order, target)
        return results, partials

    def described(
        self, inputs: Sequence[object], describe: Callable[[Any, str], _core.Array]
    ) -> list[Any]:
        """The arguments as the library takes them, except for results.

        Args:
            inputs: as for a call, but numbers for channels are arrays.
            describe: dtype and shape of an array, whose memory is not looked at.
        """
        return self._given(inputs, describe, lambda _: _numpy_empty)

    def _given(
        self,
        inputs: Sequence[object],
        as_array: Callable[[Any, str], _core.Array],
        allocator: Callable[[Sequence[object]], _Allocate],
    ) -> list[Any]:
        values: list[Any] = [None] * self._size
        for (i, convert, where), value in zip(self._inputs, inputs, strict=True):
            if i in self._weights and isinstance(value, (int, float)):
                value = _filled(allocator(inputs)((), values[self._weights[i]].dtype), value)
            elif value is None and i in self._left_out:
                value = self._left_out[i](values[self._self], allocator(inputs))
            if value is not None or i not in self._optional:
                if convert is _arrays:
                    values[i] = _arrays(value, where, as_array)
                else:
                    convert = as_array if convert is _array else convert
                    values[i] = convert(value, where)
        return values

    def _values(self, inputs: Sequence[object], results: list[Any]) -> list[Any]:
        """All arguments as the library takes them; the results that are None are allocated, except
        for those that the call does not compute."""
        values = self._given(inputs, _array, self._allocator)
        if any(result is None for result in results) and not self.in_place:
            allocate = self._allocator(inputs)
            types = _core.output_types(self.entry, values)
            for k, of_output in enumerate(types):
                if results[k] is not None or of_output is None:
                    continue
                if isinstance(of_output, list):
                    results[k] = [allocate(shape, dtype) for dtype, shape in of_output]
                else:
                    dtype, shape = of_output
                    results[k] = allocate(shape, dtype)
        for (i, where), result in zip(self._outputs, results, strict=True):
            if result is None and (not self.in_place or self.entry.arguments[i].is_optional):
                continue  # which is not computed
            if self.entry.arguments[i].kind in (_KIND.OUTPUTS, _KIND.IN_OUTS):
                values[i] = _arrays(result, where, partial(_array, writable=True))
            else:
                values[i] = _array(result, where, True)
        return values

    def _allocator(self, inputs: Sequence[object]) -> _Allocate:
        """Makes arrays of the kind of the first one; tensors of its shape lie as it does."""
        first = inputs[self._first_array]
        if isinstance(first, (list, tuple)):
            first = next((array for array in first if array is not None), None)
        return partial(_torch_empty, first) if _is_tensor(first) else _numpy_empty

    def _given_outputs(self, out: object) -> list[Any]:
        count = len(self._outputs)
        if count == 1:
            return [out]
        if out is None:
            return [None] * count
        if isinstance(out, (tuple, list)) and len(out) == count:
            return list(out)
        raise TypeError(f"{self._name}: out is {type(out)}; expected a tuple of {count} arrays")


def _written(result: Any, shape: list[int]) -> Any:
    """What a call has written of a result, whose size was not known before."""
    dense = result.is_contiguous() if _is_tensor(result) else result.flags.c_contiguous
    if dense:
        return result.reshape(-1)[: math.prod(shape)].reshape(shape)
    return result[tuple(slice(extent) for extent in shape)]


def _tell_autograd(results: list[Any]) -> None:
    """That these may have changed."""
    for result in results:
        if isinstance(result, (list, tuple)):
            _tell_autograd(list(result))
        elif _is_tensor(result):
            _torch().autograd.graph.increment_version(result)


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{where} is {type(value)}; expected a str")
    if "\0" in value:  # which would end it in C
        raise ValueError(f"{where} is {value!r}; expected a text without NUL")
    return value


def _dtype(value: Any, where: str) -> str:
    """The name of a dtype, which NumPy and PyTorch share."""
    torch_dtype = getattr(_torch(), "dtype", None)
    if torch_dtype is not None and isinstance(value, torch_dtype):
        name = str(value).removeprefix("torch.")
    elif value is None:  # which NumPy takes for float64
        name = ""
    elif isinstance(value, str) and value == "bfloat16":  # which NumPy alone does not know
        name = value
    else:
        try:
            name = np.dtype(value).name
        except TypeError:
            name = ""
    if name in _DTYPES:
        return name
    raise TypeError(f"{where} is {value!r}; expected a dtype of NumPy or PyTorch, or its name")


def _number(value: Any, where: str) -> float:
    try:
        if not isinstance(value, (str, bytes, bytearray)):  # which float() would read
            return float(value)
    except TypeError:
        pass  # complex numbers, arrays of several, objects that are no numbers
    raise TypeError(f"{where} is {type(value)}; expected a number")


def _scalar(value: Any, where: str) -> bool | int | float:
    """A number as what it is: arrays of integers promote with floats to floats."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    try:
        integer = operator.index(value)
    except TypeError:
        return _number(value, where)
    return integer if -(2**63) <= integer < 2**63 else float(integer)


def _integer(value: Any, where: str) -> float:
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return float(value)
    raise TypeError(f"{where} is {type(value)}; expected an integer")


def _integers(value: Any, where: str) -> list[int]:
    """One integer stands for a sequence of it."""
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return [int(value)]
    if isinstance(value, (list, tuple)):
        return [int(_integer(item, where)) for item in value]
    raise TypeError(f"{where} is {type(value)}; expected an integer, or a tuple of them")


def _items(value: Any, where: str, convert: Callable[[Any, str], Any]) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return [convert(item, f"{where}[{k}]") for k, item in enumerate(value)]
    raise TypeError(f"{where} is {type(value)}; expected a list or a tuple")


def _numbers(value: Any, where: str) -> list[float]:
    return _items(value, where, _number)


def _scalars(value: Any, where: str) -> list[Any]:
    """Numbers as what they are if they are of one type, else as floats."""
    numbers = _items(value, where, _scalar)
    return numbers if len(set(map(type, numbers))) < 2 else [float(number) for number in numbers]


def _flags(value: Any, where: str) -> list[bool]:
    return [bool(flag) for flag in _items(value, where, _flag)]


def _arrays(
    value: Any, where: str, as_array: Callable[[Any, str], _core.Array] | None = None
) -> list[_core.Array | None]:
    """The arrays of a list, of which some may be None."""
    convert = as_array if as_array is not None else _array
    return _items(value, where, lambda item, name: None if item is None else convert(item, name))


def _flag(value: Any, where: str) -> float:
    if isinstance(value, (bool, np.bool_)):
        return float(value)
    raise TypeError(f"{where} is {type(value)}; expected a bool")


def _torch() -> Any:
    """The module torch if the program has imported it, else None: without it nobody has tensors."""
    return sys.modules.get("torch")


def _is_tensor(value: object) -> bool:
    tensor_type = getattr(_torch(), "Tensor", None)
    return tensor_type is not None and isinstance(value, tensor_type)


def _array(value: Any, where: str, writable: bool = False) -> _core.Array:
    if not isinstance(value, np.ndarray):
        if _is_tensor(value):
            return _core.Array(_tensor_capsule(value, where, writable), where, writable)
        if hasattr(value, "__dlpack__"):
            return _core.Array(_device_capsule(value, where), where, writable)
        if type(value).__name__ == "PyCapsule":
            return _core.Array(value, where, writable)
        value = _from_buffer(value, where)
    dtype = ""
    if value.dtype.kind not in "biufc":  # a name takes NumPy longer than a small operator
        dtype = dtype_name(value.dtype, where)
    value = _checked_memory(value, where, writable)
    if dtype:
        value = value.view(np.uint16)
    return _core.Array(_capsule(value, where), where, writable, dtype)


def dtype_name(dtype: np.dtype[Any], where: str) -> str:
    """The name that the library has for a dtype of NumPy."""
    if dtype.kind not in "biufc" and dtype.name != "bfloat16":
        raise TypeError(f"{where} has the dtype {dtype}; expected an array of numbers")
    if not dtype.isnative:
        raise TypeError(f"{where} has the dtype {dtype}; expected the machine's byte order")
    return dtype.name


def _device_capsule(value: Any, where: str) -> object:
    """What `__dlpack__` returns; on a GPU, of elements that are ready for this thread's stream."""
    device, number = value.__dlpack_device__() if hasattr(value, "__dlpack_device__") else (_CPU, 0)
    if device not in _CUDA:
        return _capsule(value, where)
    return _capsule(value, where, stream=_core.stream_for(number, where))


def _capsule(value: Any, where: str, **options: int) -> object:
    """What `__dlpack__` returns; exceptions other than BufferError are the exporter's own."""
    try:
        try:
            return value.__dlpack__(max_version=(1, 0), **options)
        except TypeError:  # from an exporter that knows no versions
            return value.__dlpack__(**options)
    except BufferError as error:  # the protocol's word for what cannot be shown
        raise _no_array(value, where, error) from error


def _tensor_capsule(value: Any, where: str, writable: bool) -> object:
    if value.requires_grad:
        if writable:
            raise ValueError(f"{where} requires a gradient: pass a detached tensor as out")
        value = value.detach()
    # Bits that PyTorch sets in place of negating or conjugating: DLPack shows the elements without.
    if value.is_neg() or value.is_conj():
        if writable:
            name = "negative" if value.is_neg() else "conjugate"
            raise ValueError(
                f"{where} has the {name} bit, so its memory has other numbers than it shows: "
                "pass a tensor without the bit as out"
            )
        value = value.resolve_neg().resolve_conj()
    if value.is_cuda:
        return _device_capsule(value, where)
    try:
        return _torch().utils.dlpack.to_dlpack(value)  # takes a tenth of the time of __dlpack__
    except (BufferError, RuntimeError) as error:
        raise _no_array(value, where, error) from error


def _from_buffer(value: Any, where: str) -> np.ndarray[Any, Any]:
    """NumPy's view of a number of NumPy, or of what has the buffer protocol only."""
    try:
        return np.asarray(value if isinstance(value, np.generic) else memoryview(value))
    except (TypeError, ValueError):  # no buffer, or one of a format that NumPy does not know
        raise _no_array(value, where) from None


def _no_array(value: object, where: str, reason: object = None) -> TypeError:
    words = [f"{where} is {type(value)}"]
    words += [f"{a} {getattr(value, a)}" for a in ("dtype", "device") if hasattr(value, a)]
    because = f", {reason}" if reason is not None else ""
    return TypeError(
        f"{', '.join(words)}{because}; expected numbers in a NumPy array, a torch.Tensor or "
        "another object with __dlpack__"
    )


def _checked_memory(
    value: np.ndarray[Any, Any], where: str, writable: bool
) -> np.ndarray[Any, Any]:
    """The array, or for an input that operators cannot read where it lies, a copy."""
    if not value.dtype.isnative:
        raise TypeError(f"{where} has the dtype {value.dtype}; expected the machine's byte order")
    if type(value) is not np.ndarray and isinstance(value, np.ma.MaskedArray):
        if np.ma.is_masked(value):
            raise TypeError(f"{where} is a masked array; fill it, as operators know no masks")
    flags = value.flags
    if writable and not flags.writeable:
        raise ValueError(f"{where} is read-only")
    if flags.aligned:
        return value
    if writable:
        raise ValueError(f"{where} is not aligned to its elements: pass an array that is")
    return value.copy()


_CONVERSIONS: dict[_core.ArgumentKind, Callable[[Any, str], Any]] = {
    _KIND.INPUT: _array,
    _KIND.INPUTS: _arrays,
    _KIND.SCALAR: _scalar,
    _KIND.SCALARS: _scalars,
    _KIND.DOUBLE: _number,
    _KIND.FLOAT: _number,
    _KIND.INT: _integer,
    _KIND.INTS: _integers,
    _KIND.FLOATS: _numbers,
    _KIND.BOOL: _flag,
    _KIND.BOOLS: _flags,
    _KIND.TEXT: _text,
    _KIND.DTYPE: _dtype,
}


def _is_of_integers(array: _core.Array) -> bool:
    return array.dtype.startswith(("int", "uint", "bool"))


def _dtype_of_mean(terms: _core.Array, empty: _Allocate) -> str:
    if _is_of_integers(terms):
        raise TypeError(
            f"aclnnMean: dtype is None, but self has {terms.dtype}; expected a dtype, as a mean of "
            "integers is none"
        )
    return terms.dtype


def _dtype_of_sum(terms: _core.Array, empty: _Allocate) -> str:
    return "int64" if _is_of_integers(terms) else terms.dtype


def _ones(log_probabilities: _core.Array, empty: _Allocate) -> Any:
    """A weight of 1 for each class."""
    classes = log_probabilities.shape[-1:] or [1]
    return _filled(empty(classes, log_probabilities.dtype), 1)


def _filled(array: Any, number: float) -> Any:
    array[...] = number
    return array


# What None stands for where PyTorch lets one leave out what the operator demands: by the operator
# and its argument, a function of self and of what makes arrays.
_LEFT_OUT: dict[str, dict[str, Callable[[_core.Array, _Allocate], Any]]] = {
    "aclnnLogit": {"eps": lambda *_: -1.0},
    "aclnnLogitGrad": {"eps": lambda *_: -1.0},
    "aclnnMean": {"dim": lambda *_: (), "dtype": _dtype_of_mean},
    "aclnnNLLLoss": {"weight": _ones},
    "aclnnNLLLossBackward": {"weight": _ones},
    "aclnnReduceSum": {"dims": lambda *_: (), "dtype": _dtype_of_sum},
}


def numpy_dtype(name: str) -> np.dtype[Any]:
    """NumPy's dtype of a name that the library has."""
    if name == "bfloat16":
        import ml_dtypes  # the only one that has it for NumPy

        bfloat16: np.dtype[Any] = np.dtype(ml_dtypes.bfloat16)
        return bfloat16
    return np.dtype(name)


def _numpy_empty(shape: Sequence[int], dtype: str) -> np.ndarray[Any, Any]:
    return np.empty(shape, numpy_dtype(dtype) if dtype == "bfloat16" else dtype)


def _torch_empty(like: Any, shape: Sequence[int], dtype: str) -> Any:
    module = _torch()
    torch_dtype = getattr(module, dtype)
    if like.shape != tuple(shape):
        return module.empty(tuple(shape), dtype=torch_dtype)
    if like.dtype is torch_dtype:  # PyTorch takes less time without the argument
        return module.empty_like(like)
    return module.empty_like(like, dtype=torch_dtype)

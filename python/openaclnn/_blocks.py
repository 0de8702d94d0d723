"""Operators over Dask arrays: checked when called, computed block by block when asked for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import dask.array as da
import numpy as np

from . import _core
from ._channel_sums import with_channel_sums
from ._operator import Operator, dtype_name, numpy_dtype
from .operators import OPERATORS

_INPUT = _core.ArgumentKind.INPUT
_LISTS = (
    _core.ArgumentKind.INPUTS,
    _core.ArgumentKind.OUTPUTS,
    _core.ArgumentKind.IN_OUTS,
)
# What the library takes as a float, as an operator is given it.
_AS_GIVEN = {_core.ArgumentKind.INT: int, _core.ArgumentKind.BOOL: bool}


def missing(name: str) -> str:
    """Says why openaclnn.dask has no function of this name."""
    message = f"module 'openaclnn.dask' has no function {name!r}"
    operator = OPERATORS.get(name)
    if operator is None:
        return message
    if operator.in_place:
        other = name.removesuffix("_")
        in_place = other not in OPERATORS or OPERATORS[other].in_place
        instead = "" if in_place else f": use {other}"
        return f"{message}, as Dask arrays do not change{instead}"
    if any(argument.kind in _LISTS for argument in operator.entry.arguments):
        return (
            f"{message}, as {operator.entry.name} takes lists: use Dask's own functions, or "
            f"openaclnn.{name} of arrays that are computed"
        )
    return (
        f"{message}, as each result of {operator.entry.name} depends on elements of many blocks: "
        f"use Dask's own functions, or openaclnn.{name} of arrays that are computed"
    )


class BlockOperator(Operator):
    """An operator of the registry over Dask arrays, by the name of its function."""

    def __init__(self, function: str) -> None:
        super().__init__(OPERATORS[function].entry.name)
        self._function = function
        self._weight = self.entry.channel_operand
        arrays = [a.name for a in self.entry.arguments if a.kind == _INPUT]
        self._operands = [name for name in arrays if name != self._weight]
        rules = [rule for rule in self.entry.rules if rule.type == "OneElement"]
        self._single = [rule.names[0] for rule in rules]

    def __call__(self, inputs: Sequence[object], out: object = None) -> Any:
        """The outputs as Dask arrays of which nothing is computed yet; several as a tuple.

        Args:
            inputs: all arguments but the outputs, in the order of the C prototype. Arrays are those
                of Dask and NumPy; a weight for channels may be a number.
            out: None.
        """
        given = dict(zip(self.input_names, inputs, strict=True))
        arrays = self._arrays(given)
        types, others = self._check(given, arrays)
        operands = {name: arrays[name] for name in self._operands if name in arrays}
        if self.entry.halves or not self.entry.is_by_element:
            results = self._along_axis(operands, others, types)
            return results if len(results) > 1 else results[0]
        shape = np.broadcast_shapes(*(array.shape for array in operands.values()))
        weights = {}
        if self.entry.reduction:  # of the whole
            others["elements"] = math.prod(shape)
        if self._weight:  # one number, or one axis
            weight = arrays[self._weight]
            weights[self._weight] = weight.reshape(() if weight.size == 1 else (-1,))
        results = self._by_blocks(operands, weights, others, types, len(shape))
        if sums := self.entry.channel_sums:
            operands = {name: da.broadcast_to(array, shape) for name, array in operands.items()}
            results = with_channel_sums(self._function, operands, weights, others, results)
            results[sums] = results[sums].reshape(types[sums][1])
        ordered = tuple(results[name] for name in self.output_names)
        return ordered if len(ordered) > 1 else ordered[0]

    def _by_blocks(
        self,
        operands: dict[str, da.Array],
        weights: dict[str, da.Array],
        others: dict[str, Any],
        types: dict[str, tuple[Any, tuple[int, ...]]],
        rank: int,
    ) -> dict[str, da.Array]:
        """The outputs except for sums, of so many axes."""
        axes = tuple(range(rank))
        pairs: list[Any] = []
        for array in operands.values():
            pairs += [array, axes[rank - array.ndim :]]
        for array in weights.values():
            pairs += [array, (1,) * array.ndim]
        return {
            name: da.blockwise(
                _compute_block,
                axes,
                *pairs,
                function=self._function,
                names=(*operands, *weights),
                others=others,
                result=self.output_names.index(name),
                token=self._function,
                dtype=types[name][0],
                meta=np.empty((0,) * rank, types[name][0]),
            )
            for name in self.entry.results
        }

    def _along_axis(
        self,
        operands: dict[str, da.Array],
        others: dict[str, Any],
        types: dict[str, tuple[Any, tuple[int, ...]]],
    ) -> tuple[da.Array, ...]:
        """The outputs of an operator over rows or halves, along an axis that gets one chunk."""
        first = next(iter(operands.values()))
        axes = tuple(range(first.ndim))
        axis = others.get(self.entry.axis, -1) % max(first.ndim, 1)
        # A half and a whole have different sizes along the axis.
        half = tuple(first.ndim if k == axis else k for k in axes)
        rules = [rule for rule in self.entry.rules if rule.type == "ShapeOfRows"]
        rows = [rule.names[0] for rule in rules]  # a number for each

        def axes_of(name: str) -> tuple[int, ...]:
            if name in rows:
                return axes[:-1]
            return half if self.entry.halves and name not in self.entry.halves else axes

        pairs: list[Any] = []
        for name, array in operands.items():
            if name in self._single:
                pairs += [array.reshape(()), ()]
            else:
                whole = array.rechunk({axis: -1}) if array.ndim > 0 else array
                pairs += [whole, axes_of(name)]
        # The size of a half is new where no operand has it.
        missing = {k for name in self.output_names for k in axes_of(name)} - _indices(pairs)
        return tuple(
            da.blockwise(
                _compute_block,
                axes_of(name),
                *pairs,
                new_axes={k: types[name][1][axis] for k in missing.intersection(axes_of(name))},
                concatenate=True,
                function=self._function,
                names=tuple(operands),
                others=others,
                result=self.output_names.index(name),
                token=self._function,
                dtype=types[name][0],
                meta=np.empty((0,) * len(axes_of(name)), types[name][0]),
            )
            for name in self.output_names
        )

    def _arrays(self, given: dict[str, Any]) -> dict[str, da.Array]:
        """The arrays among the arguments, by name."""
        arrays: dict[str, da.Array] = {}
        for i, _, where in self._inputs:
            argument = self.entry.arguments[i]
            if argument.kind != _INPUT:
                continue
            value = given[argument.name]
            if value is None and i in self._optional:
                continue
            if i in self._weights and isinstance(value, (int, float)):
                with_channels = self.entry.arguments[self._weights[i]].name
                value = np.asarray(value, arrays[with_channels].dtype)
            arrays[argument.name] = _dask_array(value, where)
        return arrays

    def _check(
        self, given: dict[str, Any], arrays: dict[str, da.Array]
    ) -> tuple[dict[str, tuple[Any, tuple[int, ...]]], dict[str, Any]]:
        """Dtype and shape of each output, and the arguments that are no arrays.

        What the library refuses is refused here, with its message.
        """
        values = self.described([arrays.get(n, given[n]) for n in self.input_names], _described)
        others = {}
        for name, (i, _, _) in zip(self.input_names, self._inputs, strict=True):
            if name not in arrays:
                as_given = _AS_GIVEN.get(self.entry.arguments[i].kind)
                others[name] = as_given(values[i]) if as_given is not None else values[i]
        types = _core.output_types(self.entry, values)
        for (i, where), (dtype, shape) in zip(self._outputs, types, strict=True):
            values[i] = _core.Array(where, shape, dtype)
        _core.check(self.entry, values)
        outputs = [(numpy_dtype(dtype), tuple(shape)) for dtype, shape in types]
        return dict(zip(self.output_names, outputs, strict=True)), others


def _dask_array(value: Any, where: str) -> da.Array:
    if isinstance(value, (np.ndarray, np.generic)):
        value = da.asanyarray(value)
    if not isinstance(value, da.Array):
        raise TypeError(f"{where} is {type(value)}; expected a dask.array.Array or a NumPy array")
    if type(value._meta) is not np.ndarray:
        raise TypeError(f"{where} has blocks of {type(value._meta)}; expected NumPy arrays")
    if any(math.isnan(extent) for extent in value.shape):
        raise ValueError(
            f"{where} has chunks of unknown size, its shape is {value.shape}: call its "
            "compute_chunk_sizes() first"
        )
    return value


def _described(array: da.Array, where: str) -> _core.Array:
    return _core.Array(where, list(array.shape), dtype_name(array.dtype, where))


def _indices(pairs: Sequence[Any]) -> set[int]:
    return {index for indices in pairs[1::2] for index in indices}


def _compute_block(
    *blocks: Any, function: str, names: tuple[str, ...], others: dict[str, Any], result: int
) -> Any:
    """One result for blocks of the operands, in the order of `names`."""
    values = {**others, **dict(zip(names, blocks, strict=True))}
    operator = OPERATORS[function]
    inputs = [values[name] for name in operator.input_names]
    elements = values.get("elements")
    results = operator(inputs) if elements is None else operator.of_part(inputs, elements)
    return results[result] if isinstance(results, tuple) else results

"""Sums over channels of Dask arrays, with the bits that one process gives.

The order of docs/numerics.md, "Sums", follows from the shape of the whole array. It makes partial
sums of a few terms each, the leaves of a tree. A block computes its own leaves and as much of the
tree as lies on them; what is left are nodes whose neighbours are in other blocks, a few for each
level. They travel in double until the tree is complete.
"""

from __future__ import annotations

import itertools
import math
from functools import partial
from typing import Any

import dask.array as da
import dask.config
import numpy as np
from dask.array.core import unify_chunks
from dask.core import flatten
from dask.utils import parse_bytes
from numpy.typing import NDArray

from . import _core
from .operators import OPERATORS, cast

# By level and index: node i of level k is the sum of the leaves i * 2**k, ..., (i + 1) * 2**k - 1,
# or of those of them that there are, for one or for several columns.
Nodes = dict[tuple[int, int], NDArray[np.float64]]


def with_channel_sums(
    function: str,
    operands: dict[str, da.Array],
    weights: dict[str, da.Array],
    others: dict[str, Any],
    results: dict[str, da.Array],
) -> dict[str, da.Array]:
    """The results and the sums over channels of an operator, by name.

    Args:
        function: the operator's name.
        operands: arrays of one shape, whose axis 1 has the channels.
        weights: an array of one axis; or of none, and all elements belong to it.
        others: the operator's arguments that are no arrays.
        results: the others. Where their blocks are those of the sums, both are made at once.
    """
    ((name, weight),) = weights.items()
    entry = OPERATORS[function].entry
    shape = next(iter(operands.values())).shape
    if 0 in shape:
        return {**results, entry.channel_sums: da.zeros(weight.shape, dtype=weight.dtype)}
    whole = (1, 1, math.prod(shape)) if weight.ndim == 0 else (*shape[:2], math.prod(shape[2:]))
    order = _core.SumOrder(*whole)
    axes = tuple(range(len(shape)))
    _, unified = unify_chunks(*itertools.chain(*((array, axes) for array in operands.values())))
    first = _cut(unified[0].reshape(whole), order)
    views = [first, *(array.reshape(whole).rechunk(first.chunks) for array in unified[1:])]
    outer, channels, inner = first.chunks
    parts = da.blockwise(
        _part_of_block,
        (0, 1, 2),
        *itertools.chain(*((view, (0, 1, 2)) for view in views)),
        *(weight.reshape((-1,)).rechunk((channels,)), (1,)),
        *(_starts(outer), (0,), _starts(inner), (2,)),
        align_arrays=False,  # starts are one element for each block
        function=function,
        names=(*operands, name),
        others=others,
        whole=whole,
        token=f"{function}-parts",
        dtype=object,
        meta=np.empty((0, 0, 0), object),
    )
    sums = da.reduction(
        parts,
        chunk=_nodes_of_part,
        combine=partial(_combine, count=_leaves(whole)),
        aggregate=partial(_round, whole=whole, dtype=weight.dtype.name),
        axis=(0, 2),
        concatenate=False,
        name=f"{function}-sums",
        dtype=weight.dtype,
        meta=np.empty((0,), weight.dtype),
    )
    made = {entry.channel_sums: sums.reshape(weight.shape)}
    for result, array in results.items():
        of_parts = da.blockwise(
            _result_of_part,
            (0, 1, 2),
            *(parts, (0, 1, 2)),
            result=result,
            token=function,
            dtype=array.dtype,
            meta=np.empty((0, 0, 0), array.dtype),
        ).reshape(shape)
        made[result] = of_parts if of_parts.chunks == array.chunks else array
    return made


def _cut(view: da.Array, order: _core.SumOrder) -> da.Array:
    """Moves the chunks' borders to where the order has some."""
    outer, channels, inner = view.chunks
    if order.along_rows:
        return view.rechunk((outer, channels, _multiples(inner, order.CHUNK)))
    cut = _multiples(outer, order.side * order.BLOCK)
    limit = parse_bytes(dask.config.get("array.chunk-size"))
    if cut != outer and max(cut) * max(channels) * view.shape[2] * view.dtype.itemsize > limit:
        channels = "auto"
    return view.rechunk((cut, channels, (view.shape[2],)))


def _multiples(chunks: tuple[int, ...], unit: int) -> tuple[int, ...]:
    """About these chunks, but each of them, the last one aside, whole units."""
    ends = np.cumsum(chunks)
    borders = np.unique(np.minimum((ends + unit // 2) // unit * unit, ends[-1]))
    return tuple(np.diff(np.unique([0, *borders, ends[-1]])).tolist())


def _starts(chunks: tuple[int, ...]) -> da.Array:
    """For each chunk where it begins, in a chunk of its own."""
    return da.from_array(np.cumsum([0, *chunks[:-1]]), chunks=1)


def _leaves(whole: tuple[int, ...]) -> int:
    """The number of leaves of a channel."""
    outer, _, inner = whole
    order = _core.SumOrder(*whole)
    if order.along_rows:
        return outer * -(-inner // order.CHUNK)
    return -(-outer // (order.side * order.BLOCK)) * order.side


def _part_of_block(
    *blocks: NDArray[Any],
    function: str,
    names: tuple[str, ...],
    others: dict[str, Any],
    whole: tuple[int, ...],
) -> tuple[dict[str, Any], Nodes]:
    """Results, by name, and nodes that follow from a block.

    `blocks` are those of the arrays in the order of `names`, and where they begin along the first
    and the last axis.
    """
    *arrays, outer, inner = blocks
    values = {**others, **dict(zip(names, arrays, strict=True))}
    operator, order = OPERATORS[function], _core.SumOrder(*whole)
    inputs = [values[name] for name in operator.input_names]
    results, partials = operator.with_partial_sums(inputs, arrays[0].shape, order)
    named = dict(zip(operator.output_names, results, strict=True))
    return named, _nodes_at(outer.item(), inner.item() // order.CHUNK, partials, whole)


def _nodes_at(
    outer: int, chunk: int, partials: NDArray[np.float64], whole: tuple[int, ...]
) -> Nodes:
    """The nodes of a part that begins at an outer index, and at a chunk of its rows."""
    order, count = _core.SumOrder(*whole), _leaves(whole)
    if not order.along_rows:
        return _nodes(outer // order.BLOCK, partials, count)
    chunks = -(-whole[2] // order.CHUNK)
    rows = np.moveaxis(partials, 0, -1)
    if rows.shape[1] == chunks:
        return _nodes(outer * chunks, rows.reshape(-1, rows.shape[2]), count)
    parts = (_nodes((outer + k) * chunks + chunk, row, count) for k, row in enumerate(rows))
    return dict(itertools.chain.from_iterable(part.items() for part in parts))


def _nodes(first: int, leaves: NDArray[np.float64], count: int) -> Nodes:
    """What leaf `first` and those that follow it, of `count`, come to."""
    nodes: Nodes = {}
    level = 0
    while len(leaves):
        if first % 2:
            nodes[level, first] = leaves[0].copy()
            first, leaves = first + 1, leaves[1:]
        if len(leaves) % 2 and first + len(leaves) < count:
            nodes[level, first + len(leaves) - 1] = leaves[-1].copy()
            leaves = leaves[:-1]
        if len(leaves) == count == 1:
            nodes[level, first] = leaves[0].copy()
            break
        lone = leaves[len(leaves) // 2 * 2 :]  # waits for the next level
        leaves = np.concatenate([leaves[0 : len(leaves) - len(lone) : 2] + leaves[1::2], lone])
        first, level, count = first // 2, level + 1, (count + 1) // 2
    return nodes


def _merged(parts: list[Nodes], count: int) -> Nodes:
    """The nodes that follow from those of neighbours."""
    left = dict(itertools.chain.from_iterable(part.items() for part in parts))
    nodes: Nodes = {}
    level = 0
    while left:
        for key in sorted(key for key in left if key[0] == level):
            if key not in left:
                continue
            index, value = key[1], left.pop(key)
            if count == 1 or index % 2:
                nodes[key] = value
            elif index + 1 == count:
                left[level + 1, index // 2] = value
            elif (level, index + 1) in left:
                left[level + 1, index // 2] = value + left.pop((level, index + 1))
            else:
                nodes[key] = value
        level, count = level + 1, (count + 1) // 2
    return nodes


def _nodes_of_part(part: tuple[dict[str, Any], Nodes], axis: Any, keepdims: bool) -> Nodes:
    return part[1]


def _result_of_part(part: tuple[dict[str, Any], Nodes], result: str) -> Any:
    return part[0][result]


def _combine(parts: Any, axis: Any, keepdims: bool, *, count: int) -> Nodes:
    return _merged(list(flatten([parts])), count)


def _round(
    parts: Any, axis: Any, keepdims: bool, *, whole: tuple[int, ...], dtype: str
) -> NDArray[Any]:
    """The sums of the channels, when all nodes have come together."""
    (sums,) = _combine(parts, axis, keepdims, count=_leaves(whole)).values()
    if sums.ndim == 2:  # [channel, inner]
        (sums,) = _nodes(0, np.moveaxis(sums, 1, 0), whole[2]).values()
    return cast(sums, dtype)

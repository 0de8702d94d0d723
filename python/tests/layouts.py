"""Arrays whose elements lie anyhow in memory, for hypothesis."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

MARK = 0xA5
SHAPES = st.lists(st.integers(0, 4), max_size=4).map(tuple)


@dataclass(frozen=True)
class Layout:
    """Where the elements of an array lie.

    Attributes:
        order: its axes, from the outermost in memory to the innermost.
        steps: elements from one to the next along each axis, of those that memory has.
    """

    order: tuple[int, ...]
    steps: tuple[int, ...]

    def empty(self, shape: tuple[int, ...], dtype: Any) -> np.ndarray[Any, Any]:
        """A view of this layout; its base are bytes, all of them MARK."""
        sizes = [shape[axis] * abs(self.steps[axis]) for axis in self.order]
        memory = np.full(math.prod(sizes) * np.dtype(dtype).itemsize, MARK, np.uint8)
        view = memory.view(dtype).reshape(sizes).transpose(np.argsort(self.order).tolist())
        return view[(..., *(slice(None, None, step) for step in self.steps))]

    def of(self, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """A copy of `values` that lies so."""
        array = self.empty(values.shape, values.dtype)
        array[...] = values
        return array


@st.composite
def layouts(draw: st.DrawFn, rank: int, *, backwards: bool = True) -> Layout:
    """Transposed, with gaps, and backwards where NumPy is not left."""
    steps = [-2, -1, 1, 1, 2, 3] if backwards else [1, 1, 2, 3]
    return Layout(
        tuple(draw(st.permutations(range(rank)))),
        tuple(draw(st.lists(st.sampled_from(steps), min_size=rank, max_size=rank))),
    )

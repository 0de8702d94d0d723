"""Operators by their names, of which this project has none."""

from typing import TYPE_CHECKING, Any

from ._call import bind
from ._functions import OP

globals().update(bind(OP, __name__))

__all__ = [function.name for function in OP if function.name in globals()]

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...

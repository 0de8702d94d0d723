"""Devices, contexts, streams, events, callbacks, memory and copies."""

from typing import TYPE_CHECKING, Any

from ._call import bind
from ._callbacks import launch_callback
from ._functions import RT

globals().update(bind(RT, __name__))

__all__ = ["launch_callback"]
__all__ += [function.name for function in RT if function.name in globals()]

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...

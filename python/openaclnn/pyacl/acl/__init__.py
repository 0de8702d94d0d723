"""Python's module acl (pyACL) on libascendcl.so: devices, contexts, streams, events, memory.

Functions have the names, arguments and results of the vendor's module. Where the function of C
gives a status alone, so does the function here. Where it gives values, too, the result is a tuple
of them with the status last. Addresses and handles are ints.

    stream, ret = acl.rt.create_stream()
    ret = acl.rt.memcpy(dst, dest_max, src, count, kind)

A failure is a status that is not 0; `get_recent_err_msg` has the words. Only arguments of a wrong
number or type raise an exception, which is a TypeError. Functions without parameters ignore what
they are given. A function that libascendcl.so does not have is not here either.
"""

from typing import TYPE_CHECKING, Any

from . import op, rt, util
from ._call import bind
from ._functions import BASE

globals().update(bind(BASE, __name__))

__all__ = ["op", "rt", "util"]
__all__ += [function.name for function in BASE if function.name in globals()]

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...

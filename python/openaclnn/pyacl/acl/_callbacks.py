"""Functions of the program on streams, and threads that run them."""

from __future__ import annotations

import ctypes
import itertools
import threading
from collections.abc import Callable
from typing import Any

from ._kinds import ADDRESS, INT
from ._library import library

INVALID_PARAM = 100000  # ACL_ERROR_INVALID_PARAM

_due: dict[int, tuple[Callable[[Any], Any], Any]] = {}
_numbers = itertools.count(1)  # what C passes on, as it cannot keep an object of Python alive
_threads: dict[int, threading.Thread] = {}


def _run(number: int) -> None:
    function, data = _due.pop(number)
    function(data)


_run_in_c = ctypes.CFUNCTYPE(None, ctypes.c_size_t)(_run)


def launch_callback(
    fn: Callable[[Any], Any], user_data_list: Any, block_type: int, stream: int, /
) -> int:
    """Runs a function as a task on a stream, in the thread that has subscribed to the stream.

    Args:
        fn (callable): the function, which gets one argument
        user_data_list (list): that argument
        block_type (int): 1 if later tasks of the stream wait for it, else 0
        stream (int): a stream; 0 is the default stream of the context

    Returns:
        ret (int): 0, or the code of the failure

    In C: aclrtLaunchCallback, whose header has the rules.
    """
    if not callable(fn):
        raise TypeError(f"acl.rt.launch_callback: fn: '{type(fn).__name__}' is not callable")
    try:
        block, where = INT.to_c(block_type), ADDRESS.to_c(stream)
    except (TypeError, OverflowError) as error:
        raise TypeError(f"acl.rt.launch_callback: {error}") from None
    number = next(_numbers)
    _due[number] = fn, user_data_list
    ret: int = library().aclrtLaunchCallback(_run_in_c, ctypes.c_size_t(number), block, where)
    if ret != 0:
        del _due[number]
    return ret


def start_thread(fn: Callable[[Any], Any], args_list: Any, /) -> tuple[int, int]:
    """Starts a thread, in which a function may call acl.rt.process_report.

    Args:
        fn (callable): the function, which gets one argument
        args_list (list): that argument

    Returns:
        thread_id (int): the thread, for acl.rt.subscribe_report
        ret (int): 0
    """
    if not callable(fn):
        raise TypeError(f"acl.util.start_thread: fn: '{type(fn).__name__}' is not callable")
    thread = threading.Thread(target=fn, args=(args_list,))
    thread.start()
    assert thread.ident is not None
    _threads[thread.ident] = thread
    return thread.ident, 0


def stop_thread(thread_id: int, /) -> int:
    """Waits for the end of a thread, whose function has to return by itself.

    Args:
        thread_id (int): what start_thread gave

    Returns:
        ret (int): 0, or 100000 for another thread
    """
    thread = _threads.pop(thread_id, None)
    if thread is None:
        return INVALID_PARAM
    thread.join()
    return 0

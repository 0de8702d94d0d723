"""A program that binds aclnnAdd by ctypes, with the runtime of the module acl, as MindTorch does.

usage: acl_client.py    with `import acl` and the libraries on their paths; needs no NumPy
"""

from __future__ import annotations

import array
import ctypes
from ctypes import POINTER, byref, c_float, c_int32, c_int64, c_uint64, c_void_p

import acl

FLOAT, FORMAT_ND = 0, 2
HUGE_FIRST = 0
TO_DEVICE, TO_HOST = 1, 2
ALREADY_INITIALISED = 100002


def succeed(status: int) -> None:
    if status != 0:
        raise RuntimeError(f"{status}: {acl.get_recent_err_msg()}")


def value_of(result: tuple) -> int:
    """The value, if the status beside it is 0."""
    value, status = result
    succeed(status)
    return value


class Operators:
    """The functions of libnnopbase and libopapi that the program needs."""

    def __init__(self) -> None:
        base = ctypes.CDLL("libnnopbase.so", ctypes.RTLD_GLOBAL)
        operators = ctypes.CDLL("libopapi.so", ctypes.RTLD_GLOBAL)
        numbers = POINTER(c_int64)
        self.create_tensor = base.aclCreateTensor
        self.create_tensor.restype = c_void_p
        self.create_tensor.argtypes = (
            *(numbers, c_uint64, c_int32, numbers, c_int64, c_int32),
            *(numbers, c_uint64, c_void_p),
        )
        self.create_scalar = base.aclCreateScalar
        self.create_scalar.restype = c_void_p
        self.create_scalar.argtypes = (c_void_p, c_int32)
        self.destroy_tensor = base.aclDestroyTensor
        self.destroy_tensor.argtypes = (c_void_p,)
        self.destroy_scalar = base.aclDestroyScalar
        self.destroy_scalar.argtypes = (c_void_p,)
        self.prepare = operators.aclnnAddGetWorkspaceSize
        self.prepare.argtypes = (*[c_void_p] * 4, POINTER(c_uint64), POINTER(c_void_p))
        self.execute = operators.aclnnAdd
        self.execute.argtypes = (c_void_p, c_uint64, c_void_p, c_void_p)

    def tensor(self, memory: int, count: int) -> int:
        sizes = (c_int64 * 1)(count)
        strides = (c_int64 * 1)(1)
        return self.create_tensor(sizes, 1, FLOAT, strides, 0, FORMAT_ND, sizes, 1, memory)


def upload(values: list[float]) -> int:
    data = array.array("f", values).tobytes()
    memory = value_of(acl.rt.malloc(len(data), HUGE_FIRST))
    succeed(acl.rt.memcpy(memory, len(data), acl.util.bytes_to_ptr(data), len(data), TO_DEVICE))
    return memory


def download(memory: int, count: int, stream: int) -> list[float]:
    """Copies by way of host memory for asynchronous copies."""
    size = 4 * count
    host = value_of(acl.rt.malloc_host(size))
    succeed(acl.rt.memcpy_async(host, size, memory, size, TO_HOST, stream))
    succeed(acl.rt.synchronize_stream(stream))
    values = array.array("f", acl.util.ptr_to_bytes(host, size)).tolist()
    succeed(acl.rt.free_host(host))
    return values


def add(operators: Operators, x: list[float], y: list[float], alpha: float, stream: int) -> list:
    """Gives x + alpha * y, of aclnnAdd."""
    memory = [upload(x), upload(y), upload([0.0] * len(x))]
    tensors = [operators.tensor(address, len(x)) for address in memory]
    scalar = operators.create_scalar(byref(c_float(alpha)), FLOAT)
    size, executor = c_uint64(), c_void_p()
    succeed(operators.prepare(*tensors[:2], scalar, tensors[2], byref(size), byref(executor)))
    workspace = value_of(acl.rt.malloc(size.value, HUGE_FIRST)) if size.value else 0
    succeed(operators.execute(workspace, size, executor, stream))
    result = download(memory[2], len(x), stream)
    for tensor in tensors:
        succeed(operators.destroy_tensor(tensor))
    succeed(operators.destroy_scalar(scalar))
    for address in filter(None, [*memory, workspace]):
        succeed(acl.rt.free(address))
    return result


def main() -> None:
    if (status := acl.init()) != ALREADY_INITIALISED:
        succeed(status)
    succeed(acl.rt.set_device(0))
    context = value_of(acl.rt.create_context(0))
    stream = value_of(acl.rt.create_stream())
    begin, end = (value_of(acl.rt.create_event_with_flag(8)) for _ in range(2))
    operators = Operators()
    succeed(acl.rt.record_event(begin, stream))
    print(*add(operators, [1.0, 2.0, -3.0, 0.25], [10.0, 20.0, 30.0, 40.0], 0.5, stream))
    succeed(acl.rt.record_event(end, stream))
    succeed(acl.rt.synchronize_event(end))
    print("took time:", value_of(acl.rt.event_elapsed_time(begin, end)) > 0)
    for event in (begin, end):
        succeed(acl.rt.destroy_event(event))
    succeed(acl.rt.destroy_stream(stream))
    succeed(acl.rt.destroy_context(context))
    succeed(acl.rt.reset_device(0))
    succeed(acl.finalize())


if __name__ == "__main__":
    main()

"""Calls the installed libraries by ctypes alone, as the bindings of candle and MindTorch do.

usage: bindings.py    where set_env.sh has been sourced

Every operator of the registry has both of its functions in the libraries that the bindings open,
some of them give the right values.
"""

from __future__ import annotations

import ctypes
import json
import math
import struct
import subprocess
from collections.abc import Callable, Sequence
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int32, c_int64, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any

# What they open before CANN 8.5 and from it on, after libnnopbase.so.
LIBRARIES = (
    ("libaclnn_ops_infer.so", "libaclnn_math.so", "libopapi.so"),
    ("libopapi_nn.so", "libopapi_math.so", "libopapi.so"),
)
BASE = (
    "aclnnInit",
    "aclnnFinalize",
    "aclCreateTensor",
    "aclCreateScalar",
    "aclCreateIntArray",
    "aclCreateBoolArray",
    "aclCreateTensorList",
    "aclDestroyTensor",
    "aclDestroyScalar",
    "aclDestroyIntArray",
    "aclDestroyBoolArray",
    "aclDestroyTensorList",
    "aclDestroyAclOpExecutor",
)
FORMAT_ND, HOST_TO_DEVICE, DEVICE_TO_HOST = 2, 1, 2
ALREADY_INITIALIZED = 100002
X = [-3.0, -1.25, -0.5, -0.0, 0.0, 0.25, 1.0, 2.5]
GRAD = [0.5, -1.0, 2.0, 1.5, -0.25, 1.0, -2.0, 0.75]


@dataclass(frozen=True)
class Dtype:
    """A dtype, of tensors and of scalars."""

    name: str
    code: int
    eps: float
    pack: Callable[[float], bytes]
    unpack: Callable[[bytes], float]

    def all_of(self, memory: bytes) -> list[float]:
        size = len(self.pack(0.0))
        return [self.unpack(memory[i : i + size]) for i in range(0, len(memory), size)]


DTYPES = (
    Dtype("FLOAT", 0, 2**-23, struct.Struct("f").pack, lambda b: struct.unpack("f", b)[0]),
    Dtype("FLOAT16", 1, 2**-10, struct.Struct("e").pack, lambda b: struct.unpack("e", b)[0]),
    Dtype(  # the upper half of a float; the numbers here need no rounding
        "BFLOAT16",
        27,
        2**-7,
        lambda x: struct.pack("f", x)[2:],
        lambda b: struct.unpack("f", b"\0\0" + b)[0],
    ),
)


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def gelu_slope(x: float) -> float:
    scale, cubic = math.sqrt(2 / math.pi), 0.044715
    t = math.tanh(scale * (x + cubic * x**3))
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * scale * (1 + 3 * cubic * x * x)


def gelu(x: float) -> float:
    return 0.5 * x * math.erfc(-x / math.sqrt(2))


@dataclass(frozen=True)
class Call:
    """A call of an operator.

    Attributes:
        operator: its name without aclnn.
        arguments: a list is an input tensor, a float a scalar of the tensors' dtype, all else is
            passed as it is. The output follows, but in place.
        exact: an element of the result, from those of the input tensors.
    """

    operator: str
    arguments: tuple[Any, ...]
    exact: Callable[..., float]


CALLS = (
    Call("Silu", (X,), lambda x: x * sigmoid(x)),
    Call("Relu", (X,), lambda x: max(x, 0.0)),
    Call("InplaceRelu", (X,), lambda x: max(x, 0.0)),
    Call("InplaceThreshold", (X, 0.5, -2.0), lambda x: -2.0 if x <= 0.5 else x),
    Call("LeakyRelu", (X, 0.25), lambda x: x if x > 0 else 0.25 * x),
    Call("Tanh", (X,), math.tanh),
    Call("Add", (GRAD, X, 0.5), lambda x, y: x + 0.5 * y),
    Call("InplaceSub", (GRAD, X, 2.0), lambda x, y: x - 2 * y),
    Call("Mul", (GRAD, X), lambda x, y: x * y),
    Call("Div", (X, GRAD), lambda x, y: x / y),
    Call("PowTensorScalar", (X, 2.0), lambda x: x * x),
    Call("Exp", (X,), math.exp),
    Call("InplaceCopy", (GRAD, X), lambda _, y: y),
    Call("GeluV2", (X, c_int64(0)), gelu),
    Call("Logit", ([0.125, 0.5, 0.75], c_double(-1.0)), lambda x: math.log(x / (1 - x))),
    Call("SiluBackward", (GRAD, X), lambda g, x: g * sigmoid(x) * (1 + x * (1 - sigmoid(x)))),
    Call("ThresholdBackward", (GRAD, X, 0.25), lambda g, x: g if x > 0.25 else 0.0),
    Call("GeluBackward", (GRAD, X), lambda g, x: g * gelu_slope(x)),
    Call("GeluBackwardV2", (GRAD, X, c_char_p(b"tanh")), lambda g, x: g * gelu_slope(x)),
    Call(
        "LeakyReluBackward",
        (GRAD, X, 0.25, c_bool(False)),
        lambda g, x: g if x > 0 else 0.25 * g,
    ),
    Call(
        "EluBackward",
        (GRAD, 0.5, 2.0, 0.25, c_bool(False), X),
        lambda g, x: 2 * g if x > 0 else g * 0.5 * 2 * 0.25 * math.exp(0.25 * x),
    ),
)


def bind(libraries: list[ctypes.CDLL], name: str, *types: Any) -> Any:
    """The function from the first library that has it."""
    for library in libraries:
        if hasattr(library, name):
            function = getattr(library, name)
            function.restype = c_void_p if name.startswith("aclCreate") else c_int32
            function.argtypes = types
            return function
    raise AttributeError(f"ACLNN symbol not found: {name}")


def succeed(status: int, what: str) -> None:
    assert status == 0, f"{what} returned {status}"


class Device:
    """Memory and a stream, as these bindings have them."""

    def __init__(self) -> None:
        self.runtime = ctypes.CDLL("libascendcl.so")
        assert self.runtime.aclInit(None) in (0, ALREADY_INITIALIZED)
        succeed(self.runtime.aclrtSetDevice(c_int32(0)), "aclrtSetDevice")
        self.stream = c_void_p()
        succeed(self.runtime.aclrtCreateStream(byref(self.stream)), "aclrtCreateStream")

    def __enter__(self) -> Device:
        return self

    def __exit__(self, *error: object) -> None:
        succeed(self.runtime.aclrtDestroyStream(self.stream), "aclrtDestroyStream")

    def malloc(self, size: int) -> c_void_p:
        memory = c_void_p()
        succeed(self.runtime.aclrtMalloc(byref(memory), c_uint64(size), 0), "aclrtMalloc")
        return memory

    def free(self, *blocks: c_void_p | None) -> None:
        for block in filter(None, blocks):
            succeed(self.runtime.aclrtFree(block), "aclrtFree")

    def upload(self, data: bytes) -> c_void_p:
        memory, size = self.malloc(len(data)), c_uint64(len(data))
        succeed(self.runtime.aclrtMemcpy(memory, size, data, size, HOST_TO_DEVICE), "aclrtMemcpy")
        return memory

    def download(self, memory: c_void_p, size: int) -> bytes:
        data = ctypes.create_string_buffer(size)
        length = c_uint64(size)
        succeed(
            self.runtime.aclrtMemcpy(data, length, memory, length, DEVICE_TO_HOST), "aclrtMemcpy"
        )
        return data.raw

    def synchronize(self) -> None:
        succeed(self.runtime.aclrtSynchronizeStream(self.stream), "aclrtSynchronizeStream")


class Bindings:
    """The functions of a set of libraries."""

    def __init__(self, names: tuple[str, ...], device: Device) -> None:
        mode = ctypes.RTLD_GLOBAL
        self.libraries = [ctypes.CDLL(name, mode) for name in ("libnnopbase.so", *names)]
        self.device = device
        for name in BASE:
            bind(self.libraries, name)
        succeed(bind(self.libraries, "aclnnInit", c_char_p)(None), "aclnnInit")
        numbers = POINTER(c_int64)
        self.create_tensor = bind(
            self.libraries,
            "aclCreateTensor",
            *(numbers, c_uint64, c_int32, numbers, c_int64, c_int32, numbers, c_uint64, c_void_p),
        )
        self.create_scalar = bind(self.libraries, "aclCreateScalar", c_void_p, c_int32)
        self.create_integers = bind(self.libraries, "aclCreateIntArray", numbers, c_uint64)
        self.destroy_tensor = bind(self.libraries, "aclDestroyTensor", c_void_p)
        self.destroy_scalar = bind(self.libraries, "aclDestroyScalar", c_void_p)
        self.destroy_integers = bind(self.libraries, "aclDestroyIntArray", c_void_p)

    def tensor(
        self, memory: c_void_p, shape: Sequence[int], dtype: Dtype, transposed: bool = False
    ) -> c_void_p:
        """A matrix; transposed, a view of one whose rows are the columns of the memory's."""
        rows, columns = shape
        sizes = (c_int64 * 2)(rows, columns)
        strides = (c_int64 * 2)(1, rows) if transposed else (c_int64 * 2)(columns, 1)
        storage = (c_int64 * 1)(rows * columns)
        tensor = self.create_tensor(sizes, 2, dtype.code, strides, 0, FORMAT_ND, storage, 1, memory)
        assert tensor, "aclCreateTensor returned null"
        return c_void_p(tensor)

    def integers(self, *values: int) -> c_void_p:
        array = self.create_integers((c_int64 * len(values))(*values), len(values))
        assert array, "aclCreateIntArray returned null"
        return c_void_p(array)

    def scalar(self, value: float, dtype: Dtype) -> c_void_p:
        scalar = self.create_scalar(ctypes.create_string_buffer(dtype.pack(value)), dtype.code)
        assert scalar, "aclCreateScalar returned null"
        return c_void_p(scalar)

    def launch(self, operator: str, *arguments: Any) -> c_void_p | None:
        """Both phases of an operator; its workspace, to be freed once the stream is done."""
        name = f"aclnn{operator}"
        types = [c_void_p if isinstance(a, c_void_p) else type(a) for a in arguments]
        prepare = bind(
            self.libraries,
            f"{name}GetWorkspaceSize",
            *(*types, POINTER(c_uint64), POINTER(c_void_p)),
        )
        execute = bind(self.libraries, name, c_void_p, c_uint64, c_void_p, c_void_p)
        workspace_size, executor = c_uint64(), c_void_p()
        succeed(prepare(*arguments, byref(workspace_size), byref(executor)), prepare.__name__)
        workspace = self.device.malloc(workspace_size.value) if workspace_size.value else None
        succeed(execute(workspace, workspace_size, executor, self.device.stream), name)
        return workspace

    def run(self, call: Call, dtype: Dtype) -> list[float]:
        """The result of a call; its tensors and scalars go before the stream is done."""
        tensors: list[c_void_p] = []
        scalars: list[c_void_p] = []
        memory: list[c_void_p] = []
        arguments: list[Any] = []
        for argument in call.arguments:
            if isinstance(argument, list):
                memory.append(self.device.upload(b"".join(map(dtype.pack, argument))))
                tensors.append(self.tensor(memory[-1], (1, len(argument)), dtype))
                count = len(argument)
                arguments.append(tensors[-1])
            elif isinstance(argument, float):
                scalars.append(self.scalar(argument, dtype))
                arguments.append(scalars[-1])
            else:
                arguments.append(argument)
        size = count * len(dtype.pack(0.0))
        result_at = memory[0]
        if not call.operator.startswith("Inplace"):
            result_at = self.device.malloc(size)
            memory.append(result_at)
            tensors.append(self.tensor(result_at, (1, count), dtype))
            arguments.append(tensors[-1])

        workspace = self.launch(call.operator, *arguments)
        for tensor in tensors:
            succeed(self.destroy_tensor(tensor), "aclDestroyTensor")
        for scalar in scalars:
            succeed(self.destroy_scalar(scalar), "aclDestroyScalar")
        self.device.synchronize()
        result = dtype.all_of(self.device.download(result_at, size))
        self.device.free(*memory, workspace)
        return result


def check_values(bindings: Bindings) -> None:
    for call in CALLS:
        for dtype in DTYPES:
            inputs = [argument for argument in call.arguments if isinstance(argument, list)]
            expected = [call.exact(*elements) for elements in zip(*inputs, strict=True)]
            result = bindings.run(call, dtype)
            for got, exact in zip(result, expected, strict=True):
                bound = dtype.eps * abs(exact)
                assert abs(got - exact) <= bound, f"{call.operator} {dtype.name}: {got} for {exact}"


def main() -> None:
    listed = subprocess.run(["openaclnn", "list", "--json"], check=True, stdout=subprocess.PIPE)
    operators = [operator["name"] for operator in json.loads(listed.stdout)]
    assert {f"aclnn{call.operator}" for call in CALLS} <= set(operators)
    addresses = []
    with Device() as device:
        for names in LIBRARIES:
            bindings = Bindings(names, device)
            functions = [
                bind(bindings.libraries, f"{operator}{phase}")
                for operator in operators
                for phase in ("GetWorkspaceSize", "")
            ]
            addresses.append([ctypes.cast(function, c_void_p).value for function in functions])
            assert len(set(addresses[-1])) == 2 * len(operators), "two operators are one function"
            absent = "aclnnNoSuchOperator"
            assert not any(hasattr(library, absent) for library in bindings.libraries)
            check_values(bindings)
    assert addresses[0] == addresses[1], "a second copy of the libraries"


if __name__ == "__main__":
    main()

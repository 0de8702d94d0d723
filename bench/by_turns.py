"""Times C functions compared with what PyTorch has for them, by turns in one process on the same memory.

A case is a C function with the call of PyTorch that does the same, and the tensors that both take. A
sample is the mean time of a call, in nanoseconds, in one round; ours are of a repeatable executor that
is run and synchronised.
"""

import argparse
import csv
import ctypes
import math
import os
import re
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

FIELDS = ["operator", "dtype", "case", "threads", "elements", "bytes", "operations", "round", "who", "value"]
ACL = {
    torch.float32: 0,
    torch.float16: 1,
    torch.int8: 2,
    torch.int32: 3,
    torch.int16: 6,
    torch.int64: 9,
    torch.float64: 11,
    torch.bool: 12,
    torch.bfloat16: 27,
}
NAMES = {torch.float32: "float", torch.float64: "double"}
F32, F16, BF16, F64 = torch.float32, torch.float16, torch.bfloat16, torch.float64
I8, I32, I64, BOOL = torch.int8, torch.int32, torch.int64, torch.bool


@dataclass(frozen=True)
class Tensor:
    """What is drawn anew for each case; `turned`: its last two axes change places."""

    shape: tuple[int, ...]
    dtype: torch.dtype = F32
    turned: bool = False

    def draw(self) -> torch.Tensor:
        """Numbers that repeat after 2^20."""
        shape = (*self.shape[:-2], self.shape[-1], self.shape[-2]) if self.turned else self.shape
        count = math.prod(shape)
        if self.dtype.is_floating_point:
            fresh = torch.empty(min(count, 1 << 20)).uniform_(-3, 3).to(self.dtype)
        else:
            fresh = torch.randint(0, 2 if self.dtype == BOOL else 100, (min(count, 1 << 20),), dtype=self.dtype)
        drawn = fresh.repeat(-(-count // len(fresh)))[:count].view(shape)
        return drawn.transpose(-1, -2) if self.turned else drawn


@dataclass(frozen=True)
class Number:
    """An aclScalar."""

    value: float


@dataclass(frozen=True)
class Axes:
    """An aclIntArray."""

    values: tuple[int, ...]


@dataclass(frozen=True)
class Flags:
    """An aclBoolArray."""

    values: tuple[bool, ...]


@dataclass(frozen=True)
class Case:
    operator: str
    dtype: str
    case: str
    function: str  # of the C API
    tensors: tuple[Tensor, ...]
    arguments: Callable[..., tuple]  # of the function, made of the drawn tensors
    torch: Callable[..., Any]  # takes the same
    operations: int = 0  # multiplications and additions, where they count
    prepare: Callable[..., tuple] = lambda *tensors: tensors  # what is taken in place of drawn tensors


def name(dtype: torch.dtype) -> str:
    return NAMES.get(dtype, str(dtype).removeprefix("torch."))


class Library:
    """The C API."""

    def __init__(self, folder: str):
        self._acl = ctypes.CDLL(f"{folder}/libascendcl.so", mode=ctypes.RTLD_GLOBAL)
        self._nn = ctypes.CDLL(f"{folder}/libnnopbase.so", mode=ctypes.RTLD_GLOBAL)
        self._operators = ctypes.CDLL(f"{folder}/libopapi.so")
        for create in ("aclCreateTensor", "aclCreateScalar", "aclCreateIntArray", "aclCreateBoolArray"):
            getattr(self._nn, create).restype = ctypes.c_void_p
        self._check(self._acl.aclInit(None))
        self._check(self._acl.aclrtSetDevice(0))
        self._stream = ctypes.c_void_p()
        self._check(self._acl.aclrtCreateStream(ctypes.byref(self._stream)))

    def _check(self, status: int) -> None:
        if status != 0:
            self._acl.aclGetRecentErrMsg.restype = ctypes.c_char_p
            raise SystemExit((self._acl.aclGetRecentErrMsg() or b"").decode() or f"status {status}")

    def _argument(self, value: Any, dtype: torch.dtype) -> Any:
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        if isinstance(value, Number):
            is_whole = value.value == int(value.value) and not dtype.is_floating_point
            number = ctypes.c_int64(int(value.value)) if is_whole else ctypes.c_float(value.value)
            acl = ACL[I64 if is_whole else F32]
            return ctypes.c_void_p(self._nn.aclCreateScalar(ctypes.byref(number), ctypes.c_int(acl)))
        if isinstance(value, Axes):
            count = len(value.values)
            return ctypes.c_void_p(
                self._nn.aclCreateIntArray((ctypes.c_int64 * count)(*value.values), ctypes.c_uint64(count))
            )
        if isinstance(value, Flags):
            count = len(value.values)
            return ctypes.c_void_p(
                self._nn.aclCreateBoolArray((ctypes.c_bool * count)(*value.values), ctypes.c_uint64(count))
            )
        return value

    def _tensor(self, tensor: torch.Tensor) -> ctypes.c_void_p:
        dims = ctypes.c_int64 * tensor.dim()
        rank, storage = ctypes.c_uint64(tensor.dim()), ctypes.c_int64(tensor.numel())
        return ctypes.c_void_p(
            self._nn.aclCreateTensor(
                dims(*tensor.shape), rank, ctypes.c_int(ACL[tensor.dtype]), dims(*tensor.stride()),
                ctypes.c_int64(0), ctypes.c_int(2), ctypes.byref(storage), ctypes.c_uint64(1),
                ctypes.c_void_p(tensor.data_ptr()),
            )
        )  # fmt: skip

    def call(self, function: str, *arguments: Any) -> Callable[[], None]:
        """A repeatable executor's run and synchronise."""
        dtype = next(value.dtype for value in arguments if isinstance(value, torch.Tensor))
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        plan, run = getattr(self._operators, f"{function}GetWorkspaceSize"), getattr(self._operators, function)
        made = [self._argument(value, dtype) for value in arguments]
        self._check(plan(*made, ctypes.byref(size), ctypes.byref(executor)))
        self._check(self._nn.aclSetAclOpExecutorRepeatable(executor))
        workspace = ctypes.create_string_buffer(max(1, size.value))
        synchronize = self._acl.aclrtSynchronizeStream

        def run_once() -> None:
            self._check(run(workspace, size, executor, self._stream))
            self._check(synchronize(self._stream))

        return run_once


def nanoseconds(run: Callable, count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        run()
    return (time.perf_counter() - start) / count * 1e9


def bytes_of(tensors: tuple[torch.Tensor, ...]) -> int:
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def main(cases: list[Case], description: str) -> None:
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    parser.add_argument("threads", type=int)
    parser.add_argument("samples")
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    os.environ["OPENACLNN_NUM_THREADS"] = str(arguments.threads)
    torch.set_num_threads(arguments.threads)
    library = Library(arguments.folder)
    with open(arguments.samples, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS)
        writer.writeheader()
        for case in cases:
            label = f"{case.operator}, {case.dtype}, {case.case}"
            if not re.search(arguments.only, label):
                continue
            tensors = case.prepare(*(tensor.draw() for tensor in case.tensors))
            ours = library.call(case.function, *case.arguments(*tensors))
            runs = {"openaclnn": ours, "PyTorch": lambda case=case, tensors=tensors: case.torch(*tensors)}
            # As many calls a round as take 5 ms.
            counts = {who: max(1, int(5e6 / min(nanoseconds(run, 1) for _ in range(3)))) for who, run in runs.items()}
            times = {who: [] for who in runs}
            for turn in range(arguments.rounds):
                for who, run in runs.items():
                    times[who].append(nanoseconds(run, counts[who]))
                    writer.writerow(
                        {
                            "operator": case.operator, "dtype": case.dtype, "case": case.case,
                            "threads": arguments.threads, "elements": max(tensor.numel() for tensor in tensors),
                            "bytes": bytes_of(tensors), "operations": case.operations, "round": turn, "who": who,
                            "value": times[who][-1],
                        }
                    )  # fmt: skip
            ahead = statistics.median(b / a for a, b in zip(times["openaclnn"], times["PyTorch"]))
            taken = statistics.median(times["openaclnn"])
            rate = f"{case.operations / taken:7.1f} GFLOP/s" * (case.operations > 0)
            rate = rate or f"{bytes_of(tensors) / taken:7.1f} GB/s"
            print(f"{label:78}{taken / 1e6:9.3f} ms {rate} {ahead:7.2f}", flush=True)

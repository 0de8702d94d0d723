"""Times arithmetic, sums, extremes, orders, products and casts compared with PyTorch, by turns in one process.

usage: arithmetic.py LIBRARY_FOLDER THREADS SAMPLES.csv [--only REGEX] [--rounds N]

LIBRARY_FOLDER has libopapi.so and its companions. Both compute on the same memory. A case is a C
function with the call of PyTorch that does the same, and the tensors that both take. A sample is the
mean time of a call, in nanoseconds, in one round; ours are of a repeatable executor that is run and
synchronised.
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

FIELDS = ["operator", "dtype", "case", "threads", "elements", "bytes", "round", "who", "value"]
SIDE = 4096
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
KEEP_DTYPE = 0  # cubeMathType
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
class Case:
    operator: str
    dtype: str
    case: str
    function: str  # of the C API
    tensors: tuple[Tensor, ...]
    arguments: Callable[..., tuple]  # of the function, made of the drawn tensors
    torch: Callable[..., Any]  # takes the same


def name(dtype: torch.dtype) -> str:
    return NAMES.get(dtype, str(dtype).removeprefix("torch."))


SQUARE, LINE = (SIDE, SIDE), (SIDE,)
BINARY = {
    "add": ("aclnnAdd", lambda x, y, o: (x, y, Number(1), o), lambda x, y, o: torch.add(x, y, out=o)),
    "mul": ("aclnnMul", lambda x, y, o: (x, y, o), lambda x, y, o: torch.mul(x, y, out=o)),
    "div": ("aclnnDiv", lambda x, y, o: (x, y, o), lambda x, y, o: torch.div(x, y, out=o)),
    "add, alpha 0.3": (
        "aclnnAdd",
        lambda x, y, o: (x, y, Number(0.3), o),
        lambda x, y, o: torch.add(x, y, alpha=0.3, out=o),
    ),
}


def binary(operator: str, x: Tensor, y: Tensor, what: str, out: torch.dtype | None = None) -> Case:
    function, arguments, call = BINARY[operator]
    dtypes = name(x.dtype) if x.dtype == y.dtype else f"{name(x.dtype)} and {name(y.dtype)}"
    result = Tensor(torch.broadcast_shapes(x.shape, y.shape), out or torch.promote_types(x.dtype, y.dtype))
    return Case(operator, dtypes, what, function, (x, y, result), arguments, call)


def binaries():
    """What of a binary operator lies how."""
    for operator in ("add", "mul"):
        for dtype in (F32, BF16, F16, F64, I32, I8):
            yield binary(operator, Tensor(SQUARE, dtype), Tensor(SQUARE, dtype), "dense")
    yield binary("div", Tensor(SQUARE), Tensor(SQUARE), "dense")
    for dtype in (F32, BF16, I32):
        for rows, columns in ((SIDE, SIDE), (SIDE * 64, 64)):
            shape = (rows, columns)
            yield binary("add", Tensor(shape, dtype), Tensor((columns,), dtype), f"a row to {rows} x {columns}")
            yield binary("add", Tensor(shape, dtype), Tensor((rows, 1), dtype), f"a column to {rows} x {columns}")
    yield binary("add", Tensor(LINE), Tensor((SIDE, 1)), f"a row and a column, {SIDE} x {SIDE}")
    yield binary("add", Tensor(SQUARE), Tensor((1,)), "one element")
    for dtype in (F32, BF16):
        yield binary("add", Tensor(SQUARE, dtype), Tensor(SQUARE, dtype, turned=True), "one transposed")
        yield binary("mul", Tensor(SQUARE, dtype, turned=True), Tensor(SQUARE, dtype, turned=True), "both transposed")
    for x, y in ((F32, BF16), (F32, I32), (F16, F32), (I32, I8), (F32, F64)):
        yield binary("mul", Tensor(SQUARE, x), Tensor(SQUARE, y), "dense")
    for dtype in (F32, F16, BF16):
        yield binary("add, alpha 0.3", Tensor(SQUARE, dtype), Tensor(SQUARE, dtype), "dense")
    for dtype in (F32, I32):
        tensors = (Tensor(SQUARE, dtype), Tensor(SQUARE, dtype))
        yield Case(
            "add", name(dtype), "in place", "aclnnInplaceAdd", tensors,
            lambda x, y: (x, y, Number(1)), lambda x, y: x.add_(y),
        )  # fmt: skip
    for dtype in (F32, BF16, I32):
        tensors = (Tensor(SQUARE, dtype), Tensor(SQUARE, dtype))
        yield Case(
            "mul", name(dtype), "a number", "aclnnMuls", tensors,
            lambda x, o: (x, Number(3), o), lambda x, o: torch.mul(x, 3, out=o),
        )  # fmt: skip
    for dtype in (F32, F64, I32):
        yield Case(
            "greater", name(dtype), "a number, to bool", "aclnnGtScalar", (Tensor(SQUARE, dtype), Tensor(SQUARE, BOOL)),
            lambda x, o: (x, Number(1), o), lambda x, o: torch.gt(x, 1, out=o),
        )  # fmt: skip


def sum_of(operator: str, shape: tuple[int, ...], axis: int, dtype: torch.dtype) -> Case:
    kept = tuple(size for place, size in enumerate(shape) if place != axis)
    function, call = {"sum": ("aclnnReduceSum", torch.sum), "mean": ("aclnnMean", torch.mean)}[operator]
    return Case(
        operator, name(dtype), f"{shape[0]} x {shape[1]}, axis {axis}", function,
        (Tensor(shape, dtype), Tensor(kept, dtype)),
        lambda x, o: (x, Axes((axis,)), ctypes.c_bool(False), ctypes.c_int(ACL[dtype]), o),
        lambda x, o: call(x, axis, dtype=dtype, out=o),
    )  # fmt: skip


def sums():
    for shape in ((SIDE, SIDE), (1 << 20, 10), (1 << 16, 100), (1 << 10, 1 << 10)):
        for axis in (1, 0):
            yield sum_of("sum", shape, axis, F32)
    for dtype in (BF16, F64, I64):
        for axis in (1, 0):
            yield sum_of("sum", SQUARE, axis, dtype)
    yield sum_of("mean", SQUARE, 1, F32)
    yield sum_of("mean", (1 << 16, 100), 1, F32)


def extreme_of(operator: str, shape: tuple[int, ...], axis: int, dtype: torch.dtype) -> Case:
    kept = Tensor(tuple(size for place, size in enumerate(shape) if place != axis), dtype)
    where = Tensor(kept.shape, I64)
    keeps, dim = ctypes.c_bool(False), ctypes.c_int64(axis)
    case = f"{shape[0]} x {shape[1]}, axis {axis}"
    if operator == "amax":
        return Case(
            operator, name(dtype), case, "aclnnAmax", (Tensor(shape, dtype), kept),
            lambda x, o: (x, Axes((axis,)), keeps, o), lambda x, o: torch.amax(x, axis, out=o),
        )  # fmt: skip
    if operator == "any":
        return Case(
            operator, name(dtype), case, "aclnnAny", (Tensor(shape, dtype), Tensor(kept.shape, BOOL)),
            lambda x, o: (x, Axes((axis,)), keeps, o), lambda x, o: torch.any(x, axis, out=o),
        )  # fmt: skip
    if operator == "argmax":
        return Case(
            operator, name(dtype), case, "aclnnArgMax", (Tensor(shape, dtype), where),
            lambda x, o: (x, dim, keeps, o), lambda x, o: torch.argmax(x, axis, out=o),
        )  # fmt: skip
    return Case(
        operator, name(dtype), case, "aclnnMaxDim", (Tensor(shape, dtype), kept, where),
        lambda x, o, i: (x, dim, keeps, o, i), lambda x, o, i: torch.max(x, axis, out=(o, i)),
    )  # fmt: skip


def extremes():
    for operator in ("amax", "any", "argmax", "max"):
        for shape in ((SIDE, SIDE), (1 << 18, 10), (64, 50257), (1 << 8, 1 << 10)):
            for axis in (1, 0):
                yield extreme_of(operator, shape, axis, F32)
    for dtype in (BF16, I64, I8):
        for axis in (1, 0):
            yield extreme_of("amax", (1 << 10, 1 << 10), axis, dtype)


def orders():
    for shape in ((1 << 10, 1 << 10), (64, 50257), (1, 1 << 20), (1 << 14, 10)):
        for dtype in (F32, I64):
            tensors = (Tensor(shape, dtype), Tensor(shape, dtype), Tensor(shape, I64))
            case, no = f"{shape[0]} x {shape[1]}", ctypes.c_bool(False)
            yield Case(
                "cumsum", name(dtype), case, "aclnnCumsum", tensors[:2],
                lambda x, o, dtype=dtype: (x, ctypes.c_int64(-1), ctypes.c_int(ACL[dtype]), o),
                lambda x, o, dtype=dtype: torch.cumsum(x, -1, dtype=dtype, out=o),
            )  # fmt: skip
            yield Case(
                "sort", name(dtype), case, "aclnnSort", tensors,
                lambda x, o, i, no=no: (x, no, ctypes.c_int64(-1), no, o, i),
                lambda x, o, i: torch.sort(x, out=(o, i)),
            )  # fmt: skip
            few = (shape[0], min(shape[1], 50))
            yield Case(
                "topk", name(dtype), case, "aclnnTopk", (tensors[0], Tensor(few, dtype), Tensor(few, I64)),
                lambda x, o, i: (
                    x, ctypes.c_int64(o.shape[1]), ctypes.c_int64(-1), ctypes.c_bool(True), ctypes.c_bool(True), o, i
                ),
                lambda x, o, i: torch.topk(x, o.shape[1], out=(o, i)),
            )  # fmt: skip
    tensors = (Tensor((1 << 10, 1 << 10)), Tensor((1 << 10, 1 << 10)))
    yield Case(
        "cumsum", name(F32), "1024 x 1024, axis 0", "aclnnCumsum", tensors,
        lambda x, o: (x, ctypes.c_int64(0), ctypes.c_int(ACL[F32]), o), lambda x, o: torch.cumsum(x, 0, out=o),
    )  # fmt: skip


def product(m: int, k: int, n: int, dtype: torch.dtype, turned: bool = False) -> Case:
    what = f"{m} x {k} times {k} x {n}" + ", second transposed" * turned
    tensors = (Tensor((m, k), dtype), Tensor((k, n), dtype, turned), Tensor((m, n), dtype))
    return Case(
        "mm", name(dtype), what, "aclnnMm", tensors,
        lambda a, b, o: (a, b, o, ctypes.c_int8(KEEP_DTYPE)), lambda a, b, o: torch.mm(a, b, out=o),
    )  # fmt: skip


def batch(b: int, m: int, k: int, n: int, dtype: torch.dtype) -> Case:
    tensors = (Tensor((b, m, k), dtype), Tensor((b, k, n), dtype), Tensor((b, m, n), dtype))
    return Case(
        "bmm", name(dtype), f"{b} of {m} x {k} times {k} x {n}", "aclnnBatchMatMul", tensors,
        lambda a, b, o: (a, b, o, ctypes.c_int8(KEEP_DTYPE)), lambda a, b, o: torch.bmm(a, b, out=o),
    )  # fmt: skip


def products():
    for m, k, n in ((1024, 1024, 1024), (128, 784, 100), (16, 1024, 1024)):
        for dtype in (F32, BF16):
            yield product(m, k, n, dtype)
    yield product(4096, 1024, 4096, F32)
    for dtype in (F32, BF16, F16):
        for turned in (False, True):
            yield product(1, SIDE, SIDE, dtype, turned)
        for m in (2, 8, 32):
            yield product(m, SIDE, SIDE, dtype, turned=True)
        yield batch(64, 128, 64, 128, dtype)
    yield product(SIDE, SIDE, 1, F32)


def casts():
    for source, target in ((F32, BF16), (BF16, F32), (F32, F16), (F16, F32), (I32, F32), (F32, I32), (F64, F32)):
        yield Case(
            "cast", f"{name(source)} to {name(target)}", "dense", "aclnnCast",
            (Tensor(SQUARE, source), Tensor(SQUARE, target)),
            lambda x, o, target=target: (x, ctypes.c_int(ACL[target]), o), lambda x, o: o.copy_(x),
        )  # fmt: skip


CASES = [*binaries(), *sums(), *extremes(), *orders(), *products(), *casts()]


class Library:
    """The C API."""

    def __init__(self, folder: str):
        self._acl = ctypes.CDLL(f"{folder}/libascendcl.so", mode=ctypes.RTLD_GLOBAL)
        self._nn = ctypes.CDLL(f"{folder}/libnnopbase.so", mode=ctypes.RTLD_GLOBAL)
        self._operators = ctypes.CDLL(f"{folder}/libopapi.so")
        for create in ("aclCreateTensor", "aclCreateScalar", "aclCreateIntArray"):
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


def bytes_of(tensors: list[torch.Tensor]) -> int:
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def main() -> None:
    parser = argparse.ArgumentParser()
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
        for case in CASES:
            label = f"{case.operator}, {case.dtype}, {case.case}"
            if not re.search(arguments.only, label):
                continue
            tensors = [tensor.draw() for tensor in case.tensors]
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
                            "bytes": bytes_of(tensors), "round": turn, "who": who, "value": times[who][-1],
                        }
                    )  # fmt: skip
            ahead = statistics.median(b / a for a, b in zip(times["openaclnn"], times["PyTorch"]))
            taken = statistics.median(times["openaclnn"])
            print(f"{label:62}{taken / 1e6:9.3f} ms {bytes_of(tensors) / taken:7.1f} GB/s {ahead:7.2f}", flush=True)


if __name__ == "__main__":
    main()

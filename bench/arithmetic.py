"""Cases of arithmetic, sums, extremes, orders and casts, timed compared with PyTorch (by_turns.py).

usage: arithmetic.py LIBRARY_FOLDER THREADS SAMPLES.csv [--only REGEX] [--rounds N]

LIBRARY_FOLDER has libopapi.so and its companions.
"""

import ctypes

import torch
from by_turns import ACL, BF16, BOOL, F16, F32, F64, I8, I32, I64, Axes, Case, Number, Tensor, main, name

SIDE = 4096
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


def casts():
    for source, target in ((F32, BF16), (BF16, F32), (F32, F16), (F16, F32), (I32, F32), (F32, I32), (F64, F32)):
        yield Case(
            "cast", f"{name(source)} to {name(target)}", "dense", "aclnnCast",
            (Tensor(SQUARE, source), Tensor(SQUARE, target)),
            lambda x, o, target=target: (x, ctypes.c_int(ACL[target]), o), lambda x, o: o.copy_(x),
        )  # fmt: skip


CASES = [*binaries(), *sums(), *extremes(), *orders(), *casts()]


if __name__ == "__main__":
    main(CASES, __doc__)

"""Dask: the operators by blocks have the bits of the operators at once, on every scheduler."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import openaclnn
from openaclnn import _core, operators

da = pytest.importorskip("dask.array", reason="Dask is not installed")

import dask  # noqa: E402
import ml_dtypes  # noqa: E402

import openaclnn.dask as blocks  # noqa: E402

FLOATS = [np.float16, ml_dtypes.bfloat16, np.float32]
KINDS = _core.ArgumentKind


@pytest.fixture(autouse=True)
def one_thread() -> Any:
    """Tests choose another scheduler where it matters."""
    with dask.config.set(scheduler="synchronous"):
        yield


def random(shape: tuple[int, ...], dtype: Any, seed: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).normal(0, 2, shape).astype(dtype)


def assert_same_bits(actual: Any, expected: np.ndarray[Any, Any]) -> None:
    computed = actual.compute()
    assert (actual.dtype, actual.shape) == (expected.dtype, expected.shape)
    assert (computed.dtype, computed.shape) == (expected.dtype, expected.shape)
    assert computed.tobytes() == np.ascontiguousarray(expected).tobytes()


def arguments_of(name: str, dtype: Any, shape: tuple[int, ...]) -> list[Any]:
    """Arguments for any operator that follow from its rules: random arrays, and other values."""
    entry = operators.OPERATORS[name].entry
    choices = {
        r.names[0]: [*r.texts, *r.numbers][0] for r in entry.rules if r.type in ("TextIn", "IntIn")
    }
    single = [r.names[0] for r in entry.rules if r.type == "OneElement"]
    axis = 1 if entry.axis else -1  # 1 is what integers are below
    doubled = [2 * n if k == axis % len(shape) else n for k, n in enumerate(shape)]
    upper = {r.names[1] for r in entry.rules if r.type == "NotAbove"}
    of_no_floats = [r for r in entry.rules if r.type == "DtypeIn" and "float32" not in r.dtypes]
    gives_integers = any(r.names[0] == "out" and "bool" not in r.dtypes for r in of_no_floats)
    integers = [
        r.names[0]
        for r in of_no_floats
        if "int32" in r.dtypes and (gives_integers or "bool" not in r.dtypes)
    ]
    conditions = [r.names[0] for r in of_no_floats if "bool" in r.dtypes and r.names[0] not in integers]
    arguments: list[Any] = []
    for seed, argument in enumerate(entry.arguments):
        if argument.name in choices:
            arguments.append(choices[argument.name])
        elif argument.kind == KINDS.INPUT:
            own_shape: Any = shape
            if argument.name == entry.channel_operand:
                own_shape = shape[1:2]
            elif argument.name in single:
                own_shape = (1, 1)
            elif argument.name in entry.halves:
                own_shape = doubled
            values = random(own_shape, dtype, seed)
            if argument.name in integers:
                arguments.append(np.abs(values).astype(np.int32))
            else:
                arguments.append(values > 0 if argument.name in conditions else values)
        elif argument.kind == KINDS.DTYPE:
            arguments.append("int16")
        elif argument.kind in (KINDS.BOOL, KINDS.INT):
            arguments.append(argument.kind == KINDS.BOOL or 1)
        elif argument.kind == KINDS.SCALAR and (
            name.startswith("bitwise_") or argument.name in integers
        ):
            arguments.append(3)
        elif argument.kind in (KINDS.SCALAR, KINDS.DOUBLE, KINDS.FLOAT):
            arguments.append(0.75 if argument.name in upper else 0.25)
    return arguments


def cut(value: Any, chunks: Any) -> Any:
    return da.from_array(value, chunks=chunks) if isinstance(value, np.ndarray) else value


def all_of(results: Any) -> tuple[Any, ...]:
    return results if isinstance(results, tuple) else (results,)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", blocks.__all__)
def test_every_operator(name: str, dtype: Any) -> None:
    if name == "shrink" and np.dtype(dtype).name == "bfloat16":
        pytest.skip("aclnnShrink takes no BFLOAT16")
    of_matrices = {"RankIs"} & {rule.type for rule in operators.OPERATORS[name].entry.rules}
    arguments = arguments_of(name, dtype, (6, 7) if of_matrices else (6, 5, 7))
    expected = all_of(getattr(openaclnn, name)(*arguments))
    # Chunks differ from array to array.
    given = [cut(value, k + 2) for k, value in enumerate(arguments)]
    actual = all_of(getattr(blocks, name)(*given))
    assert len(actual) == len(expected)
    for a, e in zip(actual, expected, strict=True):
        assert isinstance(a, da.Array)
        assert_same_bits(a, e)


def test_a_function_for_each_operator_that_is_not_in_place() -> None:
    assert set(blocks.__all__) == {
        name
        for name, operator in operators.OPERATORS.items()
        if not (operator.in_place or operator.entry.is_of_sums)
    }
    for name in blocks.__all__:
        here = list(inspect.signature(getattr(blocks, name)).parameters.values())
        there = list(inspect.signature(getattr(openaclnn, name)).parameters.values())
        assert [p.name for p in here] == [p.name for p in there if p.name != "out"]
        assert [p.default for p in here] == [p.default for p in there if p.name != "out"]


@pytest.mark.parametrize("dtype", FLOATS)
def test_rows(dtype: Any) -> None:
    x, y = random((6, 5, 40), dtype, 1), random((6, 5, 40), dtype, 2)
    for dim in (0, 1, 2, -1, -3):
        forward, backward = openaclnn.softmax(x, dim), openaclnn.softmax_backward(x, y, dim)
        for chunks in ((4, 2, 7), (6, 1, 40), -1):
            actual = blocks.softmax(cut(x, chunks), dim)
            assert_same_bits(actual, forward)
            assert actual.numblocks[dim] == 1
            assert_same_bits(blocks.softmax_backward(cut(x, chunks), cut(y, 3), dim), backward)
    loss, backprop = openaclnn.softmax_cross_entropy_with_logits(x[0], y[0])
    for actual in (
        blocks.softmax_cross_entropy_with_logits(cut(x[0], (2, 7)), cut(y[0], 3)),
        blocks.softmax_cross_entropy_with_logits(cut(x[0], 1), y[0]),
    ):
        assert_same_bits(actual[0], loss)
        assert_same_bits(actual[1], backprop)
    one = dtype(3)
    assert_same_bits(blocks.log_softmax(one, 0), openaclnn.log_softmax(np.asarray(one), 0))
    empty = da.zeros((0, 3), dtype=dtype)
    assert_same_bits(blocks.softmax(empty, 1), np.empty((0, 3), dtype))


def test_rows_are_refused_before_the_graph_is_made() -> None:
    x = da.from_array(X, chunks=3)
    with pytest.raises(openaclnn.ArgumentError, match="dim: is 2"):
        blocks.softmax(x, 2)
    with pytest.raises(openaclnn.ArgumentError, match="labels: shape is"):
        blocks.softmax_cross_entropy_with_logits(x, x[:, :4])
    with pytest.raises(ValueError, match="chunks of unknown size"):
        blocks.softmax(x[x[:, 0] > 0], 1)


@given(st.data())
def test_chunks_broadcast(data: st.DataObject) -> None:
    shapes = [(4, 5), (5,), (4, 1), (1, 5), ()]
    arrays = []
    for seed in range(2):
        value = random(data.draw(st.sampled_from(shapes)), np.float32, seed)
        chunks = tuple(data.draw(st.integers(1, 5)) for _ in value.shape)
        arrays.append((value, da.from_array(value, chunks=chunks)))
    expected = openaclnn.gelu_backward_v2(arrays[0][0], arrays[1][0], "tanh")
    assert_same_bits(blocks.gelu_backward_v2(arrays[0][1], arrays[1][1], "tanh"), expected)
    assert_same_bits(blocks.gelu_backward_v2(arrays[0][0], arrays[1][1], "tanh"), expected)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("reduction", [0, 1, 2])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_mean_is_of_all_blocks(weighted: bool, reduction: int, dtype: Any) -> None:
    grad, x = random((1,), dtype, 1), random((6, 5, 7), dtype, 2)
    weights = [random((7,), dtype, 3), random((5, 1), dtype, 4)] if weighted else [None, None]
    backward = "binary_cross_entropy_with_logits_target_backward"
    expected = getattr(openaclnn, backward)(grad, x, x, *weights, reduction)
    for chunks in (1, 3, (6, 2, 7), -1):
        given = [grad, cut(x, chunks), cut(x, 2), *(cut(weight, 2) for weight in weights)]
        assert_same_bits(getattr(blocks, backward)(*given, reduction), expected)


# Shapes on both sides of every border of the order of sums, and chunks that meet none of them.
SUMS = [
    ((5,), 1, (2,)),
    ((70_000,), 1, (999,)),
    ((3, 50, 70), 1, (1, 17, 33)),
    ((40, 6), 6, (7, 4)),
    ((4100, 3, 5), 3, (1000, 2, 3)),
    ((2049, 2), 2, (100, 1)),
    ((300, 700, 2), 700, (77, 99, 1)),
    ((33_000, 2, 1), 2, (5000, 2, 1)),
    ((7, 3, 15), 3, (2, 2, 4)),
    ((7, 3, 16), 3, (2, 2, 4)),
    ((8, 3, 16), 3, (3, 2, 4)),
    ((20, 3, 255), 3, (3, 2, 100)),
    ((20, 3, 256), 3, (3, 2, 100)),
    ((3, 2, 50, 61), 2, (2, 1, 7, 13)),
    ((2, 3, 10, 11, 40), 3, (1, 2, 3, 4, 17)),
    ((9, 4, 2500), 4, (4, 3, 1100)),
    ((1, 2, 9000), 2, (1, 1, 1024)),
    ((70, 1, 300), 1, (9, 1, 300)),
]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "weights", "chunks"), SUMS)
def test_gradient_of_the_weight(
    shape: tuple[int, ...], weights: int, chunks: tuple[int, ...], dtype: Any
) -> None:
    grad, x = cancelling(shape, weights, dtype)
    weight = random((weights,), dtype, 3)
    _, expected = openaclnn.prelu_backward(grad, x, weight)
    for each in (chunks, -1):
        g, s, w = da.from_array(grad, chunks=each), da.from_array(x, chunks=each), weight
        _, actual = blocks.prelu_backward(g, s, da.from_array(w, chunks=2))
        assert_same_bits(actual, expected)


def cancelling(shape: tuple[int, ...], weights: int, dtype: Any) -> tuple[Any, Any]:
    """Operands of terms that have their opposites somewhere in their channel.

    All that is left of the sums are errors of rounding, so that another order has other bits.
    """
    generator = np.random.default_rng(7)
    x = -np.exp2(generator.uniform(0, 20 if dtype == np.float32 else 6, shape)).astype(dtype)
    grad = generator.normal(0, 8, shape).astype(dtype)
    for channel in range(weights):
        of = (slice(None), channel) if weights > 1 else ...
        order = generator.permutation(x[of].size)
        half = order.size // 2
        for values, sign in ((x, 1), (grad, -1)):
            flat = values[of].ravel()
            flat[order[half : 2 * half]] = sign * flat[order[:half]]
            if order.size % 2 and sign < 0:
                flat[order[-1]] = 0
            values[of] = flat.reshape(values[of].shape)
    return grad, x


def test_blocks_stay_small() -> None:
    grad, x = cancelling((300, 1000, 2), 1000, np.float32)
    weight = random((1000,), np.float32, 3)
    g, s = (da.from_array(a, chunks=(10, 1000, 2)) for a in (grad, x))
    with dask.config.set({"array.chunk-size": "100KiB"}):
        _, actual = blocks.prelu_backward(g, s, weight)
    assert 1 < len(actual.chunks[0])  # as 64 whole rows would exceed that
    assert_same_bits(actual, openaclnn.prelu_backward(grad, x, weight)[1])


@pytest.mark.parametrize("shape", [(70_000,), (4100, 3, 5), (20, 3, 256), (3, 2, 50, 61)])
def test_another_order_has_other_bits(shape: tuple[int, ...]) -> None:
    """So the test before this one would see it."""
    weights = shape[1] if len(shape) > 1 else 1
    grad, x = cancelling(shape, weights, np.float32)
    _, expected = openaclnn.prelu_backward(grad, x, np.ones(weights, np.float32))
    terms = x.astype(np.float64) * grad
    axes = tuple(axis for axis in range(len(shape)) if axis != 1)
    assert (terms.sum(axes) != expected).all()


X = np.linspace(-2, 2, 30, dtype=np.float32).reshape(6, 5)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (
            lambda x: blocks.hardtanh_backward(x, x[:4], -1, 1),
            openaclnn.ArgumentError,
            "gradOutput: shape is",
        ),
        (
            lambda x: blocks.gelu_backward_v2(x, x[:, :4]),
            openaclnn.ArgumentError,
            "no common broadcast shape",
        ),
        (
            lambda x: blocks.gelu_backward_v2(x, x, "erf"),
            openaclnn.ArgumentError,
            'approximate: is "erf"',
        ),
        (
            lambda x: blocks.gelu_backward_v2(x, x.astype("f8")),
            openaclnn.ArgumentError,
            "promote to DOUBLE",
        ),
        (
            lambda x: blocks.prelu_backward(x, x, x[0, :4]),
            openaclnn.ArgumentError,
            "weight: has 4 elements",
        ),
        (
            lambda x: blocks.gelu_backward_v2(x, x.astype(object)),
            TypeError,
            "self has the dtype object",
        ),
        (lambda x: blocks.gelu_backward_v2(x, x.astype(">f4")), TypeError, "machine's byte order"),
        (
            lambda x: blocks.gelu_backward_v2(x, [1.0]),
            TypeError,
            "self is <class 'list'>; expected a dask",
        ),
        (
            lambda x: blocks.gelu_backward_v2(x, da.ma.masked_greater(x, 1)),
            TypeError,
            "self has blocks of",
        ),
        (
            lambda x: blocks.gelu_backward_v2(x, x[x > 0]),
            ValueError,
            "self has chunks of unknown size",
        ),
        (
            lambda x: blocks.prelu_backward(x[x[:, 0] > 0], x, 0.5),
            ValueError,
            "gradOutput has chunks of unknown",
        ),
        (lambda x: blocks.hardtanh_backward(x, x, "1", 1), TypeError, "min is <class 'str'>"),
        (lambda x: blocks.cast(x, "flot"), TypeError, "dtype is 'flot'"),
    ],
)
def test_refused_before_the_graph_is_made(make: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        make(da.from_array(X, chunks=3))


def test_nothing_is_computed_early() -> None:
    def fail(block: Any) -> Any:
        raise RuntimeError("computed")

    x = da.from_array(X, chunks=3).map_blocks(fail, dtype=X.dtype, meta=X[:0, :0])
    results = [blocks.gelu_backward_v2(x, x), *blocks.prelu_backward(x, x, 0.5)]
    for result in results:
        assert result.dtype == np.float32
        assert type(result._meta) is np.ndarray
        with pytest.raises(RuntimeError, match="computed"):
            result.compute()


def test_graphs() -> None:
    x = da.from_array(X, chunks=3)
    first, second = (blocks.prelu_backward(x, x, np.ones(5, np.float32)) for _ in range(2))
    assert [a.name for a in first] == [a.name for a in second]
    assert first[0].name != blocks.prelu_backward(x, x, 0.5)[0].name
    one, other = (blocks.gelu_backward_v2(x, x, text) for text in ("none", "tanh"))
    assert one.name != other.name
    for result, prefix in ((one, "gelu_backward_v2"), (first[0], "prelu_backward")):
        assert result.name.startswith(prefix + "-")
        assert result.chunks == x.chunks
    program = (
        "import numpy as np, dask.array as da, openaclnn.dask as blocks\n"
        "x = da.from_array(np.linspace(-2, 2, 30, dtype=np.float32).reshape(6, 5), chunks=3)\n"
        "print(*(a.name for a in blocks.prelu_backward(x, x, np.ones(5, np.float32))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [a.name for a in first]


def test_empty_arrays_and_numbers() -> None:
    empty = da.zeros((0, 3), dtype=np.float32)
    weight = np.ones(3, np.float32)
    assert_same_bits(blocks.gelu_backward_v2(empty, empty), np.empty((0, 3), np.float32))
    for actual, expected in zip(
        blocks.prelu_backward(empty, empty, weight),
        openaclnn.prelu_backward(
            np.empty((0, 3), np.float32), np.empty((0, 3), np.float32), weight
        ),
        strict=True,
    ):
        assert_same_bits(actual, expected)
    one = X[1, 1]
    for actual, expected in zip(
        blocks.prelu_backward(one, one, 0.25), openaclnn.prelu_backward(one, one, 0.25), strict=True
    ):
        assert_same_bits(actual, expected)


def test_import_does_not_import_dask() -> None:
    code = "import sys, openaclnn; sys.exit('dask' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def big_call() -> tuple[Any, Any]:
    """Results by blocks, and those of one process."""
    grad, x = cancelling((130, 5, 600), 5, np.float32)
    weight = random((5,), np.float32, 3)
    g, s = (da.from_array(a, chunks=(33, 2, 250)) for a in (grad, x))
    expected = [openaclnn.gelu_backward_v2(grad, x), *openaclnn.prelu_backward(grad, x, weight)]
    return [blocks.gelu_backward_v2(g, s), *blocks.prelu_backward(g, s, weight)], expected


def test_threads() -> None:
    actual, expected = big_call()
    for a, e in zip(
        dask.compute(*actual, scheduler="threads", num_workers=4), expected, strict=True
    ):
        assert a.tobytes() == e.tobytes()


def test_blocks_that_are_not_aligned() -> None:
    """As distributed hands over what came from another process."""

    def misaligned(block: Any) -> Any:
        memory = np.zeros(block.nbytes + 1, np.uint8)[1:].view(block.dtype).reshape(block.shape)
        memory[...] = block
        assert not memory.flags.aligned
        return memory

    grad, x = cancelling((70, 3, 300), 3, np.float32)
    g, s = (da.from_array(a, chunks=(9, 2, 300)).map_blocks(misaligned) for a in (grad, x))
    weight = random((3,), np.float32, 3)
    expected = openaclnn.prelu_backward(grad, x, weight)
    for actual, e in zip(blocks.prelu_backward(g, s, weight), expected, strict=True):
        assert_same_bits(actual, e)


def test_two_processes() -> None:
    """Operands and results come from other processes."""
    distributed = pytest.importorskip("distributed")
    with dask.config.set({"distributed.comm.timeouts.connect": "20s"}):
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
            ) as cluster,
            distributed.Client(cluster, timeout=20) as client,
        ):
            (gelu, *prelu), expected = big_call()
            client.wait_for_workers(2, timeout=20)
            gelu = gelu.persist()  # on both workers
            results = client.gather(client.compute([gelu, *prelu]), errors="raise")
            for a, e in zip(results, expected, strict=True):
                assert a.tobytes() == e.tobytes()
            # What came over the network is an operand, in a worker and here.
            again = blocks.gelu_backward_v2(gelu, gelu.rechunk(-1)).compute()
            assert again.tobytes() == openaclnn.gelu_backward_v2(expected[0], expected[0]).tobytes()
            half = blocks.cast(gelu.rechunk(50), "bfloat16").compute()
            assert half.tobytes() == openaclnn.cast(expected[0], "bfloat16").tobytes()


MEMORY = """
import resource, sys, numpy as np, dask, dask.array as da, openaclnn.dask as blocks

class Rows:
    # An array in a file, of which a task reads what it needs.
    def __init__(self, path):
        self.path = path
        self.shape, self.dtype, self.ndim = self.open().shape, self.open().dtype, self.open().ndim
    def open(self):
        return np.load(self.path, mmap_mode="r")
    def __getitem__(self, index):
        return np.array(self.open()[index])

x = da.from_array(Rows(sys.argv[1]), chunks=(1 << 16, 64), name=sys.argv[1])
_, sums = blocks.prelu_backward(x, x, np.full(64, 0.5, np.float32))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
np.save(sys.argv[2], sums.compute(scheduler="synchronous"))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_arrays_larger_than_memory(tmp_path: Any) -> None:
    x = np.lib.format.open_memmap(tmp_path / "x.npy", "w+", np.float32, (1 << 20, 64))
    part = random((1 << 12, 64), np.float32, 9)
    for k in range(256):
        x[k << 12 : (k + 1) << 12] = part
    x.flush()
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, tmp_path / "x.npy", tmp_path / "sums.npy"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 130 * 1024  # KiB; the file has 256 MiB
    _, expected = openaclnn.prelu_backward(x, x, np.full(64, 0.5, np.float32))
    assert np.load(tmp_path / "sums.npy").tobytes() == expected.tobytes()

"""Trains a network by ctypes alone, compared with the same steps in Python's numbers.

usage: bindings_training.py    where set_env.sh has been sourced

A perceptron of two layers fits a function of four numbers. Its forward and backward steps call what
the bindings of candle and MindTorch cannot do without (Add, Mul, ReduceSum, Relu) and what their
training loops call besides them, with transposed views, broadcast biases and sums along axes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from ctypes import c_bool, c_int8, c_int32, c_void_p
from typing import Any

from bindings import DTYPES, LIBRARIES, Bindings, Device, succeed

FLOAT = DTYPES[0]
SAMPLES, INPUTS, HIDDEN, STEPS, RATE = 32, 4, 8, 40, 0.1
KEEP_FLOAT = 0  # cubeMathType of products

Rows = list[list[float]]


class Matrix:
    """A matrix on the device and, in double, next to it."""

    def __init__(self, bindings: Bindings, exact: Rows) -> None:
        self.bindings, self.exact = bindings, exact
        self.shape = (len(exact), len(exact[0]))
        data = b"".join(FLOAT.pack(x) for row in exact for x in row)
        self.size, self.memory = len(data), bindings.device.upload(data)

    def tensor(self, transposed: bool = False) -> c_void_p:
        shape = self.shape[::-1] if transposed else self.shape
        return self.bindings.tensor(self.memory, shape, FLOAT, transposed)

    def check(self, what: str) -> None:
        """The device's numbers are those in double except for roundings of floats."""
        numbers = FLOAT.all_of(self.bindings.device.download(self.memory, self.size))
        exact = [x for row in self.exact for x in row]
        bound = 1e-5 * max(map(abs, exact), default=0) + 1e-9
        for got, expected in zip(numbers, exact, strict=True):
            assert abs(got - expected) <= bound, f"{what}: {got} for {expected}"


class Network:
    """Calls operators on matrices, and their counterparts on the numbers next to them."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings, self.device = bindings, bindings.device
        self.made: list[Matrix] = []

    def matrix(self, exact: Rows) -> Matrix:
        self.made.append(Matrix(self.bindings, exact))
        return self.made[-1]

    def launch(self, operator: str, *arguments: Any) -> None:
        """Floats become scalars, tuples arrays of integers; what is made here is destroyed."""
        made: list[tuple[Callable[[c_void_p], int], c_void_p]] = []
        passed: list[Any] = []
        for argument in arguments:
            if isinstance(argument, Matrix):
                argument = argument.tensor()
            if isinstance(argument, float):
                passed.append(self.bindings.scalar(argument, FLOAT))
                made.append((self.bindings.destroy_scalar, passed[-1]))
            elif isinstance(argument, tuple):
                passed.append(self.bindings.integers(*argument))
                made.append((self.bindings.destroy_integers, passed[-1]))
            else:
                passed.append(argument)
                if isinstance(argument, c_void_p):
                    made.append((self.bindings.destroy_tensor, argument))
        workspace = self.bindings.launch(operator, *passed)
        for destroy, handle in made:
            succeed(destroy(handle), "aclDestroy")
        self.device.synchronize()
        self.device.free(workspace)

    def zeros(self, rows: int, columns: int) -> Matrix:
        return self.matrix([[0.0] * columns for _ in range(rows)])

    def product(self, a: Matrix, b: Matrix, left: bool = False, right: bool = False) -> Matrix:
        """a b, with the left or the right factor transposed."""
        x, y = (transpose(a.exact) if left else a.exact), (transpose(b.exact) if right else b.exact)
        out = self.zeros(len(x), len(y[0]))
        out.exact = [[math.fsum(map(math.prod, zip(r, c))) for c in zip(*y)] for r in x]
        tensors = (a.tensor(left), b.tensor(right), out.tensor())
        self.launch("Matmul", *tensors, c_int8(KEEP_FLOAT))
        return out

    def elementwise(
        self, operator: str, function: Callable[..., float], a: Matrix, *rest: Any
    ) -> Matrix:
        """Calls an operator on matrices of a's shape, or of one row, and on numbers."""
        out = self.zeros(*a.shape)
        operands = [m for m in (a, *rest) if isinstance(m, Matrix)]
        out.exact = [
            [function(*(m.exact[i % len(m.exact)][j] for m in operands)) for j in range(a.shape[1])]
            for i in range(a.shape[0])
        ]
        self.launch(operator, a, *rest, out)
        return out

    def sum_of_rows(self, a: Matrix) -> Matrix:
        out = self.zeros(1, a.shape[1])
        out.exact = [[math.fsum(column) for column in zip(*a.exact)]]
        self.launch("ReduceSum", a, (0,), c_bool(True), c_int32(FLOAT.code), out)
        return out

    def mean(self, a: Matrix) -> Matrix:
        out = self.zeros(1, 1)
        out.exact = [[math.fsum(map(math.fsum, a.exact)) / (a.shape[0] * a.shape[1])]]
        self.launch("Mean", a, (0, 1), c_bool(True), c_int32(FLOAT.code), out)
        return out

    def descend(self, parameter: Matrix, gradient: Matrix) -> None:
        pairs = zip(parameter.exact, gradient.exact, strict=True)
        parameter.exact = [[x - RATE * g for x, g in zip(*rows, strict=True)] for rows in pairs]
        self.launch("InplaceSub", parameter, gradient, RATE)

    def free(self, keep: tuple[Matrix, ...] = ()) -> None:
        self.device.free(*(m.memory for m in self.made if m not in keep))
        self.made = list(keep)


def as_float(x: float) -> float:
    return FLOAT.unpack(FLOAT.pack(x))


def transpose(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows)]


def train(bindings: Bindings) -> None:
    network, chance = Network(bindings), random.Random(16)

    def drawn(rows: int, columns: int, draw: Callable[[], float]) -> Matrix:
        return network.matrix([[as_float(draw()) for _ in range(columns)] for _ in range(rows)])

    x = drawn(SAMPLES, INPUTS, lambda: chance.uniform(-1, 1))
    target = network.matrix([[as_float(abs(row[0]) - row[1] * row[2])] for row in x.exact])
    first = drawn(INPUTS, HIDDEN, lambda: chance.gauss(0, 0.7))
    bias = drawn(1, HIDDEN, lambda: 0.25)
    second = drawn(HIDDEN, 1, lambda: chance.gauss(0, 0.5))
    parameters = {"first layer": first, "its bias": bias, "second layer": second}
    losses = []
    for _ in range(STEPS):
        weighted = network.product(x, first)
        linear = network.elementwise("Add", lambda a, b: a + b, weighted, bias, 1.0)
        active = network.elementwise("Relu", lambda a: max(a, 0.0), linear)
        guess = network.product(active, second)
        error = network.elementwise("Sub", lambda a, b: a - b, guess, target, 1.0)
        square = network.elementwise("PowTensorScalar", lambda a: a * a, error, 2.0)
        loss = network.mean(square)
        losses.append(loss.exact[0][0])
        loss.check("loss")

        of_guess = network.elementwise("Muls", lambda a: a * (2 / SAMPLES), error, 2 / SAMPLES)
        of_active = network.product(of_guess, second, right=True)
        mask = network.elementwise("GtScalar", lambda a: float(a > 0), linear, 0.0)
        of_linear = network.elementwise("Mul", lambda a, b: a * b, of_active, mask)
        network.descend(second, network.product(active, of_guess, left=True))
        network.descend(first, network.product(x, of_linear, left=True))
        network.descend(bias, network.sum_of_rows(of_linear))
        for what, parameter in parameters.items():
            parameter.check(what)
        network.free(keep=(x, target, *parameters.values()))
    assert losses[-1] < losses[0] / 4, f"the loss went from {losses[0]} to {losses[-1]}"
    network.free()


def main() -> None:
    with Device() as device:
        train(Bindings(LIBRARIES[1], device))


if __name__ == "__main__":
    main()

"""PyTorch on the same cases, through its out= variants where there are any.

usage: pytorch.py [--cuda]

Prints its instruction set, then answers each line, a request in JSON, with a line: to
{"case": ..., "threads": ..., "seconds": ...} that the case is ready, to "time" the nanoseconds of a
call, to {"kept": PATH} the largest errors of what the file keeps (openaclnn_bench wrote it) and of
its own results for the same numbers.

--cuda: on a GPU. Prints its version, or why there is none, and ends. Times are the GPU's, of 50 calls
between two events; those of a host to "queued" and "waited for", which GPUs alone have.
"""

import json
import sys
import time
from collections.abc import Callable

import errors
import torch

aten = torch.ops.aten
DEVICE = "cuda" if "--cuda" in sys.argv[1:] else "cpu"
CALLS_OF_BATCH = 50


def prelu_backward(grad, x, out, weight):
    """There is no out= variant. gradWeight comes unsummed, as autograd gets it, and is summed the same way."""
    grad_input, grad_weight = aten._prelu_kernel_backward(grad, x, weight)
    grad_weight.sum_to_size(weight.shape)
    return grad_input


def target_of_weighted_entropy(grad, x, out, weight):
    """The steps of autograd for the target, where weight and pos_weight are given."""
    logsigmoid = torch.nn.functional.logsigmoid
    values = logsigmoid(-x).sub_(logsigmoid(x).mul_(weight))
    return torch.mul(values.mul_(weight), grad, out=out)


def fast_gelu_backward(grad, x, out, weight):
    """The steps of autograd."""
    t = 1.702 * x
    s = torch.sigmoid(t)
    return torch.mul(grad, (1 - s).mul_(t).add_(1).mul_(s), out=out)


class LogSigmoidBackward:
    """Its forward's buffer is made once for each self."""

    def __init__(self):
        self._x = self._buffer = None

    def __call__(self, grad, x, out, weight):
        if x is not self._x:
            self._x, self._buffer = x, aten.log_sigmoid_forward(x)[1]
        return aten.log_sigmoid_backward.grad_input(grad, x, self._buffer, grad_input=out)


class Where:
    """A condition is made once for each array."""

    def __init__(self):
        self._grad = self._condition = None

    def __call__(self, grad, x, out, weight):
        if grad is not self._grad:
            self._grad, self._condition = grad, grad > 0
        return torch.where(self._condition, x, weight, out=out)


SELU_ALPHA, SELU_SCALE = 1.6732632423543772848, 1.0507009873554804935

log_sigmoid_backward, where = LogSigmoidBackward(), Where()


def swiglu_backward(grad, x, out, dim):
    (a, b), (out_a, out_b) = x.chunk(2, dim), out.chunk(2, dim)
    torch.mul(grad, aten.silu(a), out=out_b)
    aten.silu_backward.grad_input(grad * b, a, grad_input=out_a)


def geglu(x, out, gelu, dim, approximate):
    a, b = x.chunk(2, dim)
    torch.mul(a, aten.gelu.out(b, approximate=approximate, out=gelu), out=out)


def geglu_backward(grad, x, gelu, out, dim, approximate):
    (a, b), (out_a, out_b) = x.chunk(2, dim), out.chunk(2, dim)
    torch.mul(grad, gelu, out=out_a)
    aten.gelu_backward.grad_input(grad * a, b, approximate=approximate, grad_input=out_b)


def gate(activation, x, out, dim):
    a, b = x.chunk(2, dim)
    torch.mul(activation(a), b, out=out)


def cross_entropy(features, labels, out, loss):
    """The losses for probabilities, and the gradient: the steps of the formula."""
    log = aten._log_softmax(features, 1, False)
    torch.sum(labels * log, 1, out=loss).neg_()
    torch.exp(log, out=out).sub_(labels)


def call_of(case: dict) -> Callable:
    """The expression of the operators' table in tests/oracle, as a function."""
    return eval("lambda g, x, w, s, o, o2, o3, dim: " + case["pytorch"])


def strided(view: dict, low: float, high: float, dtype) -> torch.Tensor:
    """A tensor of random numbers that repeat after 2^20, as openaclnn's do."""
    count = 1 + sum((size - 1) * stride for size, stride in zip(view["shape"], view["strides"]))
    fresh = torch.empty(min(count, 1 << 20)).uniform_(low, high).to(dtype)
    memory = fresh.to(DEVICE).repeat(-(-count // len(fresh)))
    return memory.as_strided(view["shape"], view["strides"])


BY_ELEMENT = ("elements", "moves")


class Call:
    """One case, ready to run."""

    def __init__(self, case: dict):
        self._case, self._dtype = case, getattr(torch, case["dtype"])
        grad = strided(case["grad"], -1, 1, self._dtype)
        x = strided(case["self"], case["low"], case["high"], self._dtype)
        weight = None
        if case["weight"]["shape"]:
            weight = strided(case["weight"], 0, 1, self._dtype)
            if case["kind"] in BY_ELEMENT:
                shape = [1] * x.dim()
                shape[1 if len(weight) > 1 else 0] = len(weight)
                weight = weight.view(shape)
        out, second_out, third_out = (
            torch.empty(case[name]["shape"], dtype=self._dtype, device=DEVICE)
            for name in ("out", "second_out", "third_out")
        )
        statistics = None
        if case["statistics"]["shape"]:
            statistics = strided(case["statistics"], 0.5, 1, self._dtype)
        # What PyTorch hands to oneDNN is copied first if it is not dense, and refused if it broadcasts.
        torch.backends.mkldnn.set_flags(case["layout"] == "dense")
        call = call_of(case)
        self._run = lambda: call(grad, x, weight, statistics, out, second_out, third_out, case["axis"])
        self._count = 1

    def _host_seconds(self) -> float:
        start = time.perf_counter()
        for _ in range(self._count):
            self._run()
        return time.perf_counter() - start

    def _gpu_seconds(self) -> float:
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        batches = 0.0
        for _ in range(-(-self._count // CALLS_OF_BATCH)):
            begin.record()
            for _ in range(CALLS_OF_BATCH):
                self._run()
            end.record()
            end.synchronize()
            batches += begin.elapsed_time(end) / 1000
        self._count = -(-self._count // CALLS_OF_BATCH) * CALLS_OF_BATCH
        return batches

    def of_host(self, waits: bool) -> float:
        """Nanoseconds that the host takes to hand a call over, and, if it waits, until it is done."""
        self._run()
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(CALLS_OF_BATCH):
            self._run()
            if waits:
                torch.cuda.synchronize()
        taken = time.perf_counter() - start
        torch.cuda.synchronize()
        return taken / CALLS_OF_BATCH * 1e9

    def nanoseconds(self, seconds: float) -> float:
        """The time of one run, the mean over so many that they take that long."""
        measure: Callable[[], float] = self._gpu_seconds if DEVICE == "cuda" else self._host_seconds
        self._run()
        while True:
            taken = measure()
            if taken >= 0.7 * seconds:
                return taken / self._count * 1e9
            self._count = max(self._count + 1, min(self._count * 10, int(self._count * seconds / taken)))

    def errors(self, path: str) -> list[float]:
        """The errors of what the file keeps, and of PyTorch's results for the same numbers. The case is dense."""
        with open(path, "rb") as file:
            kept = torch.frombuffer(bytearray(file.read()), dtype=self._dtype)
        with open(path + ".exact", "rb") as file:
            exact = torch.frombuffer(bytearray(file.read()), dtype=torch.double)
        count = len(exact)
        grad, x, result = kept[: 3 * count].view(3, count)
        weight = kept[3 * count :] if self._case["weight"]["shape"] else None
        own = call_of(self._case)(grad, x, weight, torch.empty_like(x), None, self._case["axis"])
        return [errors.worst(self._case["dtype"], values, exact) for values in (result, own)]


def main() -> None:
    if DEVICE == "cpu":
        print(torch.backends.cpu.get_cpu_capability(), flush=True)
    elif torch.cuda.is_available():
        print(f"PyTorch {torch.__version__}", flush=True)
    else:
        print(f"no GPU is there for PyTorch {torch.__version__}, so without it", flush=True)
        return
    call, seconds = None, 0
    for line in sys.stdin:
        request, answer = json.loads(line), "ready"
        if request == "time":
            answer = call.nanoseconds(seconds)
        elif request in ("queued", "waited for"):
            answer = call.of_host(waits=request == "waited for")
        elif "kept" in request:
            answer = call.errors(request["kept"])
        else:
            call = None  # before its successor needs memory
            torch.set_num_threads(request["threads"])
            call, seconds = Call(request["case"]), request["seconds"]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

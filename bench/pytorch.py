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

CALLS = {
    "erfinv forward": lambda g, x, o, w: aten.erfinv.out(x, out=o),
    "gelu none forward": lambda g, x, o, w: aten.gelu.out(x, out=o),
    "gelu tanh forward": lambda g, x, o, w: aten.gelu.out(x, approximate="tanh", out=o),
    "log sigmoid": LogSigmoidBackward(),
    "log sigmoid forward": lambda g, x, o, w: aten.log_sigmoid.out(x, out=o),
    "logit forward": lambda g, x, o, w: aten.logit.out(x, None, out=o),
    "mish": lambda g, x, o, w: aten.mish_backward(g, x),  # there is no out= variant
    "mish forward": lambda g, x, o, w: aten.mish.out(x, out=o),
    "silu": lambda g, x, o, w: aten.silu_backward.grad_input(g, x, grad_input=o),
    "silu forward": lambda g, x, o, w: aten.silu.out(x, out=o),
    "sigmoid": lambda g, x, o, w: aten.sigmoid_backward.grad_input(g, x, grad_input=o),
    "sigmoid forward": lambda g, x, o, w: aten.sigmoid.out(x, out=o),
    "relu forward": lambda g, x, o, w: aten.relu.out(x, out=o),
    "leaky relu": lambda g, x, o, w: aten.leaky_relu_backward.grad_input(g, x, 0.01, False, grad_input=o),
    "leaky relu forward": lambda g, x, o, w: aten.leaky_relu.out(x, 0.01, out=o),
    "threshold": lambda g, x, o, w: aten.threshold_backward.grad_input(g, x, 0, grad_input=o),
    "threshold forward": lambda g, x, o, w: aten.threshold.out(x, 0.1, 20, out=o),
    "prelu forward": lambda g, x, o, w: aten.prelu(x, w.view(-1)),  # there is no out= variant
    "hardtanh forward": lambda g, x, o, w: aten.hardtanh.out(x, -1, 1, out=o),
    "hardsigmoid": lambda g, x, o, w: aten.hardsigmoid_backward.grad_input(g, x, grad_input=o),
    "hardsigmoid forward": lambda g, x, o, w: aten.hardsigmoid.out(x, out=o),
    "hardswish": lambda g, x, o, w: aten.hardswish_backward.out(g, x, out=o),
    "hardswish forward": lambda g, x, o, w: aten.hardswish.out(x, out=o),
    "hardshrink": lambda g, x, o, w: aten.hardshrink_backward.grad_input(g, x, 0.5, grad_input=o),
    "hardshrink forward": lambda g, x, o, w: aten.hardshrink.out(x, 0.5, out=o),
    "softshrink": lambda g, x, o, w: aten.softshrink_backward.grad_input(g, x, 0.5, grad_input=o),
    "softshrink forward": lambda g, x, o, w: aten.softshrink.out(x, 0.5, out=o),
    "tanh": lambda g, x, o, w: aten.tanh_backward.grad_input(g, x, grad_input=o),
    "tanh forward": lambda g, x, o, w: aten.tanh.out(x, out=o),
    "elu": lambda g, x, o, w: aten.elu_backward.grad_input(g, 1, 1, 1, False, x, grad_input=o),
    "elu forward": lambda g, x, o, w: aten.elu.out(x, 1, 1, 1, out=o),
    "celu forward": lambda g, x, o, w: aten.celu.out(x, 1.0, out=o),
    "target of entropy": lambda g, x, o, w: torch.mul(-x, g, out=o),
    "target of weighted entropy": target_of_weighted_entropy,
    "selu": lambda g, x, o, w: aten.elu_backward.grad_input(
        g, SELU_ALPHA, SELU_SCALE, 1, True, x, grad_input=o
    ),
    "selu forward": lambda g, x, o, w: aten.elu.out(x, SELU_ALPHA, SELU_SCALE, 1, out=o),
    "softplus forward": lambda g, x, o, w: aten.softplus.out(x, 1, 20, out=o),
    "hardtanh": lambda g, x, o, w: aten.hardtanh_backward.grad_input(g, x, -1, 1, grad_input=o),
    "softplus": lambda g, x, o, w: aten.softplus_backward.grad_input(g, x, 1, 20, grad_input=o),
    "prelu": prelu_backward,
    "gelu none": lambda g, x, o, w: aten.gelu_backward.grad_input(g, x, grad_input=o),
    "gelu tanh": lambda g, x, o, w: aten.gelu_backward.grad_input(g, x, approximate="tanh", grad_input=o),
    "logit": lambda g, x, o, w: aten.logit_backward.grad_input(g, x, None, grad_input=o),
    "squared relu forward": lambda g, x, o, w: torch.square(aten.relu.out(x, out=o), out=o),
    "add forward": lambda g, x, o, w: torch.add(g, x, out=o),
    "adds forward": lambda g, x, o, w: torch.add(x, 0.5, out=o),
    "sub forward": lambda g, x, o, w: torch.sub(g, x, out=o),
    "subs forward": lambda g, x, o, w: torch.sub(x, 0.5, out=o),
    "mul forward": lambda g, x, o, w: torch.mul(g, x, out=o),
    "muls forward": lambda g, x, o, w: torch.mul(x, 0.75, out=o),
    "div forward": lambda g, x, o, w: torch.div(g, x, out=o),
    "divs forward": lambda g, x, o, w: torch.div(x, 3.0, out=o),
    "addcmul forward": lambda g, x, o, w: torch.addcmul(g, x, w, value=0.5, out=o),
    "addcdiv forward": lambda g, x, o, w: torch.addcdiv(g, x, w, value=0.5, out=o),
    "lerp forward": lambda g, x, o, w: torch.lerp(g, x, 0.25, out=o),
    "maximum forward": lambda g, x, o, w: torch.maximum(g, x, out=o),
    "minimum forward": lambda g, x, o, w: torch.minimum(g, x, out=o),
    "copy": lambda g, x, o, w: o.copy_(x),
    "fill": lambda g, x, o, w: o.fill_(0.1),
    "one": lambda g, x, o, w: o.fill_(1),
    "where": Where(),
    "zero": lambda g, x, o, w: o.zero_(),
    "add relu forward": lambda g, x, o, w: torch.add(g, x, out=o).relu_(),
    "abs forward": lambda g, x, o, w: torch.abs(x, out=o),
    "cos forward": lambda g, x, o, w: torch.cos(x, out=o),
    "erf forward": lambda g, x, o, w: torch.erf(x, out=o),
    "exp forward": lambda g, x, o, w: torch.exp(x, out=o),
    "log forward": lambda g, x, o, w: torch.log(x, out=o),
    "neg forward": lambda g, x, o, w: torch.neg(x, out=o),
    "reciprocal forward": lambda g, x, o, w: torch.reciprocal(x, out=o),
    "rsqrt forward": lambda g, x, o, w: torch.rsqrt(x, out=o),
    "sign forward": lambda g, x, o, w: torch.sign(x, out=o),
    "sin forward": lambda g, x, o, w: torch.sin(x, out=o),
    "sqrt forward": lambda g, x, o, w: torch.sqrt(x, out=o),
    "heaviside forward": lambda g, x, o, w: torch.heaviside(g, x, out=o),
    "hardswish v2": lambda g, x, o, w: aten.hardswish_backward.out(g, x, out=o),
    "shrink forward": lambda g, x, o, w: aten.softshrink.out(x, 0.5, out=o),  # its bias is its bound
    "log sigmoid with buffer forward": lambda g, x, o, w: aten.log_sigmoid.out(x, out=o),
    "swish forward": lambda g, x, o, w: aten.silu.out(x, out=o),
    "swish": lambda g, x, o, w: aten.silu_backward.grad_input(g, x, grad_input=o),
    "gelu forward": lambda g, x, o, w: aten.gelu.out(x, approximate="tanh", out=o),
    "gelu": lambda g, x, o, w: aten.gelu_backward.grad_input(g, x, approximate="tanh", grad_input=o),
    "clamp forward": lambda g, x, o, w: torch.clamp(x, -1, 1, out=o),
    "clamp min forward": lambda g, x, o, w: torch.clamp(x, min=0, out=o),
    "clamp max forward": lambda g, x, o, w: torch.clamp(x, max=1, out=o),
    "greater forward": lambda g, x, o, w: torch.gt(x, 0.5, out=o),
    "less forward": lambda g, x, o, w: torch.lt(x, 0.5, out=o),
    "equal forward": lambda g, x, o, w: torch.eq(x, 0.5, out=o),
    "pow forward": lambda g, x, o, w: torch.pow(x, 2.5, out=o),
    "square forward": lambda g, x, o, w: torch.pow(x, 2, out=o),
    "cube forward": lambda g, x, o, w: torch.pow(x, 3, out=o),
    "pow of number forward": lambda g, x, o, w: torch.pow(2.5, x, out=o),
    "fast gelu forward": lambda g, x, o, w: torch.mul(x, torch.sigmoid(1.702 * x), out=o),
    "fast gelu": fast_gelu_backward,
}


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


# Along an axis. What is computed by halves is written where it belongs, without a copy.
CALLS_ALONG = {
    "glu forward": lambda g, x, w, o, o2, dim: aten.glu.out(x, dim, out=o),
    "glu": lambda g, x, w, o, o2, dim: aten.glu_backward.grad_input(g, x, dim, grad_input=o),
    "swiglu forward": lambda g, x, w, o, o2, dim: gate(aten.silu, x, o, dim),
    "swiglu": lambda g, x, w, o, o2, dim: swiglu_backward(g, x, o, dim),
    "geglu forward": lambda g, x, w, o, o2, dim: geglu(x, o, o2, dim, "none"),
    "geglu": lambda g, x, w, o, o2, dim: geglu_backward(g, x, w, o, dim, "none"),
    "geglu tanh forward": lambda g, x, w, o, o2, dim: geglu(x, o, o2, dim, "tanh"),
    "geglu tanh": lambda g, x, w, o, o2, dim: geglu_backward(g, x, w, o, dim, "tanh"),
    "gelu mul forward": lambda g, x, w, o, o2, dim: gate(aten.gelu, x, o, dim),
    "fatrelu mul forward": lambda g, x, w, o, o2, dim: gate(
        lambda a: aten.threshold(a, w.item(), 0), x, o, dim
    ),
    "softmax forward": lambda g, x, w, o, o2, dim: aten._softmax.out(x, dim, False, out=o),
    "softmax": lambda g, y, w, o, o2, dim: aten._softmax_backward_data.out(g, y, dim, y.dtype, grad_input=o),
    "log softmax forward": lambda g, x, w, o, o2, dim: aten._log_softmax.out(x, dim, False, out=o),
    "log softmax": lambda g, y, w, o, o2, dim: aten._log_softmax_backward_data.out(g, y, dim, y.dtype, out=o),
    "softmax cross entropy": lambda g, x, w, o, o2, dim: cross_entropy(g, x, o, o2),
}


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
        out, second_out = (
            torch.empty(case[name]["shape"], dtype=self._dtype, device=DEVICE) for name in ("out", "second_out")
        )
        # What PyTorch hands to oneDNN is copied first if it is not dense, and refused if it broadcasts.
        torch.backends.mkldnn.set_flags(case["layout"] == "dense")
        if case["kind"] in BY_ELEMENT:
            self._run = lambda: CALLS[case["operator"]](grad, x, out, weight)
        else:
            self._run = lambda: CALLS_ALONG[case["operator"]](grad, x, weight, out, second_out, case["axis"])
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
        count = len(kept) // 3  # a weight is one number
        grad, x, result = kept[: 3 * count].view(3, count)
        weight = kept[3 * count :] if self._case["weight"]["shape"] else None
        own = CALLS[self._case["operator"]](grad, x, torch.empty_like(x), weight)
        return [
            errors.worst(self._case["operator"], self._case["dtype"], values, grad, x, weight)
            for values in (result, own)
        ]


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

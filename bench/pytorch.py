"""PyTorch on the same cases, through its out= variants where there are any."""

import time

import torch

aten = torch.ops.aten


def prelu_backward(grad, x, out, weight):
    """There is no out= variant. gradWeight comes unsummed, as autograd gets it, and is summed the same way."""
    _, grad_weight = aten._prelu_kernel_backward(grad, x, weight)
    grad_weight.sum_to_size(weight.shape)


CALLS = {
    "hardtanh": lambda g, x, o, w: aten.hardtanh_backward.grad_input(g, x, -1, 1, grad_input=o),
    "softplus": lambda g, x, o, w: aten.softplus_backward.grad_input(g, x, 1, 20, grad_input=o),
    "prelu": prelu_backward,
    "gelu none": lambda g, x, o, w: aten.gelu_backward.grad_input(g, x, grad_input=o),
    "gelu tanh": lambda g, x, o, w: aten.gelu_backward.grad_input(g, x, approximate="tanh", grad_input=o),
    "logit": lambda g, x, o, w: aten.logit_backward.grad_input(g, x, None, grad_input=o),
}


def strided(view: dict, low: float, high: float, dtype) -> torch.Tensor:
    """A tensor of random numbers that repeat after 2^20, as openaclnn's do."""
    count = 1 + sum((size - 1) * stride for size, stride in zip(view["shape"], view["strides"]))
    fresh = torch.empty(min(count, 1 << 20)).uniform_(low, high).to(dtype)
    memory = fresh.repeat(-(-count // len(fresh)))
    return memory.as_strided(view["shape"], view["strides"])


class Call:
    """One case, ready to run."""

    def __init__(self, case: dict):
        dtype = getattr(torch, case["dtype"])
        grad = strided(case["grad"], -1, 1, dtype)
        x = strided(case["self"], case["low"], case["high"], dtype)
        weight = None
        if case["weight"]["shape"]:
            weight = torch.rand(case["weight"]["shape"]).to(dtype)
            shape = [1] * x.dim()
            shape[1 if len(weight) > 1 else 0] = len(weight)
            weight = weight.view(shape)
        out = torch.empty(x.shape, dtype=dtype)
        # What PyTorch hands to oneDNN is copied first if it is not dense, and refused if it broadcasts.
        torch.backends.mkldnn.set_flags(case["layout"] == "dense")
        self._run = lambda: CALLS[case["operator"]](grad, x, out, weight)
        self._count = 1

    def nanoseconds(self, seconds: float) -> float:
        """The time of one run, the mean over so many that they take that long."""
        self._run()
        while True:
            start = time.perf_counter()
            for _ in range(self._count):
                self._run()
            taken = time.perf_counter() - start
            if taken >= 0.7 * seconds:
                return taken / self._count * 1e9
            self._count = max(self._count + 1, min(self._count * 10, int(self._count * seconds / taken)))

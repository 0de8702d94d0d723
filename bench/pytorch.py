"""PyTorch on the same data, through its out= variants. Prints Google Benchmark's JSON.

usage: pytorch.py THREADS
"""

import json
import statistics
import sys
import time

import torch

aten = torch.ops.aten
# name: (range of self, call(grad, self, out))
CASES = {
    "hardtanh": (
        (-3, 3),
        lambda g, x, o: aten.hardtanh_backward.grad_input(g, x, -1, 1, grad_input=o),
    ),
    "softplus": (
        (-5, 5),
        lambda g, x, o: aten.softplus_backward.grad_input(g, x, 1, 20, grad_input=o),
    ),
    "gelu none": (
        (-5, 5),
        lambda g, x, o: aten.gelu_backward.grad_input(g, x, approximate="none", grad_input=o),
    ),
    "gelu tanh": (
        (-5, 5),
        lambda g, x, o: aten.gelu_backward.grad_input(g, x, approximate="tanh", grad_input=o),
    ),
    "logit": ((0.01, 0.99), lambda g, x, o: aten.logit_backward.grad_input(g, x, None, grad_input=o)),
    # No out= variant; both gradients, as here.
    "prelu": (
        (-3, 3),
        lambda g, x, o: aten._prelu_kernel_backward(g, x, torch.full((1,), 0.25, dtype=x.dtype)),
    ),
}
DTYPES = {"float": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
REPETITIONS, SECONDS = 5, 0.1


def nanoseconds(call) -> float:
    """The time of one call, the mean over enough of them."""
    call()
    count = 1
    while True:
        start = time.perf_counter()
        for _ in range(count):
            call()
        taken = time.perf_counter() - start
        if taken >= SECONDS:
            return taken / count * 1e9
        count = max(count + 1, int(count * SECONDS / max(taken, 1e-9) * 1.2))


def main() -> None:
    torch.set_num_threads(int(sys.argv[1]))
    rows = []
    for name, ((low, high), call) in CASES.items():
        for dtype_name, dtype in DTYPES.items():
            for elements in (1 << 16, 1 << 24):
                grad = torch.empty(elements).uniform_(-1, 1).to(dtype)
                x = torch.empty(elements).uniform_(low, high).to(dtype)
                out = torch.empty_like(x)
                times = [nanoseconds(lambda: call(grad, x, out)) for _ in range(REPETITIONS)]
                rows.append(
                    {
                        "name": f"PyTorch/{name}/{dtype_name}/{elements}/real_time_median",
                        "aggregate_name": "median",
                        "real_time": statistics.median(times),
                    }
                )
    print(json.dumps({"benchmarks": rows}))


main()

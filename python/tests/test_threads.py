"""Calls from many threads."""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import openaclnn


@pytest.fixture
def patient_interpreter() -> Any:
    """Threads get the interpreter only from one that gives it away."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("patient_interpreter")
def test_others_run_meanwhile() -> None:
    x = np.linspace(-5, 5, 1 << 24, dtype=np.float32)
    out = np.empty_like(x)
    beats, done = 0, False

    def beat() -> None:
        nonlocal beats
        while not done:
            beats += 1
            time.sleep(0.0005)  # gives the interpreter away

    heart = threading.Thread(target=beat, daemon=True)
    heart.start()
    before = beats
    openaclnn.gelu_backward_v2(x, x, "none", out=out)
    during = beats - before
    done = True
    heart.join()
    assert during > 0


def test_many_threads() -> None:
    arrays = [np.linspace(-3, 3, n, dtype=np.float32) for n in (7, 1000, 70_000)]
    expected = [openaclnn.gelu_backward_v2(x, x, "tanh") for x in arrays]

    def work(seed: int) -> None:
        for i in range(60):
            k = (i + seed) % len(arrays)
            actual = openaclnn.gelu_backward_v2(arrays[k], arrays[k], "tanh")
            np.testing.assert_array_equal(actual, expected[k])
            with pytest.raises(openaclnn.ArgumentError, match=f"is .{seed}"):
                openaclnn.gelu_backward_v2(arrays[k], arrays[k], str(seed))  # type: ignore[call-overload]

    with ThreadPoolExecutor(12) as pool:
        for result in [pool.submit(work, seed) for seed in range(24)]:
            result.result()

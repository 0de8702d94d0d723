"""What PyTorch's Ascend adapter, unmodified from PyPI, does not find on this library: errors that
say so, and never wrong numbers. Run by tests/clients/run."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch_npu")

# Calls that come to an operator of the older interface, by its name. Where one of them runs, as its
# operator is here now, it leaves this table, and a name without calls leaves that of the source.
CALLS = {
    "MatrixInverse": ["torch.inverse(x[:, :4])"],
    "Swish": ["torch_npu.npu_silu(x)"],
}

# Makes calls, one after the other, and prints what became of each: in one thread, which has heard
# of each refusal.
MAKE_CALLS = """
import json, sys, warnings
import torch
import torch.nn.functional as F
import torch_npu

warnings.simplefilter("ignore")
x, y = (torch.rand(4, 6).npu() for _ in range(2))
i, m, v = torch.tensor([0, 2, 1]).npu(), (torch.rand(4, 6) > 0.5).npu(), torch.rand(3).npu()
row, image = torch.rand(2, 3, 8).npu(), torch.rand(3, 3, 8, 8).npu()
outcomes = {}
for call in json.loads(sys.argv[1]):
    try:
        eval(call)
        outcomes[call] = "it ran"
    except RuntimeError as error:
        outcomes[call] = str(error)
print(json.dumps(outcomes))
"""

# What can be had after a call that is refused.
GO_ON = """
import sys

import torch

x = torch.arange(4.).npu()
y = x + 1
try:
    eval(sys.argv[1])
    torch.npu.synchronize()
    print("the call: no error")
except RuntimeError as error:
    print("the call:", str(error).replace("\\n", " "))
host = torch.zeros(4).pin_memory()


def into_pinned_memory():
    host.copy_(x * 2, non_blocking=True)
    torch.npu.synchronize()
    return host


for name, result in {
    "event": lambda: torch.npu.Event().record(),
    "x": lambda: x.cpu(),
    "y": lambda: y.cpu(),
    "x + 1": lambda: (x + 1).cpu(),
    "again": lambda: (x + 1).cpu(),
    "sum": lambda: x.sum().item(),
    "new": lambda: (torch.arange(4.).npu() * 3).cpu(),
    "pinned": into_pinned_memory,
    "stream": lambda: torch.npu.current_stream().synchronize(),
    "device": lambda: torch.npu.synchronize(),
}.items():
    try:
        print(f"{name}: {result()}")
    except RuntimeError as error:
        print(f"{name}: {str(error)}".replace("\\n", " "))
"""


INVERSE, MISH = "torch.inverse(torch.eye(3).npu())", "torch.nn.functional.mish(x.int())"


def run(program, *arguments, blocking, queue=1):
    ended = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "ASCEND_LAUNCH_BLOCKING": str(blocking),
            "TASK_QUEUE_ENABLE": str(queue),
        },
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def outcomes():
    calls = [call for calls in CALLS.values() for call in calls]
    return json.loads(run(MAKE_CALLS, json.dumps(calls), blocking=1))


def rows_of_the_source():
    source = Path(__file__).parents[2] / "src/op_compiler/pytorch_calls.cc"
    return dict(re.findall(r'\{"(\w+)", "([^"]+)"\}', source.read_text()))


def test_every_row_of_the_source_has_calls():
    assert list(CALLS) == list(rows_of_the_source())


@pytest.mark.parametrize(
    ("name", "call"), [(name, call) for name, calls in CALLS.items() for call in calls]
)
def test_a_call_says_what_is_missing(outcomes, name, call):
    assert (
        f"opType: {name} cannot be run by its name: openaclnn has the aclnn API only (`openaclnn "
        f"list`), and no operator there that serves. In PyTorch it stands for "
        f"{rows_of_the_source()[name]}: run that on the CPU, "
    ) in outcomes[call]


def test_no_results_after_a_refusal():
    lines = run(GO_ON, INVERSE, blocking=0).splitlines()
    assert len(lines) == 11
    for line in lines:
        assert "MatrixInverse cannot be run by its name" in line
        assert "In PyTorch it stands for torch.inverse: run that on the CPU" in line


def test_an_argument_is_refused_in_the_queue_as_well():
    lines = run(GO_ON, MISH, blocking=0, queue=2).splitlines()
    assert len(lines) == 11
    for line in lines[1:]:
        assert "refused: aclnnMishGetWorkspaceSize: self: dtype is INT32, expected FLOAT" in line
    assert run(GO_ON, MISH, blocking=0).splitlines()[1:] == RIGHT


def test_blocking_calls_fail_themselves_and_the_rest_is_right():
    lines = run(GO_ON, INVERSE, blocking=1).splitlines()
    assert "In PyTorch it stands for torch.inverse: run that on the CPU" in lines[0]
    assert lines[1:] == RIGHT


RIGHT = [
    "event: None",
    "x: tensor([0., 1., 2., 3.])",
    "y: tensor([1., 2., 3., 4.])",
    "x + 1: tensor([1., 2., 3., 4.])",
    "again: tensor([1., 2., 3., 4.])",
    "sum: 6.0",
    "new: tensor([0., 3., 6., 9.])",
    "pinned: tensor([0., 2., 4., 6.])",
    "stream: None",
    "device: None",
]

"""Profilers of PyTorch and of its Ascend adapter, unmodified from PyPI, around a training on npu:0:
they run through, change no result, and say that there are no timings of a device. Run by
tests/clients/run."""

import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("torch_npu")

PROGRAM = """
import sys

import torch
import torch_npu
from torch_npu.npu import mstx

network = torch.nn.Sequential(torch.nn.Linear(6, 5), torch.nn.Tanh(), torch.nn.Linear(5, 2))
with torch.no_grad():
    for weights in network.parameters():
        weights.copy_(torch.linspace(-1, 1, weights.numel()).reshape(weights.shape))
network = network.npu()
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
x = torch.linspace(-2, 2, 48).reshape(8, 6).npu()


def step():
    outer = mstx.range_start("training step")
    loss = network(x).square().mean()
    mstx.mark("loss is there")
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    mstx.range_end(outer)
    return loss.item()


if sys.argv[1] == "plain":
    losses = [step() for _ in range(6)]
else:
    profiler = torch_npu.profiler
    settings = profiler._ExperimentalConfig(
        profiler_level=profiler.ProfilerLevel.Level1,
        aic_metrics=profiler.AiCMetrics.PipeUtilization,
        mstx=True,
    )
    with profiler.profile(
        activities=[profiler.ProfilerActivity.CPU, profiler.ProfilerActivity.NPU],
        schedule=profiler.schedule(wait=1, warmup=1, active=1, repeat=1),
        on_trace_ready=profiler.tensorboard_trace_handler("results"),
        record_shapes=True,
        profile_memory=True,
        experimental_config=settings,
    ) as running:
        losses = []
        for _ in range(4):
            losses.append(step())
            running.step()
    with profiler.profile() as running:
        losses.append(step())
    running.export_chrome_trace("adapters.json")
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as running:
        losses.append(step())
    running.export_chrome_trace("pytorchs.json")
print(" ".join(loss.hex() for loss in losses))
"""


@pytest.fixture(scope="module")
def profiled(tmp_path_factory):
    """The folder of a program that was profiled, and what it wrote."""
    folder = tmp_path_factory.mktemp("profiled")
    settings = {"TRACE": "trace.json", "LOG": "warn,file=log", "CHECK": "0"}
    return folder, run(folder, "profiled", settings)


def run(folder, how, settings):
    program = folder / "program.py"
    program.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", program, how],
        cwd=folder,
        env=os.environ | {f"OPENACLNN_{name}": value for name, value in settings.items()},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_losses_have_the_bits_of_a_plain_run(profiled, tmp_path):
    plain = run(tmp_path, "plain", {}).splitlines()[-1]
    assert profiled[1].splitlines()[-1] == plain
    losses = [float.fromhex(loss) for loss in plain.split()]
    assert len(losses) == 6 and losses[-1] < losses[0] / 2


def test_all_say_that_there_are_no_timings(profiled):
    folder, output = profiled
    assert "CANN Profiling data does not exist" in output
    (said,) = folder.glob("results/*_ascend_pt/openaclnn_no_device_timings.txt")
    assert "no timings of a device" in said.read_text()
    log = (folder / "log").read_text()
    assert log.count("warn  aclprofInit: There are no timings of a device") == 1


@pytest.mark.parametrize(
    "file", ["results/*/ASCEND_PROFILER_OUTPUT/trace_view.json", "adapters.json", "pytorchs.json"]
)
def test_what_runs_on_the_host_is_there(profiled, file):
    (found,) = profiled[0].glob(file)
    events = json.loads(found.read_text())
    events = events["traceEvents"] if isinstance(events, dict) else events
    assert {"aten::addmm", "aten::tanh"} <= {event.get("name") for event in events}


def test_ranges_are_in_our_trace(profiled):
    spans = [e for e in json.loads((profiled[0] / "trace.json").read_text()) if e["ph"] == "X"]
    (outer,) = [e for e in spans if (e["name"], e["cat"]) == ("training step", "range")]
    (mark,) = [e for e in spans if (e["name"], e["cat"]) == ("loss is there", "mark")]
    end = outer["ts"] + outer["dur"]
    assert outer["ts"] < mark["ts"] < end
    within = {e["name"] for e in spans if e["cat"] == "call" and outer["ts"] < e["ts"] < end}
    assert {"aclnnAddmm", "aclnnTanh"} <= within

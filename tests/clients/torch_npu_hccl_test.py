"""torch.distributed over HCCL, through PyTorch's Ascend adapter, unmodified from PyPI, on this
library: 2 and 4 processes, each with a device. Run by tests/clients/run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from forked import free_port
from hccl_rank import REDUCTIONS, values

pytest.importorskip("torch_npu")

RANKS = [2, 4]
PROGRAM = Path(__file__).with_name("hccl_rank.py")
EXAMPLE = Path(__file__).parents[2] / "examples/collectives/on_npu.py"


def run(program, ranks):
    """What each process prints."""
    port = free_port()
    processes = [
        subprocess.Popen(
            [sys.executable, "-W", "ignore", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "OPENACLNN_DEVICE_COUNT": str(ranks),
                "OMP_NUM_THREADS": "1",
                "MASTER_ADDR": "127.0.0.1",
                "MASTER_PORT": str(port),
                "WORLD_SIZE": str(ranks),
                "RANK": str(rank),
                "LOCAL_RANK": str(rank),
            },
        )
        for rank in range(ranks)
    ]
    try:
        outputs = [process.communicate(timeout=300) for process in processes]
    finally:
        for process in processes:
            process.kill()
    for process, (_, errors) in zip(processes, outputs):
        assert process.returncode == 0, errors
    return [output for output, _ in outputs]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """What each rank wrote, by how many there are."""
    folder = tmp_path_factory.mktemp("hccl")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", PROGRAM, folder, *map(str, RANKS)],
        env=os.environ | {"OPENACLNN_DEVICE_COUNT": str(max(RANKS)), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return {
        ranks: [json.loads((folder / f"{ranks}/{rank}.json").read_text()) for rank in range(ranks)]
        for ranks in RANKS
    }


@pytest.fixture(scope="module", params=RANKS)
def results(request, runs):
    return runs[request.param]


def tree(parts, function):
    """Results of neighbours, then of their results: the order that docs/scaling.md promises."""
    while len(parts) > 1:
        parts = [function(*parts[i : i + 2]) for i in range(0, len(parts), 2)]
    return parts[0]


def reduction(operation, parts):
    """In float, rounded once; integers wrap."""
    functions = {"PRODUCT": torch.mul, "MAX": torch.maximum, "MIN": torch.minimum}
    dtype = parts[0].dtype
    wide = [part.float() if dtype.is_floating_point else part for part in parts]
    total = tree(wide, functions.get(operation, torch.add)).to(dtype)
    return total / len(parts) if operation == "AVG" else total


@pytest.mark.parametrize(("operation", "dtype"), REDUCTIONS)
def test_reductions(results, operation, dtype):
    expected = reduction(operation, [values(rank, dtype) for rank in range(len(results))])
    for result in results:
        assert result[f"all_reduce {operation} {dtype}"] == expected.double().tolist()


def test_what_each_rank_gets(results):
    ranks = len(results)
    total = reduction("SUM", [values(rank) for rank in range(ranks)])
    pair = reduction("SUM", [values(rank) for rank in range(2)])
    wide = [values(rank, size=6 * ranks).reshape(ranks, 6) for rank in range(ranks)]
    for rank, result in enumerate(results):
        for name, expected in {
            "all_reduce, later": total + 1,
            "all_reduce of a group": pair if rank < 2 else values(rank),
            "broadcast": values(1),
            "reduce": total if rank == 1 else values(rank),
            "all_gather_single": torch.stack([values(r) for r in range(ranks)]),
            "scatter": values(rank),
            "reduce_scatter_tensor": reduction("SUM", [w[rank] for w in wide]),
            "all_to_all_single": torch.cat([w[rank] for w in wide]),
            "batch_isend_irecv": values((rank - 1) % ranks),
            "send, recv": values(rank - rank % 2),
        }.items():
            assert result[name] == expected.double().tolist(), name


@pytest.mark.parametrize("ranks", RANKS)
def test_the_example(ranks):
    expected = [
        f"rank {rank} of {ranks}: sum {ranks * (ranks + 1) // 2}\n" for rank in range(ranks)
    ]
    assert run(EXAMPLE, ranks) == expected


# What can be had after a collective that is refused in the adapter's own thread.
REFUSED = """
import os

os.environ["TASK_QUEUE_ENABLE"] = "1"  # or there would be no such thread
import torch
import torch.distributed as dist
import torch_npu

torch.npu.set_device(int(os.environ["RANK"]))
dist.init_process_group("hccl")
x = torch.ones(3).npu()
dist.all_reduce(x)
torch.npu.synchronize()
try:
    dist.all_reduce(torch.ones(3, dtype=torch.bfloat16).npu(), dist.ReduceOp.PRODUCT)
    torch.npu.synchronize()
    print("no error")
except RuntimeError as error:
    print(str(error).replace("\\n", " "))
for result in (lambda: x.cpu(), lambda: (x + 1).cpu(), lambda: torch.npu.synchronize()):
    try:
        print(result())
    except RuntimeError as error:
        print(str(error).replace("\\n", " "), flush=True)
os._exit(0)  # as the group cannot end
"""


def test_no_results_after_a_refused_collective(tmp_path):
    program = tmp_path / "refused.py"
    program.write_text(REFUSED)
    for output in run(program, 2):
        lines = output.splitlines()
        assert len(lines) == 4
        for line in lines:
            assert "HcclAllReduce: op: is PROD, which is not taken of BFP16 on Ascend910B" in line

"""The processes of torch_npu_hccl_test.py: each takes part in collectives on its own device.

usage: hccl_rank.py FOLDER RANKS...   how many take part, one number after the other

Writes FOLDER/<ranks>/<rank>.json: what the rank got, by the collective."""

import json
import sys
from functools import partial
from pathlib import Path

import torch
import torch.distributed as dist
import torch_npu  # noqa: F401
from forked import fork_ranks

DTYPES = [torch.float, torch.half, torch.bfloat16, torch.int8, torch.int32, torch.int64]
# What HCCL takes on an Ascend910B: no product of bfloat16; and averages are of floats.
REDUCTIONS = [
    (operation, dtype)
    for operation in ["SUM", "PRODUCT", "MAX", "MIN", "AVG"]
    for dtype in DTYPES
    if (operation, dtype) != ("PRODUCT", torch.bfloat16)
    and (operation != "AVG" or dtype.is_floating_point)
]


def values(of_rank, dtype=torch.float, size=6):
    """What a rank begins with: floats whose sums depend on the order."""
    numbers = torch.rand(size, generator=torch.Generator().manual_seed(of_rank)) + 0.1
    return numbers.to(dtype) if dtype.is_floating_point else (3 * numbers).to(dtype)


def reduced(rank, operation, dtype):
    result = values(rank, dtype).npu()
    dist.all_reduce(result, getattr(dist.ReduceOp, operation))
    return result


def asynchronous(rank, ranks):
    result = values(rank).npu()
    dist.all_reduce(result, async_op=True).wait()
    return result + 1


def in_a_group(rank, ranks):
    group = dist.new_group([0, 1])
    result = values(rank).npu()
    if rank < 2:
        dist.all_reduce(result, group=group)
    return result


def broadcast(rank, ranks):
    result = values(rank).npu()
    dist.broadcast(result, src=1)
    return result


def reduced_to_one(rank, ranks):
    result = values(rank).npu()
    dist.reduce(result, dst=1)
    return result if rank == 1 else values(rank)


def gathered(rank, ranks):
    result = torch.zeros(ranks, 6).npu()
    dist.all_gather_single(result, values(rank).npu())
    return result


def scattered(rank, ranks):
    result = torch.zeros(6).npu()
    dist.scatter(result, [values(r).npu() for r in range(ranks)] if rank == 0 else None, src=0)
    return result


def reduced_and_scattered(rank, ranks):
    result = torch.zeros(6).npu()
    dist.reduce_scatter_tensor(result, values(rank, size=6 * ranks).npu())
    return result


def exchanged(rank, ranks):
    result = torch.zeros(6 * ranks).npu()
    dist.all_to_all_single(result, values(rank, size=6 * ranks).npu())
    return result


def sent_round(rank, ranks):
    result = torch.zeros(6).npu()
    works = dist.batch_isend_irecv(
        [
            dist.P2POp(dist.isend, values(rank).npu(), (rank + 1) % ranks),
            dist.P2POp(dist.irecv, result, (rank - 1) % ranks),
        ]
    )
    for work in works:
        work.wait()
    return result


def sent_on(rank, ranks):
    result = values(rank).npu()
    if rank % 2 == 0:
        dist.send(result, rank + 1)
    else:
        dist.recv(result, rank - 1)
    return result


def run_rank(folder, ranks, rank):
    torch.npu.set_device(rank)
    dist.init_process_group("hccl")
    results = {
        f"all_reduce {operation} {dtype}": reduced(rank, operation, dtype)
        for operation, dtype in REDUCTIONS
    }
    for name, collective in {
        "all_reduce, later": asynchronous,
        "all_reduce of a group": in_a_group,
        "broadcast": broadcast,
        "reduce": reduced_to_one,
        "all_gather_single": gathered,
        "scatter": scattered,
        "reduce_scatter_tensor": reduced_and_scattered,
        "all_to_all_single": exchanged,
        "batch_isend_irecv": sent_round,
        "send, recv": sent_on,
    }.items():
        results[name] = collective(rank, ranks)
    dist.barrier()
    numbers = {name: result.cpu().double().tolist() for name, result in results.items()}
    dist.destroy_process_group()
    (folder / f"{rank}.json").write_text(json.dumps(numbers))


def main():
    torch.set_num_threads(1)
    for ranks in map(int, sys.argv[2:]):
        folder = Path(sys.argv[1], str(ranks))
        folder.mkdir()
        fork_ranks(range(ranks), partial(run_rank, folder, ranks))


if __name__ == "__main__":
    main()

"""A rank of test_ddp.py: checks the gradients of DDP in groups of 2, 3 and 4 processes.

usage: ddp_rank.py RANK FOLDER    for the file by which the ranks find each other
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

import openaclnn.torch
from openaclnn._tree_hook import tree_sum

RANKS = 4


def make_model(dtype: torch.dtype) -> torch.nn.Module:
    torch.manual_seed(0)
    return torch.nn.Sequential(
        torch.nn.Linear(16, 33),
        openaclnn.torch.GELU(),
        torch.nn.Linear(33, 21),
        openaclnn.torch.PReLU(21),
        openaclnn.torch.Softplus(),
        torch.nn.Linear(21, 5),
        openaclnn.torch.Hardtanh(),
    ).to(dtype)


def gradients(model: torch.nn.Module, x: torch.Tensor) -> torch.Tensor:
    model.zero_grad()
    (model(x) * torch.linspace(-3, 3, 5, dtype=x.dtype)).square().mean().backward()
    return torch.cat([parameter.grad.flatten() for parameter in model.parameters()])


def check(group: dist.ProcessGroup, dtype: torch.dtype) -> bool:
    """Whether the group's own all-reduce would have given other bits."""
    rank, ranks = group.rank(), group.size()
    torch.manual_seed(1)
    shards = [torch.randn(8, 16).to(dtype) for _ in range(ranks)]
    each = torch.stack([gradients(make_model(dtype), shard) for shard in shards])
    expected = tree_sum(each).div(ranks).to(dtype)
    for bucket_mb in (25, 0.0005):  # one bucket; one for every few parameters
        model = DistributedDataParallel(
            make_model(dtype), process_group=group, bucket_cap_mb=bucket_mb
        )
        model.register_comm_hook(group, openaclnn.torch.tree_hook)
        for _ in range(2):  # DDP makes its buckets anew after the first time
            actual = gradients(model, shards[rank])
            assert torch.equal(actual, expected), f"{ranks} ranks, {dtype}, {bucket_mb} MB"
    # One process with all samples has the same gradients except for roundings.
    together = gradients(make_model(dtype), torch.cat(shards))
    bound = 16 * torch.finfo(dtype).eps * each.abs().max()
    assert ((actual - together).abs() <= bound).all()

    stock = DistributedDataParallel(make_model(dtype), process_group=group)
    return not torch.equal(gradients(stock, shards[rank]), expected)


def run(rank: int, folder: str) -> None:
    torch.set_num_threads(1)
    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    dist.init_process_group(
        "gloo",
        init_method=f"file://{folder}/ranks",
        rank=rank,
        world_size=RANKS,
        timeout=timedelta(seconds=120),
    )
    groups = [dist.new_group(list(range(size))) for size in (2, 3)] + [dist.group.WORLD]
    others = []
    for group in groups:
        for dtype in (torch.float32, torch.bfloat16):
            if rank < (RANKS if group is groups[-1] else groups.index(group) + 2):
                others.append(check(group, dtype))
    assert rank or any(others[2:]), "the order of sums makes no difference here"
    dist.barrier()
    dist.destroy_process_group()
    print(f"rank {rank} is done", flush=True)


if __name__ == "__main__":
    run(int(sys.argv[1]), sys.argv[2])
    os._exit(0)  # threads of PyTorch may still run, and abort where the interpreter has ended

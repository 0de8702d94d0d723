"""Sums, gathers and exchanges between processes by torch.distributed and HCCL.

Nothing here knows of openaclnn: PyTorch's Ascend adapter, torch_npu, finds libhccl. Start it with

    OPENACLNN_DEVICE_COUNT=4 torchrun --nproc-per-node 4 examples/collectives/on_npu.py

Each process works on its own device, and asserts what it gets.
"""

from __future__ import annotations

import os

import torch
import torch.distributed as dist
import torch_npu  # noqa: F401  (registers the device "npu" and the back end "hccl")


def main() -> None:
    """What one process does. torchrun has put its rank into the environment."""
    torch.npu.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("hccl")
    rank, ranks = dist.get_rank(), dist.get_world_size()
    mine = torch.full((3,), float(rank + 1)).npu()

    total = mine.clone()
    dist.all_reduce(total)
    expected = ranks * (ranks + 1) / 2
    assert torch.equal(total.cpu(), torch.full((3,), expected))

    each = torch.zeros(ranks, 3).npu()
    dist.all_gather_single(each, mine)
    assert torch.equal(each.cpu()[:, 0], torch.arange(1.0, ranks + 1))

    mail = (10.0 * rank + torch.arange(float(ranks))).npu()
    inbox = torch.zeros(ranks).npu()
    dist.all_to_all_single(inbox, mail)
    assert torch.equal(inbox.cpu(), 10 * torch.arange(float(ranks)) + rank)

    print(f"rank {rank} of {ranks}: sum {expected:g}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()

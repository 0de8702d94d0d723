"""DistributedDataParallel of PyTorch: gradients by a fixed tree over the ranks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

if not torch.distributed.is_available() or not torch.distributed.is_gloo_available():
    pytest.skip("PyTorch has no gloo", allow_module_level=True)


def test_groups_of_processes(tmp_path: Path) -> None:
    program = Path(__file__).with_name("ddp_rank.py")
    ranks = [
        subprocess.Popen(
            [sys.executable, program, str(rank), tmp_path],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for rank in range(4)
    ]
    outputs = []
    try:
        outputs = [rank.communicate(timeout=200)[0] for rank in ranks]
    finally:
        for rank in ranks:
            rank.kill()  # what hangs, or waits for what has failed
    for number, (rank, output) in enumerate(zip(ranks, outputs, strict=True)):
        assert rank.returncode == 0, output
        assert output.endswith(f"rank {number} is done\n")


def test_tree() -> None:
    from openaclnn._tree_hook import tree_sum

    half_unit = 2**-24  # in the last place of 1
    for terms, expected in (
        ([1, half_unit, half_unit, half_unit], 1 + 2 * half_unit),
        ([1, half_unit, half_unit], 1),
        ([half_unit, half_unit, half_unit, half_unit, 1], 1 + 4 * half_unit),
        ([half_unit], half_unit),
    ):
        assert tree_sum(torch.tensor(terms)).item() == expected
    halves = torch.tensor([256, 1, 1], dtype=torch.bfloat16)
    assert tree_sum(halves).dtype == torch.float32
    assert tree_sum(halves).item() == 258

"""The example that trains a transformer: it learns as with PyTorch, and would notice if not."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


@pytest.fixture
def example(monkeypatch: Any) -> Any:
    path = Path(__file__).parents[2] / "examples" / "train_transformer.py"
    spec = importlib.util.spec_from_file_location("train_transformer", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "train_transformer", module)
    spec.loader.exec_module(module)
    threads = torch.get_num_threads()
    yield module
    torch.set_num_threads(threads)


def test_it_learns_as_with_pytorch(example: Any, capsys: Any) -> None:
    example.main(["--steps", "40", "--seed", "2"])
    lines = capsys.readouterr().out.splitlines()
    losses = [float(line.split()[3]) for line in lines if line.startswith("step")]
    assert len(losses) == 8 and losses[0] > 2.2 and losses[-1] < 1.2
    assert lines[-2].startswith("digits in their place: ")
    assert lines[-1].startswith("largest difference of the losses: ")


def test_a_wrong_function_is_noticed(example: Any) -> None:
    example.OURS.softmax = lambda x, dim: example.PLAIN.softmax(1.01 * x, dim)
    with pytest.raises(SystemExit, match="more than rounding explains"):
        example.main(["--steps", "20"])


def test_picture(example: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    example.main(["--steps", "3", "--plot", str(tmp_path / "loss.png")])
    assert (tmp_path / "loss.png").read_bytes().startswith(b"\x89PNG")

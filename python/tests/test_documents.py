"""The programs in docs/python.md print what is printed there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "python.md"
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)


@pytest.mark.parametrize(("program", "printed"), EXAMPLES, ids=["NumPy", "PyTorch"])
def test_example(program: str, printed: str) -> None:
    if "import torch" in program:
        pytest.importorskip("torch")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed

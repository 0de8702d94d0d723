"""The Python programs in docs/ print what is printed there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = [
    pytest.param(*example, id=f"{name}-{number}")
    for name in ("getting-started", "python")
    for number, example in enumerate(
        re.findall(
            r"```python\n(.*?)```\n\n```text\n(.*?)```",
            (DOCS / f"{name}.md").read_text(),
            re.DOTALL,
        )
    )
]


@pytest.mark.parametrize(("program", "printed"), EXAMPLES)
def test_example(program: str, printed: str) -> None:
    if "import torch" in program:
        pytest.importorskip("torch")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed

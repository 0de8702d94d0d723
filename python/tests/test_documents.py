"""The Python programs in docs/ print what is printed there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from installed import environment, runtime

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = [
    pytest.param(*example, id=f"{name}-{number}")
    for name in ("getting-started", "python", "scaling")
    for number, example in enumerate(
        re.findall(
            r"```python\n(.*?)```\n\n```text\n(.*?)```",
            (DOCS / f"{name}.md").read_text(),
            re.DOTALL,
        )
    )
]


@pytest.mark.parametrize(("program", "printed"), EXAMPLES)
def test_example(program: str, printed: str, tmp_path: Path) -> None:
    for module in ("torch", "dask", "distributed"):
        if f"import {module}" in program or f"from {module}" in program:
            pytest.importorskip(module)
    binds = re.search("^import acl$", program, re.MULTILINE)
    if binds:
        runtime()
    file = tmp_path / "program.py"  # processes that it starts import it
    file.write_text(program)
    done = subprocess.run(
        [sys.executable, file],
        env=environment() if binds else None,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed

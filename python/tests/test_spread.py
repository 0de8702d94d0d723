"""Commands spread over processes, with a script in the place of the program openaclnn."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from openaclnn import spread

# Writes its arguments to a file of its results, as gen and sweep do.
PROGRAM = """#!{python}
import os, sys, time
arguments = sys.argv[1:]
folder = arguments[arguments.index("--out-dir") + 1]
os.makedirs(folder)
print("in", folder)
words = arguments[: arguments.index("--threads")]
open(os.path.join(folder, "words.txt"), "w").write(" ".join(words))
open(os.path.join({log!r}, "ran"), "a").write(" ".join(words) + "\\n")
if "die" in words and not os.path.exists(os.path.join({log!r}, "mended")):
    print("it died of", words[0], file=sys.stderr)
    sys.exit(3)
sys.exit(1 if "differ" in words else 0)
"""


class Spread:
    """Runs openaclnn.spread on a program that says what it ran."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = folder / "program"
        self.program.write_text(PROGRAM.format(python=sys.executable, log=str(folder)))
        self.program.chmod(0o755)

    def __call__(self, commands: str, *options: str, out_dir: str = "out") -> tuple[int, str, str]:
        arguments = ["--program", str(self.program), "--out-dir", str(self.folder / out_dir)]
        printed, reported = io.StringIO(), io.StringIO()
        with (
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(reported),
            mock.patch("sys.stdin", io.StringIO(commands)),
        ):
            status = spread.main([*arguments, *options])
        return status, printed.getvalue(), reported.getvalue()

    def ran(self) -> list[str]:
        """What ran since the last call."""
        log = self.folder / "ran"
        text = log.read_text() if log.exists() else ""
        log.write_text("")
        return sorted(text.splitlines())


@pytest.fixture
def run(tmp_path: Path) -> Spread:
    return Spread(tmp_path)


def test_runs_what_has_not_run(run: Spread) -> None:
    status, first, report = run("gen a --shape 2,3\n\n# not this\ngen b\ngen b\n")
    assert status == 0, report
    assert run.ran() == ["gen a --shape 2,3", "gen b"]
    assert report.count(": done") == 2
    assert len(first.split()[0]) == 64
    assert run("gen b\ngen a --shape 2,3\n")[:2] == (0, first)
    assert run.ran() == []
    status, other, _ = run("gen b\ngen a --shape 2,3\ngen c 'd  e'\n")
    assert (status, run.ran()) == (0, ["gen c d  e"])
    assert other.split()[0] != first.split()[0]
    # What computed them, and where, does not matter.
    _, elsewhere, _ = run("gen a --shape 2,3\ngen b\n", out_dir="other")
    assert elsewhere.split()[0] == first.split()[0]
    assert not list(run.folder.glob("out/.part-*"))


def test_failures_are_reported_and_run_again(run: Spread) -> None:
    status, printed, report = run("gen a\nsweep die\nsweep differ\n")
    assert (status, printed) == (2, "")
    assert "sweep die: failed: it died of sweep\n" in report
    assert "sweep differ: differs: see " in report
    run.ran()
    (run.folder / "mended").touch()
    status, printed, report = run("gen a\nsweep die\nsweep differ\n")
    assert (status, run.ran()) == (1, ["sweep die"])
    assert len(printed.split()[0]) == 64


def test_the_slower_of_two_gives_way(run: Spread, monkeypatch: Any) -> None:
    (run.folder / "out").mkdir()
    mine = run.folder / "out" / spread.name_of("gen a")

    def rename(self: Path, target: Path) -> Path:
        os.makedirs(target / "faster")
        return Path(os.rename(self, target) or target)

    monkeypatch.setattr(Path, "rename", rename)
    spread.run("gen a", str(run.program), str(run.folder / "out"), 1)
    assert [path.name for path in mine.iterdir()] == ["faster"]
    assert [path.name for path in (run.folder / "out").iterdir()] == [mine.name]


def test_as_a_program(run: Spread) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "openaclnn.spread", "--out-dir", "out", "--program", run.program],
        input="gen a\n",
        capture_output=True,
        text=True,
        cwd=run.folder,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("  out\n")
    assert done.stdout.split()[0] == run("gen a\n")[1].split()[0]
    assert run.ran() == ["gen a"]


def test_wrong_uses(run: Spread) -> None:
    with pytest.raises(SystemExit, match="2"):
        run("\n")
    status, _, report = run("gen a\n", "--program", "no-such-program")
    assert status == 2
    assert "no-such-program" in report


def test_on_no_cluster(run: Spread, monkeypatch: Any) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(spread, "_CONNECT_SECONDS", 0.2)
    for scheduler in ("no-such-file.json", "tcp://127.0.0.1:9"):
        with pytest.raises(SystemExit, match="2"):
            run("gen a\n", "--scheduler", scheduler)
    assert run.ran() == []


def test_on_a_cluster(run: Spread) -> None:
    distributed = pytest.importorskip("distributed")
    _, expected, _ = run("gen a\ngen b\nsweep c\n", out_dir="here")
    run.ran()
    with distributed.LocalCluster(
        n_workers=1,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address=None,
    ) as cluster:
        options = ["--scheduler", cluster.scheduler_address]
        status, printed, report = run("gen a\ngen b\nsweep c\n", *options)
    assert (status, run.ran()) == (0, ["gen a", "gen b", "sweep c"]), report
    assert printed.split()[0] == expected.split()[0]

"""The package as such: version, functions, types."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
import inspect
import keyword
import re
import subprocess
import sys
from pathlib import Path

import pytest

import openaclnn
from openaclnn import _core, operators


def test_version() -> None:
    assert openaclnn.__version__ == importlib.metadata.version("openaclnn")


IN_PLACE_BY_OTHER_NAMES = {
    "ApplyAdam",
    "ApplyAdamW",
    "ApplyAdamWV2",
    "ApplyFusedEmaAdam",
    "ApplyRotaryPosEmb",
    "ApplyRotaryPosEmbV2",
    "BatchNorm",
    "BatchNormGatherStatsWithCounts",
    "EmbeddingRenorm",
    "ForeachACosInplace",
    "ForeachAddListInplace",
    "ForeachDivListInplace",
    "ForeachLogInplace",
    "ForeachMulListInplace",
    "ForeachMulScalarInplace",
    "ForeachNonFiniteCheckAndUnscale",
    "ForeachSubListInplace",
    "ForeachSubScalarInplace",
    "ForeachZeroInplace",
    "FusedAdamw",
    "FusedSgd",
    "IndexPutImpl",
    "RReluWithNoise",
    "ScatterList",
    "ScatterNdUpdate",
    "SimThreadExponential",
    "SyncBatchNormGatherStats",
    "TransMatmulWeight",
}
# Changes its noise, and has a form in place of that name.
NAMED_AS_NOT_IN_PLACE = {"RReluWithNoise"}


def test_a_function_for_each_operator() -> None:
    entries = {entry.name: entry for entry in _core.operators()}
    assert {operator.entry.name for operator in operators.OPERATORS.values()} == set(entries)
    assert set(operators.__all__) == set(operators.OPERATORS)
    for name, operator in operators.OPERATORS.items():
        assert name in openaclnn.__all__
        in_c = operator.entry.name.removeprefix("aclnn")
        in_place = in_c.startswith("Inplace") or in_c in IN_PLACE_BY_OTHER_NAMES
        assert name.replace("_", "") == in_c.removeprefix("Inplace").lower()
        assert name.endswith("_") == (in_place and in_c not in NAMED_AS_NOT_IN_PLACE)
        function = getattr(openaclnn, name)
        arguments = operator.entry.arguments
        kinds = _core.ArgumentKind
        arguments = [a for a in arguments if a.kind != kinds.UNREAD]
        inputs = [a for a in arguments if a.kind not in (kinds.OUTPUT, kinds.OUTPUTS)]
        parameters = [
            f"{a.name}_" if keyword.iskeyword(a.name) else a.name
            for a in (arguments if in_place else inputs)
        ] + ([] if in_place else ["out"])
        assert list(inspect.signature(function).parameters) == parameters
        words = " ".join(function.__doc__.split())
        assert " ".join(operator.entry.formula.split()) in words
        for dtype in {dtype for rule in operator.entry.rules for dtype in rule.dtypes}:
            assert dtype in words


def test_stubs_are_those_of_the_extension() -> None:
    stub = (importlib.resources.files(openaclnn) / "_core.pyi").read_text()
    described = set(re.findall(r"^(?:class|def) (\w+)|^(\w+):", stub, re.MULTILINE))
    names = {name for pair in described for name in pair if name}
    assert names == {name for name in vars(_core) if not name.startswith("__")}


def test_types(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    client = Path(__file__).with_name("client.py")
    settings = tmp_path / "mypy.ini"
    settings.write_text("[mypy]\n[mypy-torch.*]\nfollow_imports = skip\n")  # half a minute less
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", settings, client],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout


def test_client_runs() -> None:
    subprocess.run([sys.executable, Path(__file__).with_name("client.py")], check=True)


def test_import_does_not_import_torch() -> None:
    code = "import sys, openaclnn; sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)

"""The libraries that clients load: of an installed copy (ASCEND_HOME_PATH), or of build/release."""

from __future__ import annotations

import ctypes
import importlib.resources
import os
from pathlib import Path

import pytest

HOME = Path(os.environ.get("ASCEND_HOME_PATH") or Path(__file__).parents[2] / "build/release")
LIBRARIES = HOME / "lib64"


def runtime() -> ctypes.CDLL:
    """The library of the runtime, loaded; skips the test or the module if there is none."""
    try:
        return ctypes.CDLL(str(LIBRARIES / "libascendcl.so"))
    except OSError as error:
        pytest.skip(f"no libraries for clients: {error}", allow_module_level=True)


def environment(**more: str) -> dict[str, str]:
    """That of programs with `import acl`."""
    return {
        **os.environ,
        "LD_LIBRARY_PATH": str(LIBRARIES),
        "PYTHONPATH": str(importlib.resources.files("openaclnn.pyacl")),
        **more,
    }

"""Finds the library that the functions are in."""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Iterator
from pathlib import Path

NAME = "libascendcl.so"


def _folders() -> Iterator[Path]:
    """Where the library may be if the loader does not know it."""
    yield Path(__file__).resolve().parents[3] / "lib64"  # of <home>/python/site-packages/acl
    for variable in ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME"):
        if home := os.environ.get(variable):
            yield Path(home) / "lib64"
    yield Path("/usr/lib/openaclnn/lib64")  # of the Debian packages


@functools.cache
def library() -> ctypes.CDLL:
    """The library: one that is loaded, that LD_LIBRARY_PATH leads to, or of an installed copy.

    Raises:
        ImportError: there is none, or none that can be loaded.
    """
    failures = []
    for path in (NAME, *(str(folder / NAME) for folder in _folders())):
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            failures.append(f"  {path}: {error}")
    raise ImportError(
        f"acl needs {NAME}: source set_env.sh of an installed openaclnn, or set ASCEND_HOME_PATH "
        "to its folder. Tried:\n" + "\n".join(failures)
    )

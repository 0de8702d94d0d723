#!/usr/bin/env python3
"""Writes the files next to it with NumPy: what the reader has to understand.

Needs numpy and ml_dtypes. Made with NumPy 2.4.6 and ml_dtypes 0.6.0.
"""

from pathlib import Path

import ml_dtypes
import numpy as np

FOLDER = Path(__file__).parent


def main() -> None:
    """Writes every file."""
    values = np.arange(6).reshape(2, 3)  # element i is i, but in bool.npy i != 0
    names = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64"
    for name in names.split():
        np.save(FOLDER / f"{name}.npy", values.astype(name))
    np.save(FOLDER / "bfloat16.npy", values.astype(ml_dtypes.bfloat16))
    np.save(FOLDER / "record.npy", values.astype("u2").view([("bfloat16", "<u2")]))
    np.save(FOLDER / "big_endian.npy", values.astype(">f4"))
    np.save(FOLDER / "scalar.npy", np.float64(2.5))
    np.save(FOLDER / "empty.npy", np.zeros((3, 0, 2), np.float32))
    fortran = np.asfortranarray(np.arange(24, dtype=np.int32).reshape(2, 3, 4))
    np.save(FOLDER / "fortran.npy", fortran)
    for version in ((2, 0), (3, 0)):
        with (FOLDER / f"version{version[0]}.npy").open("wb") as file:
            np.lib.format.write_array(file, values.astype("f4"), version=version)
    np.save(FOLDER / "complex.npy", values.astype(np.complex64))
    np.save(FOLDER / "unicode.npy", np.array(["one", "two"]))
    np.save(FOLDER / "objects.npy", np.array([None]), allow_pickle=True)
    np.savez(FOLDER / "stored.npz", self=values.astype("f4"), other=values.astype("f8") * 10)
    np.savez_compressed(FOLDER / "deflated.npz", self=values.astype("f4"))


if __name__ == "__main__":
    main()

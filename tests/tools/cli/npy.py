"""Arrays of one axis or more in .npy files, by the standard library alone."""

import ast
import math
import struct
from pathlib import Path

CODES = {
    "<f2": "e", "<f4": "f", "<f8": "d", "<V2": "H", "|b1": "?", "|i1": "b",
    "<i4": "i", "<i8": "q", "<u2": "H", "<u8": "Q",
}  # fmt: skip


def save(path: Path, values: list[float], shape: tuple[int, ...], descr: str = "<f4") -> None:
    """Writes the file as NumPy would."""
    header = f"{{'descr': {descr!r}, 'fortran_order': False, 'shape': {shape!r}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    assert len(values) == math.prod(shape)
    path.write_bytes(
        b"\x93NUMPY\x01\x00"
        + struct.pack("<H", len(header))
        + header.encode()
        + struct.pack(f"<{len(values)}{CODES[descr]}", *values)
    )


def load(path: Path) -> tuple[list[float], tuple[int, ...], str]:
    """Values, shape and descr of the file."""
    data = path.read_bytes()
    assert data[:6] == b"\x93NUMPY"
    (length,) = struct.unpack("<H", data[8:10])
    header = ast.literal_eval(data[10 : 10 + length].decode())
    assert not header["fortran_order"]
    count = math.prod(header["shape"])
    values = struct.unpack(f"<{count}{CODES[header['descr']]}", data[10 + length :])
    return list(values), header["shape"], header["descr"]


def to_float(value: float) -> float:
    """The nearest FLOAT, ties to even."""
    return struct.unpack("<f", struct.pack("<f", value))[0]

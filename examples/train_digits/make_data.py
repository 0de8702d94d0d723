#!/usr/bin/env python3
"""Makes digits.csv next to this script anew, from an installed scikit-learn.

pip install scikit-learn && examples/train_digits/make_data.py
"""

import gzip
import hashlib
import sys
from importlib import resources
from pathlib import Path

SHA256 = "6ebb3d2fee246a4e99363262ddf8a00a3c41bee6014c373ed9d9216ba7f651b8"


def main() -> int:
    """Unpacks the file, and replaces digits.csv only if it has the expected bytes."""
    try:
        packed = resources.files("sklearn.datasets.data").joinpath("digits.csv.gz").read_bytes()
    except (ModuleNotFoundError, FileNotFoundError) as error:
        print(f"scikit-learn's digits.csv.gz was not found: {error}", file=sys.stderr)
        return 1
    data = gzip.decompress(packed)
    digest = hashlib.sha256(data).hexdigest()
    if digest != SHA256:
        print(f"digits.csv would have SHA-256 {digest}, not {SHA256}", file=sys.stderr)
        return 1
    Path(__file__).with_name("digits.csv").write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())

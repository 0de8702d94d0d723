#!/usr/bin/env python3
"""Checks that #includes go down the layers of docs/design.md only, and that third-party libraries
stay in the layers that are meant to know them. Prints the offending lines.

usage: check_layers.py [DIR]    DIR: the repository; default: the one this script is in
The exit status is 1 if there are some.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

# What each layer may include besides the standard library: layers of src/, parts of include/, and
# libraries.
ALLOWED = {
    "src/formulas": "formulas hwy",
    "src/base": "base acl fmt boost hwy",
    "src/checked": "checked base fmt",
    "src/op_compiler": "op_compiler runtime base acl aclnn aclnnop fmt",
    "src/hccl": "hccl runtime device checked base acl fmt gloo hwy",
    "src/device": "device checked base acl fmt",
    "src/runtime": "runtime device checked base acl fmt boost",
    "src/tensor": "tensor runtime checked base acl aclnn fmt boost",
    "src/cpu": "cpu tensor runtime base formulas acl aclnn fmt boost hwy",
    "src/cuda": "cuda cpu tensor device base formulas acl tests",
    "src/engine": "engine tensor device runtime checked base acl aclnn fmt boost",
    "src/kinds": "kinds loops engine cuda cpu tensor device runtime base formulas acl aclnn fmt boost hwy",
    "src/ops": "ops loops kinds engine cuda cpu tensor runtime base formulas acl aclnn aclnnop fmt boost hwy",
    "src/loops": "loops cuda cpu base formulas acl hwy",
    "include/acl": "acl",
    "include/hccl": "hccl acl",
    "include/mstx": "mstx acl",
    "include/aclnn": "aclnn acl",
    "include/aclnnop": "aclnnop aclnn acl",
}
# Parts of src/ops and src/kinds: the loops of operators and the device code of kinds take minutes to
# compile, so they include neither specs nor the engine.
LOOPS = re.compile(
    r"^(src/)?ops/(.*(_kernels\.cc|-inl\.h)|export_kernel\.h)$"
    r"|^(src/)?kinds/.*(-inl\.h|/device/[^/]*|_device\.cc)$"
)
FOR_LOOPS = re.compile(
    LOOPS.pattern
    + r"|^kinds/[a-z_]+/([a-z_]+_argument|run|kernel)\.h$|^kinds/formula_kernel\.h$"
)
# Which other kinds a kind may include.
KINDS = {
    "attention": "product",
    "convolution": "product",
    "channels": "elementwise moves reduction",
    "index": "moves",
    "lists": "elementwise",
    "normalization": "reduction",
    "recurrent": "product",
    "reduction": "moves",
    "rows": "elementwise moves",
    "random": "moves",
    "scan": "moves",
    "sort": "moves reduction",
}
# First components of paths that belong to a part; anything else with a slash is the system's.
PARTS = set(
    "formulas base checked device runtime hccl gloo tensor cpu cuda engine kinds ops acl aclnn"
    " aclnnop fmt boost hwy oneapi tbb ..".split()
)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]*)[">]', re.MULTILINE)
LAYER = re.compile(r"^[a-z]+/[a-z_]+")
KIND = re.compile(r"^(?:src/)?kinds/([a-z_]+)/")


def complaints(file: str, path: str) -> Iterator[str]:
    """What is wrong with an #include of the path in the file."""
    part = path.partition("/")[0]
    if "/" not in path or part not in PARTS:
        return
    layer = LAYER.match(file)[0]
    if LOOPS.match(file):
        layer = "src/loops"
        if FOR_LOOPS.match(path):
            part = "loops"
    kind, other = KIND.match(file), KIND.match(path)
    if kind and other:
        others = KINDS.get(kind[1], "")
        if other[1] not in {kind[1], *others.split()}:
            yield f"the kind {kind[1]} may not include {path}, only kinds: {others or 'none'}"
    if part not in ALLOWED.get(layer, "").split():
        yield f"{layer} may not include {path}, only: {ALLOWED.get(layer, 'nothing')}"


def main() -> None:
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1]
    found = []
    for folder in ("src", "include"):
        for file in sorted((root / folder).rglob("*.*")):
            if file.suffix not in (".h", ".cc"):
                continue
            name, text = str(file.relative_to(root)), file.read_text()
            for include in INCLUDE.finditer(text):
                line = text.count("\n", 0, include.start()) + 1
                found += [f"{name}:{line}: {what}" for what in complaints(name, include[1])]
    if found:
        sys.exit("\n".join([*found, f"{len(found)} includes against the layers"]))


if __name__ == "__main__":
    main()

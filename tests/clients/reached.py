"""Says which operators of the registry the tests of PyTorch on npu:0 have not called.

usage: reached.py LOG    the log of their run with OPENACLNN_LOG=info

Fails if one is missing whose row in tests/oracle does not say what the adapter does in its place, or
if one was called whose row says so.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

TABLE = Path(__file__).parents[1] / "oracle/table.json"


def main() -> None:
    listed = subprocess.run(["openaclnn", "list", "--json"], check=True, stdout=subprocess.PIPE)
    operators = {operator["name"] for operator in json.loads(listed.stdout)}
    called = set(re.findall(r" (aclnn\w+)GetWorkspaceSize\(", Path(sys.argv[1]).read_text()))
    rows = json.loads(TABLE.read_text())
    beyond = {row["name"] for row in rows if row["beyond_pytorch"]}
    complaints = [
        *(f"{name}: no test calls it" for name in operators - called - beyond),
        *(f"{name}: called, though its row says that it is not" for name in beyond & called),
    ]
    if complaints:
        sys.exit("\n".join(sorted(complaints)))
    print(f"{len(operators & called)} of {len(operators)} operators called")


if __name__ == "__main__":
    main()

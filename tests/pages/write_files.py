"""Writes the files that a page shows: the first block of C++ under a heading "## ...: PATH".

usage: write_files.py PAGE FOLDER PATH...    the paths that the page has to have, within the folder
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

PIECE = re.compile(
    r"^## [^\n]*: (\S+)\n(?:(?!^## ).)*?^```cpp\n(.*?)^```$", re.DOTALL | re.MULTILINE
)


def main() -> int:
    page, folder, wanted = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    pieces = dict(PIECE.findall(page.read_text(encoding="utf-8")))
    for path in wanted:
        if path not in pieces:
            print(f"{page} does not show {path}, only {', '.join(pieces)}", file=sys.stderr)
            return 1
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(pieces[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

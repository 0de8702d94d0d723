#!/usr/bin/env python3
"""Finds sentences of comments and pages that begin with "Of" or say "but for" for "except".

usage: check_words.py [DIR]    DIR: the repository; default: the one this script is in
Prints the offending places; the exit status is 1 if there are some.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOTS = "include src tools tests python bench scripts examples cmake docs".split()
SLASHES = re.compile(r'^((?:[^"]|"[^"]*")*?)//+ ?(.*)$')
HASH = re.compile(r"""^((?:[^"']|"[^"]*"|'[^']*')*?(?:^|\s))#+ (.*)$""")
DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)
CODE = re.compile(r"^( *)```.*?^\1```$", re.DOTALL | re.MULTILINE)
OF = re.compile(r"(?:^|(?<=[\s(|]))Of\s")
BUT_FOR = re.compile(r'(?<!")\bbut\s+for\b', re.IGNORECASE)


def blank(match: re.Match) -> str:
    """As many lines as the match has, with nothing on them."""
    return "\n" * match[0].count("\n")


def prose_of(path: Path) -> list[str]:
    """The comments of a file, or the text of a page, line by line; code is left out."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return re.sub(r"`[^`\n]*`", "", CODE.sub(blank, text)).split("\n")
    comment = SLASHES if path.suffix in (".h", ".cc", ".cpp", ".c") else HASH
    lines = [match[2] if (match := comment.match(line)) else "" for line in text.split("\n")]
    if path.suffix == ".py":
        for docstring in DOCSTRING.finditer(text):
            first = text.count("\n", 0, docstring.start())
            for i, line in enumerate(docstring[1].split("\n")):
                lines[first + i] = line.strip()
    return lines


def faults_of(path: Path) -> list[str]:
    """The line numbers of a file, and what is wrong there."""
    lines = prose_of(path)
    faults = [f"{n}: begins with Of: {line}" for n, line in enumerate(lines, 1) if OF.search(line)]
    text = "\n".join(lines)
    for match in BUT_FOR.finditer(text):
        n = text.count("\n", 0, match.start()) + 1
        faults.append(f'{n}: "but for" instead of except: {lines[n - 1]}')
    return faults


def main() -> int:
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1]
    kinds = (".h", ".cc", ".cpp", ".c", ".py", ".sh", ".cmake", ".md")
    files = list(root.glob("*.md"))
    for folder in ROOTS:
        files += [path for path in (root / folder).rglob("*") if path.suffix in kinds]
        files += (root / folder).rglob("CMakeLists.txt")
    faults = [f"{p.relative_to(root)}:{fault}" for p in sorted(files) for fault in faults_of(p)]
    print("\n".join(faults), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

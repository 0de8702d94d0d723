#!/usr/bin/env python3
"""Finds what the house style refuses in comments and pages (CONTRIBUTING.md, "Style").

* Sentences of comments and pages that begin with "Of", or say "but for" for "except".
* Pages, and comments of public headers, whose sentences have more than MEAN words on average, and
  sentences there that have more than LONGEST. Code, tables, quotations and what programs write
  between "<!-- ... -->" do not count.

usage: check_words.py [DIR]           DIR: the repository; default: the one this script is in
       check_words.py --long FILE...  the mean of each file, and its sentences of more than 20 words
Prints the offending places; the exit status is 1 if there are some.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOTS = "include src tools tests python bench scripts examples cmake docs".split()
SLASHES = re.compile(r'^((?:[^"]|"[^"]*")*?)//+ ?(.*)$')
HASH = re.compile(r"""^((?:[^"']|"[^"]*"|'[^']*')*?(?:^|\s))#+ (.*)$""")
DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)
CODE = re.compile(r"^( *)```.*?^\1```$", re.DOTALL | re.MULTILINE)
OF = re.compile(r"(?:^|(?<=[\s(|]))Of\s")
BUT_FOR = re.compile(r'(?<!")\bbut\s+for\b', re.IGNORECASE)
MEAN, LONGEST = 16, 24  # words
WRITTEN = re.compile(r"<!-- [\w ]+: (?:written|begin).*?<!-- (?:end|[\w ]+: end)", re.DOTALL)
# What begins a paragraph: an item, or an argument ("self: the tensor").
ITEM = re.compile(r"^(?:(?:\*|-|\d+\.)|(?:[\w., ]+:|\d{6}|0)) ")
# Ends after which no sentence begins are those of "e.g." and numbers such as "1.0".
END = re.compile(r"(?<=[.!?])[)\"'*]*\s+(?=[\"'(*\[-]*\w)")


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


def paragraphs_of(lines: list[str]) -> Iterator[str]:
    """The text in paragraphs and items, each in one line; tables, quotations and headings are left out."""
    words: list[str] = []
    for line in [*(line.strip() for line in lines), ""]:
        is_prose = bool(line) and line[0] not in "|>#<"
        if words and (not is_prose or ITEM.match(line)):
            yield " ".join(words)
            words = []
        if is_prose:
            words.append(ITEM.sub("", line, count=1))


def sentences_of(path: Path) -> list[tuple[int, str]]:
    """The sentences of a page or of a file's comments, with their numbers of words."""
    text = path.read_text(encoding="utf-8")
    # A piece of code is a word, and so is a list of them; a link is its text.
    if path.suffix == ".md":
        text = re.sub(r"`[^`\n]*(?:\n[^`\n]+)?`", "code", WRITTEN.sub("", CODE.sub(blank, text)))
        text = re.sub(r"code(?:,\s+code)+", lambda m: "code" + "\n" * m[0].count("\n"), text)
        lines = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).split("\n")
    else:  # a clause of a list is a sentence; tables and formulas are left out
        lines = [re.sub(r";\s|;$", ". ", line) for line in prose_of(path)]
        lines = ["" if re.search(r"\S   |^  .* = ", line) else line for line in lines]
    found = []
    for paragraph in paragraphs_of(lines):
        for sentence in END.split(paragraph):
            found.append((sum(bool(re.search(r"\w", word)) for word in sentence.split()), sentence))
    return [(words, sentence) for words, sentence in found if words > 2]


def long_sentences_of(path: Path) -> list[str]:
    """What is wrong with the lengths of a file's sentences."""
    sentences = sentences_of(path)
    faults = [f" {words} words: {sentence}" for words, sentence in sentences if words > LONGEST]
    mean = sum(words for words, _ in sentences) / max(1, len(sentences))
    is_long = mean > MEAN and len(sentences) > 3
    return faults + ([f" sentences have {mean:.1f} words on average"] if is_long else [])


def faults_of(path: Path) -> list[str]:
    """The line numbers of a file, and what is wrong there."""
    lines = prose_of(path)
    faults = [f"{n}: begins with Of: {line}" for n, line in enumerate(lines, 1) if OF.search(line)]
    text = "\n".join(lines)
    for match in BUT_FOR.finditer(text):
        n = text.count("\n", 0, match.start()) + 1
        faults.append(f'{n}: "but for" instead of except: {lines[n - 1]}')
    return faults


def has_short_sentences(path: Path) -> bool:
    """Whether the file is a page of the documentation, or a public header."""
    folders = [parent.name for parent in path.parents]
    if path.name == "operators.md":  # made of the headers, and of the rules' sentences
        return False
    if path.suffix == ".md":
        return path.name == "README.md" or "docs" in folders or path.name == "CONTRIBUTING.md"
    return path.suffix == ".h" and "include" in folders


def print_long(files: list[Path]) -> None:
    for path in files:
        sentences = sentences_of(path)
        mean = sum(words for words, _ in sentences) / max(1, len(sentences))
        print(f"{path}: {len(sentences)} sentences, {mean:.1f} words on average")
        print("\n".join(f"  {words} {text}" for words, text in sentences if words > 20))


def main() -> int:
    if sys.argv[1:2] == ["--long"]:
        print_long([Path(name) for name in sys.argv[2:]])
        return 0
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1]
    kinds = (".h", ".cc", ".cpp", ".c", ".py", ".sh", ".cmake", ".md")
    files = list(root.glob("*.md"))
    for folder in ROOTS:
        files += [path for path in (root / folder).rglob("*") if path.suffix in kinds]
        files += (root / folder).rglob("CMakeLists.txt")
    faults = [f"{p.relative_to(root)}:{fault}" for p in sorted(files) for fault in faults_of(p)]
    faults += [
        f"{path.relative_to(root)}:{fault}"
        for path in sorted(files)
        if has_short_sentences(path.relative_to(root))
        for fault in long_sentences_of(path)
    ]
    print("\n".join(faults), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

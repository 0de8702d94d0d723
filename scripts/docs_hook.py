"""Adapts the pages to the site, for which mkdocs calls the functions named on_*.

Pages link to files of the repository outside docs/ as it is valid there, for example
../CONTRIBUTING.md. The site gets a copy of each such file, at its path in the repository, and the
links lead there. So do the entries of the menu. Wide tables scroll by themselves, and the side bar
breaks long names.
"""

import os
import re
from pathlib import Path

from mkdocs.config import Config
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pygments.formatters import HtmlFormatter

DOCS = "docs/"
HOME = {"README.md": "docs/index.md"}  # both introduce the whole
TABLE = re.compile(r"<table>(.*?)</table>", re.DOTALL)
CELL = re.compile(r"<td>(.*?)</td>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")
KEPT = re.compile(r"(<head>.*?</head>|<script.*?</script>|<pre.*?</pre>|<[^>]+>)", re.DOTALL)
NAME = re.compile(r"\w{20,}")  # too long for a line of a side bar or a cell
WORD_OF_NAME = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=_)(?=\w)")  # aclnn|Gelu|Backward, A_|B
LINK = re.compile(r"(\]\()(?![a-z]+:|#)([^)#\s]+)(?=[)#])")


def _path_in_repository(file: File, root: Path) -> str:
    return Path(file.abs_src_path).relative_to(root).as_posix()


def _target(page: str, link: str) -> str:
    """The path in the repository that a link of a page, both of the repository, leads to."""
    path = os.path.normpath(os.path.join(os.path.dirname(page), link))
    return HOME.get(path, path)


def _paths_in_menu(entries: list) -> list[str]:
    """The pages that a part of the menu names."""
    paths = []
    for entry in entries:
        for value in entry.values():
            paths += _paths_in_menu(value) if isinstance(value, list) else [value]
    return paths


def on_files(files: Files, config: Config) -> Files:
    """Adds what the menu and pages have outside docs/, and what those pages link to."""
    root = Path(config["config_file_path"]).parent
    pages = [file for file in files if file.is_documentation_page()]

    def add(path: str) -> None:
        known = path.removeprefix(DOCS) in files.src_paths
        if known or path.startswith(DOCS) or not (root / path).is_file():
            return  # what does not exist is reported by mkdocs
        added = File(path, str(root), config["site_dir"], config["use_directory_urls"])
        files.append(added)
        if added.is_documentation_page():
            pages.append(added)

    for path in _paths_in_menu(config["nav"]):
        add(path)
    for file in pages:
        page = _path_in_repository(file, root)
        for _, link in LINK.findall(Path(file.abs_src_path).read_text(encoding="utf-8")):
            add(_target(page, link))
    return files


def on_page_markdown(markdown: str, page: Page, config: Config, files: Files) -> str:
    """Makes links between files of the repository links between files of the site."""
    root = Path(config["config_file_path"]).parent
    source = _path_in_repository(page.file, root)
    folder = os.path.dirname(page.file.src_path)

    def in_site(match: re.Match) -> str:
        target = _target(source, match[2]).removeprefix(DOCS)
        return match[1] + os.path.relpath(target, folder or ".")

    return LINK.sub(in_site, markdown)


def on_page_content(html: str, **_: object) -> str:
    """Puts each table into a box that scrolls, with the keyboard too.

    The classes are those that the theme gives tables when the page is there, which would move what
    a link leads to. Cells of sentences have one of their own, so that they stay wide enough to read.
    """

    def cell(match: re.Match) -> str:
        is_sentence = len(TAG.sub("", match[1])) > 60
        return f'<td class="sentence">{match[1]}</td>' if is_sentence else match[0]

    def table(match: re.Match) -> str:
        return (
            '<div class="table-responsive" tabindex="0">'
            f'<table class="table table-sm table-striped table-hover">{CELL.sub(cell, match[1])}</table></div>'
        )

    return TABLE.sub(table, html)


def on_post_page(output: str, **_: object) -> str:
    """Lets lines break between the words of long names, except for code."""
    parts = KEPT.split(output)
    parts[::2] = [
        NAME.sub(lambda name: WORD_OF_NAME.sub("<wbr>", name[0]), text) for text in parts[::2]
    ]
    return "".join(parts)


def on_post_build(config: Config) -> None:
    """Writes the colours of code."""
    css = Path(config["site_dir"]) / "css" / "pygments.css"
    css.parent.mkdir(exist_ok=True)
    css.write_text(HtmlFormatter(style="default").get_style_defs(".codehilite"), encoding="utf-8")

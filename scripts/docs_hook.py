"""Lets the pages of the site link to files of the repository outside docs/.

Links are written as they are valid in the repository, for example ../CONTRIBUTING.md. The site gets
a copy of each such file, at its path in the repository, and the links lead there. mkdocs calls the
functions named on_*.
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
LINK = re.compile(r"(\]\()(?![a-z]+:|#)([^)#\s]+)(?=[)#])")


def _path_in_repository(file: File, root: Path) -> str:
    return Path(file.abs_src_path).relative_to(root).as_posix()


def _target(page: str, link: str) -> str:
    """The path in the repository that a link of a page, both of the repository, leads to."""
    path = os.path.normpath(os.path.join(os.path.dirname(page), link))
    return HOME.get(path, path)


def on_files(files: Files, config: Config) -> Files:
    """Adds what pages link to outside docs/, and what those pages link to."""
    root = Path(config["config_file_path"]).parent
    pages = [file for file in files if file.is_documentation_page()]
    for file in pages:
        page = _path_in_repository(file, root)
        for _, link in LINK.findall(Path(file.abs_src_path).read_text(encoding="utf-8")):
            path = _target(page, link)
            known = path.removeprefix(DOCS) in files.src_paths
            if known or path.startswith(DOCS) or not (root / path).is_file():
                continue  # what does not exist is reported by mkdocs
            added = File(path, str(root), config["site_dir"], config["use_directory_urls"])
            files.append(added)
            if added.is_documentation_page():
                pages.append(added)
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


def on_post_build(config: Config) -> None:
    """Writes the colours of code."""
    css = Path(config["site_dir"]) / "css" / "pygments.css"
    css.parent.mkdir(exist_ok=True)
    css.write_text(HtmlFormatter(style="default").get_style_defs(".codehilite"), encoding="utf-8")

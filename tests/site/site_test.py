"""The site builds without a warning, needs nothing from elsewhere, and its links lead somewhere.

usage: site_test.py MKDOCS REPOSITORY    exit status 77: there is no mkdocs
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

SKIPPED = 77
LINK = re.compile(r"\]\((?![a-z]+:|#)([^)#\s]+)[)#]")


class Page(HTMLParser):
    """The anchors of a page, its links, and what a browser loads with it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name in ("id", "name"):
                self.anchors.add(value)
            elif name == "href" and tag == "a":
                self.links.append(value)
            elif name in ("href", "src", "action"):
                self.loaded.append(value)


def is_elsewhere(link: str) -> bool:
    """Whether a link leaves the site."""
    return re.match(r"([a-z]+:)?//|[a-z]+:", link) is not None


def faults_of_site(site: Path) -> list[str]:
    """What is wrong with the links of the site."""
    pages = {path: Page(path) for path in site.rglob("*.html")}
    faults = [] if len(pages) > 10 else [f"only {len(pages)} pages"]
    for path, page in pages.items():
        name = path.relative_to(site)
        faults += [f"{name}: loads {link}" for link in page.loaded if is_elsewhere(link)]
        for link in page.links + page.loaded:
            if is_elsewhere(link) or path.name == "404.html":  # whose links begin with "/"
                continue
            target, anchor = urldefrag(unquote(link))
            file = (path.parent / target).resolve() if target else path
            if not file.is_file():
                faults.append(f"{name}: {link} leads nowhere")
            elif anchor and file in pages and anchor not in pages[file].anchors:
                faults.append(f"{name}: {link} has no such anchor")
    for path in site.rglob("*.css"):
        for link in re.findall(r"url\(['\"]?([^'\")]+)", path.read_text(encoding="utf-8")):
            if is_elsewhere(link) and not link.startswith("data:"):
                faults.append(f"{path.relative_to(site)}: loads {link}")
    return faults


def faults_of_repository(repository: Path) -> list[str]:
    """Links between files of the repository, as one reads them there, that lead nowhere.

    The site has files only, so its pages, which are those of docs, must not link to folders.
    """
    pages = [*repository.glob("*.md"), *repository.glob("docs/*.md")]
    faults = []
    for page in pages:
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            target = page.parent / link
            if not (target.is_file() or (page.parent == repository and target.is_dir())):
                faults.append(f"{page.relative_to(repository)}: {link} leads nowhere")
    return faults


def main() -> int:
    mkdocs, repository = sys.argv[1], Path(sys.argv[2])
    faults = faults_of_repository(repository)
    if mkdocs.endswith("NOTFOUND"):
        print("\n".join(faults) or "mkdocs is missing: apt-get install mkdocs python3-pygments")
        return 1 if faults else SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder).resolve() / "site"
        build = subprocess.run(
            [mkdocs, "build", "--strict", "--site-dir", str(site)],
            cwd=repository,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if build.returncode != 0:
            print(build.stdout)
            return 1
        faults += faults_of_site(site)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

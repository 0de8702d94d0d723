"""The site builds without a warning and needs nothing from elsewhere; its links lead somewhere, its
tables scroll by themselves, and its menu, side bar and tables of operators are in order.

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
    """The anchors of a page, its links, what a browser loads with it, its headings and tables."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.headings: list[tuple[str, str]] = []  # "h2" and the text
        self.tables: list[list[list[str]]] = []  # rows of cells
        self.has_free_tables = False  # that do not scroll
        self._texts: list[str] | None = None  # of the heading or cell that is open
        self._divs: list[str] = []  # the classes of those that are open
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "div":
            self._divs.append(dict(attrs).get("class") or "")
        elif tag == "table":
            self.tables.append([])
            # Each page has one of the theme's, of keys, in a box that opens.
            self.has_free_tables |= self._divs[-1] not in ("table-responsive", "modal-body")
        elif tag == "tr":
            self.tables[-1].append([])
        elif re.fullmatch("h[1-6]|td|th", tag):
            self._texts = []
        for name, value in attrs:
            if value is None:
                continue
            if name in ("id", "name"):
                self.anchors.add(value)
            elif name == "href" and tag == "a":
                self.links.append(value)
            elif name in ("href", "src", "action"):
                self.loaded.append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "div":
            self._divs.pop()
        if self._texts is None or not re.fullmatch("h[1-6]|td|th", tag):
            return
        text = "".join(self._texts).strip("¶ ")  # less the link to itself
        self._texts = None
        if tag.startswith("h"):
            self.headings.append((tag, text))
        else:
            self.tables[-1][-1].append(text)

    def handle_data(self, data: str) -> None:
        if self._texts is not None:
            self._texts.append(data)


def is_elsewhere(link: str) -> bool:
    """Whether a link leaves the site."""
    return re.match(r"([a-z]+:)?//|[a-z]+:", link) is not None


def faults_of_structure(site: Path) -> list[str]:
    """What is wrong with the menu, the side bar and the pages that are made of tables."""
    home, operators, accuracy = (
        Page(site / name) for name in ("index.html", "operators.html", "accuracy.html")
    )
    faults = [
        f"the menu lacks {link}"
        for link in ("CONTRIBUTING.html", "CHANGELOG.html")
        if link not in home.links
    ]
    side_bar = (site / "operators.html").read_text(encoding="utf-8").split("bs-sidebar")[1]
    if "Binary<wbr>Cross<wbr>Entropy<wbr>" not in side_bar:
        faults.append("operators.html: the side bar does not break long names")
    for page, name in ((operators, "operators"), (accuracy, "accuracy")):
        if "Activations" not in [text for tag, text in page.headings if tag == "h2"]:
            faults.append(f"{name}.html: no heading of a family")
        if "Gelu" not in [text for tag, text in page.headings if tag == "h3"]:
            faults.append(f"{name}.html: no heading of a function")
    functions = []  # of the table of all operators, and what their rows say of dtypes and products
    for table in operators.tables:
        if table[0] != ["function", "operators", "dtypes", "products"]:
            continue
        for function, _, *same in table[1:]:
            if function:
                functions.append((function, []))
            if same in functions[-1][1]:
                faults.append(f"operators.html: {functions[-1][0]} has two rows with {same}")
            functions[-1][1].append(same)
    names = [name for name, _ in functions]
    if len(names) < 50 or len(names) != len(set(names)):
        faults.append(f"operators.html: functions are not in one place each: {names}")
    return faults


def faults_of_site(site: Path) -> list[str]:
    """What is wrong with the links and tables of the site."""
    pages = {path: Page(path) for path in site.rglob("*.html")}
    faults = [] if len(pages) > 10 else [f"only {len(pages)} pages"]
    for path, page in pages.items():
        name = path.relative_to(site)
        if page.has_free_tables:
            faults.append(f"{name}: has tables that do not scroll by themselves")
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


def build(mkdocs: str, repository: Path, site: Path) -> str:
    """Builds the site in a folder. Returns what went wrong, or nothing."""
    done = subprocess.run(
        [mkdocs, "build", "--strict", "--site-dir", str(site)],
        cwd=repository,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout if done.returncode != 0 else ""


def main() -> int:
    mkdocs, repository = sys.argv[1], Path(sys.argv[2])
    faults = faults_of_repository(repository)
    if mkdocs.endswith("NOTFOUND"):
        print("\n".join(faults) or "mkdocs is missing: apt-get install mkdocs python3-pygments")
        return 1 if faults else SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder).resolve() / "site"
        if failure := build(mkdocs, repository, site):
            print(failure)
            return 1
        faults += faults_of_site(site) + faults_of_structure(site)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

"""No page of the site is wider than its window, on a desk and on a telephone, and nothing sticks out
of the side bar. Headless Chromium lays the pages out.

usage: layout_test.py CHROMIUM MKDOCS REPOSITORY    exit status 77: there is no Chromium or mkdocs
"""

from __future__ import annotations

import functools
import http.server
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from site_test import SKIPPED, build

WIDTHS = (1280, 420)
LAYOUT_SECONDS = 120
# Lays out page after page in a frame, and sends what is wrong.
MEASURE = """<!doctype html><body><script>
async function measure() {
  const faults = [];
  for (const width of WIDTHS) {
    for (const page of PAGES) {
      const frame = document.createElement('iframe');
      frame.style.cssText = `border:0;width:${width}px;height:900px`;
      frame.src = page;
      const loaded = new Promise((resolve) => { frame.onload = resolve; });
      document.body.append(frame);
      await loaded;
      const root = frame.contentDocument.documentElement;
      if (root.scrollWidth > root.clientWidth) {
        faults.push(`${page}: needs ${root.scrollWidth} pixels of ${width}`);
      }
      for (const bar of root.querySelectorAll('.bs-sidebar')) {
        if (bar.scrollWidth > bar.clientWidth) {
          faults.push(`${page}: names stick out of the side bar at ${width} pixels`);
        }
      }
      frame.remove();
    }
  }
  return faults;
}
measure().catch((error) => [`${error}`]).then((faults) =>
  fetch('/faults', {method: 'POST', body: JSON.stringify(faults)}));
</script>"""


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site and the page that measures it, whose findings go to `found`."""

    def __init__(self, *args: object, found: queue.Queue, pages: list[str], **options: object) -> None:
        self._found, self._pages = found, pages
        super().__init__(*args, **options)

    def do_GET(self) -> None:
        if self.path != "/measure":
            super().do_GET()
            return
        text = MEASURE.replace("WIDTHS", json.dumps(WIDTHS)).replace("PAGES", json.dumps(self._pages))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(text.encode())

    def do_POST(self) -> None:
        self._found.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def faults_of_layout(chromium: str, site: Path, folder: str) -> list[str]:
    """What is wrong with the pages as Chromium lays them out. It keeps its files in the folder."""
    pages = sorted(str(path.relative_to(site)) for path in site.rglob("*.html") if path.stem != "404")
    found: queue.Queue = queue.Queue()
    handler = functools.partial(Handler, directory=str(site), found=found, pages=pages)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command = [chromium, "--headless", "--disable-gpu", f"--user-data-dir={folder}/profile"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")  # Chromium's needs another user
        address = f"http://127.0.0.1:{server.server_address[1]}/measure"
        command += ["--remote-debugging-port=0", "--window-size=1400,1000", address]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as browser:
            try:
                return found.get(timeout=LAYOUT_SECONDS)
            except queue.Empty:
                return [f"Chromium has measured nothing in {LAYOUT_SECONDS} seconds"]
            finally:
                browser.kill()
                server.shutdown()


def main() -> int:
    chromium, mkdocs, repository = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    if any(program.endswith("NOTFOUND") for program in (chromium, mkdocs)):
        print("Chromium or mkdocs is missing: apt-get install chromium mkdocs python3-pygments")
        return SKIPPED
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        site = Path(folder).resolve() / "site"
        faults = [failure] if (failure := build(mkdocs, repository, site)) else []
        faults += faults_of_layout(chromium, site, folder)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

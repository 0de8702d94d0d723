#!/usr/bin/env bash
# Builds the documentation as a site, build/site/index.html, with Debian's mkdocs, which is installed
# if it is missing. The site needs no network. `mkdocs serve` shows it while pages are written.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/install_packages.sh mkdocs python3-pygments
mkdocs build --strict --quiet
echo "$PWD/build/site/index.html"

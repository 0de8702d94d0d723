# The wheel installs in a clean Debian, without the libraries of Debian that it brings along, and
# computes what docs/python.md says.
block() { bash "$SOURCE/tests/install/code_block.sh" "$@" docs/python.md; }

quietly python3 -m venv venv
quietly venv/bin/pip install --no-index --find-links /test/wheels openaclnn
expect_equal "its version" "$VERSION" "$(venv/bin/python -c 'import openaclnn; print(openaclnn.__version__)')"
expect_equal "libraries of Debian" "" "$(ldconfig -p | grep -E 'lib(hwy|tbb|fmt)\.' || true)"
block python 1 >program.py
block text 1 >expected.txt
[[ -s program.py && -s expected.txt ]] || fail "docs/python.md has no program or no output"
expect_output expected.txt venv/bin/python program.py

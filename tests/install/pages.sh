# docs/getting-started.md and docs/porting.md, word for word, with what was installed as dist/. The
# Python of the first is in python/tests/test_documents.py.
if [[ ! -e $PREFIX/bin ]]; then
  echo "built without OPENACLNN_BUILD_TOOLS"
  exit 0
fi
ln -s "$PREFIX" dist
python3 "$SOURCE/tests/install/follow_pages.py" "$SOURCE/docs/getting-started.md" "$SOURCE/docs/porting.md" ||
  fail "a page prints something else"

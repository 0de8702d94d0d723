# docs/getting-started.md, word for word, with what was installed as dist/. The last part, Python, is
# in python/tests/test_documents.py.
if [[ ! -e $PREFIX/bin ]]; then
  echo "built without OPENACLNN_BUILD_TOOLS"
  exit 0
fi
ln -s "$PREFIX" dist
python3 "$SOURCE/tests/install/getting_started.py" "$SOURCE/docs/getting-started.md" || fail "the page prints something else"

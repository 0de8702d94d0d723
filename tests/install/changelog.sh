# The newest version in CHANGELOG.md is the project's.
version=$(sed -nE 's/^project\(openaclnn VERSION ([0-9.]+).*/\1/p' "$SOURCE/CMakeLists.txt")
newest=$(sed -nE 's/^## \[([0-9.]+)\] - (unreleased|[0-9]{4}-[0-9]{2}-[0-9]{2})$/\1/p' "$SOURCE/CHANGELOG.md" | head -n 1)
expect_equal "version" "$version" "$newest"

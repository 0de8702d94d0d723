#include "tools/files/new_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "tools/files/error.h"

namespace openaclnn::tools {
namespace {

namespace fs = std::filesystem;

// "results" of "results/" too.
std::string WithoutSlashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

NewFolder::NewFolder(std::string path) : path_(WithoutSlashes(std::move(path))) {
  const fs::path target(path_);
  if (path_.empty()) Fail(ENOENT);
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(target, ignored))) Fail(EEXIST);
  for (int n = 0;; ++n) {
    temporary_ =
        target.parent_path() / fmt::format(".{}.{}-{}", target.filename().string(), getpid(), n);
    if (mkdir(temporary_.c_str(), 0777) == 0) return;
    if (errno != EEXIST) Fail(errno);
  }
}

NewFolder::~NewFolder() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
}

std::string NewFolder::File(std::string_view name) const { return fs::path(temporary_) / name; }

void NewFolder::Commit() {
  if (rename(temporary_.c_str(), path_.c_str()) != 0) Fail(errno);
  temporary_.clear();
}

void NewFolder::Fail(int error) const {
  throw FileError(path_, fmt::format("cannot be made: {}", std::generic_category().message(error)));
}

}  // namespace openaclnn::tools

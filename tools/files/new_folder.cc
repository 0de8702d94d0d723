#include "tools/files/new_folder.h"

#include <cerrno>
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
  try {
    temporary_.emplace(target, Temporary::Kind::kFolder);
  } catch (const std::system_error& error) {
    Fail(error.code().value());
  }
}

std::string NewFolder::File(std::string_view name) const {
  return fs::path(temporary_->path()) / name;
}

void NewFolder::Commit() {
  try {
    temporary_->Rename(path_);
  } catch (const std::system_error& error) {
    Fail(error.code().value());
  }
  temporary_.reset();
}

void NewFolder::Fail(int error) const {
  throw FileError(path_, fmt::format("cannot be made: {}", std::generic_category().message(error)));
}

}  // namespace openaclnn::tools

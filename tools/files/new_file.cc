#include "tools/files/new_file.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <utility>

#include "tools/files/error.h"

namespace openaclnn::tools {
namespace {

namespace fs = std::filesystem;

// Absolute, where it can be told.
fs::path WithoutLinks(const fs::path& path) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : real;
}

fs::path FolderOf(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

}  // namespace

bool IsSameFile(const std::string& a, const std::string& b) {
  return WithoutLinks(a) == WithoutLinks(b);
}

NewFile::NewFile(std::string path) : path_(std::move(path)) {
  if (path_ == kStandardStream) {
    if (isatty(STDOUT_FILENO)) throw FileError(path_, "standard output is a terminal");
    std::signal(SIGPIPE, SIG_IGN);  // so that a reader who leaves is an error like others
    file_ = STDOUT_FILENO;
    return;
  }
  const fs::path target = WithoutLinks(path_);
  std::error_code ignored;
  const fs::file_status status = fs::status(target, ignored);
  if (fs::is_directory(status)) Fail(EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw FileError(path_, "cannot be replaced, it is no regular file");
  }
  const bool is_link = fs::is_symlink(path_, ignored);
  if (is_link && target.parent_path() != WithoutLinks(FolderOf(path_))) {
    throw FileError(path_, fmt::format("cannot be replaced, it is a link to {}, out of its folder",
                                       target.string()));
  }
  if (!target.has_filename()) Fail(path_.empty() ? ENOENT : EISDIR);
  target_ = target.string();
  try {
    temporary_.emplace(target, Temporary::Kind::kFile);
  } catch (const std::system_error& error) {
    Fail(error.code().value());
  }
  file_ = temporary_->descriptor();
}

void NewFile::Write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file_, bytes.data(), bytes.size());
    if (written > 0) {
      bytes = bytes.subspan(static_cast<size_t>(written));
    } else if (written == 0 || errno != EINTR) {
      Fail(written == 0 ? ENOSPC : errno);
    }
  }
}

void NewFile::Commit() {
  if (!temporary_) return;
  try {
    temporary_->Rename(target_);
  } catch (const std::system_error& error) {
    Fail(error.code().value());
  }
  temporary_.reset();
}

void NewFile::Fail(int error) const {
  throw FileError(path_,
                  fmt::format("cannot be written: {}", std::generic_category().message(error)));
}

}  // namespace openaclnn::tools

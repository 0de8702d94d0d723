#include "tools/files/new_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "tools/files/error.h"

namespace openaclnn::tools {
namespace {

namespace fs = std::filesystem;

fs::path WithoutLinks(const std::string& path) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(path, error);
  return error ? fs::path(path) : real;
}

// Creates a file that did not exist beside `target`, with the permissions of any new file.
int CreateBeside(const fs::path& target, std::string& name) {
  for (int n = 0;; ++n) {
    name = target.parent_path() / fmt::format(".{}.{}-{}", target.filename().string(), getpid(), n);
    const int file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) return file;
  }
}

}  // namespace

NewFile::NewFile(std::string path) : path_(std::move(path)) {
  const fs::path target = WithoutLinks(path_);
  std::error_code ignored;
  const fs::file_status status = fs::status(target, ignored);
  if (fs::is_directory(status)) Fail(EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw FileError(path_, "cannot be replaced, it is no regular file");
  }
  if (!target.has_filename()) Fail(path_.empty() ? ENOENT : EISDIR);
  target_ = target.string();
  file_ = CreateBeside(target, temporary_);
  if (file_ < 0) Fail(errno);
}

NewFile::~NewFile() {
  if (file_ >= 0) close(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
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
  // Some file systems tell only here that the disk is full.
  if (close(std::exchange(file_, -1)) != 0) Fail(errno);
  if (rename(temporary_.c_str(), target_.c_str()) != 0) Fail(errno);
  temporary_.clear();
}

void NewFile::Fail(int error) const {
  throw FileError(path_,
                  fmt::format("cannot be written: {}", std::generic_category().message(error)));
}

}  // namespace openaclnn::tools

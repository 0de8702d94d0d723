#include "base/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace openaclnn {
namespace {

std::string WithProcess(std::string path) {
  const std::string process = std::to_string(getpid());
  for (size_t at = path.find("%p"); at != std::string::npos; at = path.find("%p", at)) {
    path.replace(at, 2, process);
    at += process.size();
  }
  return path;
}

// Why a file cannot take a document; empty if it can, and then it is empty and ours.
std::string TakeForDocument(int file) {
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return "it is not a regular file";
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    return "another process is writing it; %p in the path gives each process a file of its own";
  }
  return ftruncate(file, 0) == 0 ? "" : std::generic_category().message(errno);
}

}  // namespace

int OpenOutput(const std::string& path, OutputKind kind, std::string& reason) {
  const bool document = kind == OutputKind::kDocument;
  // O_NONBLOCK: a pipe that nobody reads is an error, not a hang.
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK |
                    (document ? 0 : O_APPEND);
  const int file = open(WithProcess(path).c_str(), flags, 0600);
  if (file < 0) {
    reason = errno == ELOOP ? "it is a symbolic link" : std::generic_category().message(errno);
    return -1;
  }
  if (document) reason = TakeForDocument(file);
  if (reason.empty()) return file;
  close(file);
  return -1;
}

}  // namespace openaclnn

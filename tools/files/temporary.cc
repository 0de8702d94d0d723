#include "tools/files/temporary.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "fmt/format.h"

namespace openaclnn::tools {
namespace {

namespace fs = std::filesystem;

// The temporaries of this process. A thread holds the mutex to create, rename or remove one.
struct Temporaries {
  std::mutex mutex;
  std::set<std::string> paths;
};

Temporaries& AllTemporaries() {
  static auto* const temporaries = new Temporaries;  // for the thread that waits for signals
  return *temporaries;
}

[[noreturn]] void Fail() { throw std::system_error(errno, std::generic_category()); }

void Remove(const std::string& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

// ".out.npy." of "out.npy"
std::string PrefixOf(const fs::path& target) {
  return fmt::format(".{}.", target.filename().string());
}

fs::path FolderOf(const fs::path& target) {
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

// Takes the lock that a living process holds; false if another does. File systems without locks
// have no dead temporaries either.
bool Lock(int descriptor) {
  return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

// Whether the path still names what was opened.
bool Names(const std::string& path, int descriptor) {
  struct stat named = {}, opened = {};
  return lstat(path.c_str(), &named) == 0 && fstat(descriptor, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

void RemoveIfDead(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && Names(path, descriptor)) Remove(path);
  close(descriptor);
}

// Temporaries for `target` are named .NAME.PROCESS-NUMBER.
void RemoveDead(const fs::path& target) {
  const std::string prefix = PrefixOf(target);
  std::error_code error;
  for (fs::directory_iterator entry(FolderOf(target), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const std::string rest = name.substr(prefix.size());
    const size_t dash = rest.find('-');
    const bool is_ours = dash != std::string::npos && dash != 0 && dash + 1 < rest.size() &&
                         rest.find_first_not_of("0123456789") == dash &&
                         rest.find_first_not_of("0123456789", dash + 1) == std::string::npos;
    if (is_ours) RemoveIfDead(entry->path().string());
  }
}

// Until the first of the signals; then ends the process.
[[noreturn]] void WaitForSignals(const sigset_t& signals) {
  int signal_number = 0;
  while (sigwait(&signals, &signal_number) != 0) continue;
  Temporaries& temporaries = AllTemporaries();
  temporaries.mutex.lock();  // for ever: no other thread is to make one now
  for (const std::string& path : temporaries.paths) Remove(path);
  std::signal(signal_number, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  raise(signal_number);
  _exit(1);  // not reached
}

}  // namespace

Temporary::Temporary(const fs::path& target, Kind kind) : kind_(kind) {
  const std::lock_guard lock(AllTemporaries().mutex);
  RemoveDead(target);
  for (int number = 0; !Create(target, number);) ++number;
  AllTemporaries().paths.insert(path_);
}

// Returns false if the name is taken.
bool Temporary::Create(const fs::path& target, int number) {
  path_ = target.parent_path() / fmt::format("{}{}-{}", PrefixOf(target), getpid(), number);
  int flags = O_CLOEXEC | O_NOFOLLOW;
  if (kind_ == Kind::kFolder) {
    if (mkdir(path_.c_str(), 0777) != 0) {
      if (errno == EEXIST) return false;
      Fail();
    }
    flags |= O_RDONLY | O_DIRECTORY;
  } else {
    flags |= O_WRONLY | O_CREAT | O_EXCL;
  }
  descriptor_ = open(path_.c_str(), flags, 0666);  // as any new file
  if (descriptor_ < 0) {
    if (errno == EEXIST) return false;
    const int error = errno;
    if (kind_ == Kind::kFolder) Remove(path_);
    errno = error;
    Fail();
  }
  if (Lock(descriptor_) && Names(path_, descriptor_)) return true;
  close(descriptor_);  // another process took it for dead before it was locked
  return false;
}

Temporary::~Temporary() {
  const std::lock_guard lock(AllTemporaries().mutex);
  if (!path_.empty()) Remove(path_);
  AllTemporaries().paths.erase(path_);
  if (descriptor_ >= 0) close(descriptor_);
}

void Temporary::Rename(const std::string& name) {
  // Some file systems tell only when a file is closed that the disk is full; the lock stays with
  // the other descriptor.
  const int copy = kind_ == Kind::kFile ? dup(descriptor_) : -1;
  if (copy >= 0 && close(copy) != 0) Fail();
  const std::lock_guard lock(AllTemporaries().mutex);
  if (rename(path_.c_str(), name.c_str()) != 0) Fail();
  AllTemporaries().paths.erase(path_);
  path_.clear();
}

void RemoveTemporariesOnSignals() {
  AllTemporaries();
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGHUP, SIGINT, SIGTERM}) {
    struct sigaction action = {};
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) {
      sigaddset(&signals, number);
    }
  }
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    std::thread([signals] { WaitForSignals(signals); }).detach();
  } catch (const std::system_error&) {  // no threads: signals end the process as they are
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

}  // namespace openaclnn::tools

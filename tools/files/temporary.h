// Files and folders that have no name of their own yet.
#pragma once

#include <filesystem>
#include <string>

namespace openaclnn::tools {

// Lies next to the name that it will get, hidden, and is removed if it does not get it, also if one
// of the signals below ends the process. What a process left that was killed otherwise is removed
// when another makes a temporary for the same name.
class Temporary {
 public:
  enum class Kind { kFile, kFolder };

  // Throws std::system_error.
  Temporary(const std::filesystem::path& target, Kind kind);
  ~Temporary();
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  const std::string& path() const { return path_; }  // until Rename()
  int descriptor() const { return descriptor_; }     // of a file, for writing
  // Replaces a file of that name. Throws std::system_error; the last call.
  void Rename(const std::string& name);

 private:
  bool Create(const std::filesystem::path& target, int number);

  const Kind kind_;
  std::string path_;     // empty once it has its name
  int descriptor_ = -1;  // whose lock says that the process lives
};

// From now on SIGHUP, SIGINT and SIGTERM remove all temporaries before they end the process; those
// that are ignored stay so. To be called while there is one thread.
void RemoveTemporariesOnSignals();

}  // namespace openaclnn::tools

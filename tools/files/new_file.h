// A file that appears under its name complete or not at all.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tools/files/temporary.h"

namespace openaclnn::tools {

inline constexpr std::string_view kStandardStream = "-";  // instead of a file's name

// Whether two paths lead to one file, through links too. There need be none yet.
bool IsSameFile(const std::string& a, const std::string& b);

// Writes to a temporary file in the same folder. Commit() gives it its name, replacing a regular
// file of that name; without Commit() nothing is left. A link to a file in its own folder is
// followed, one that leads out of it is refused: somebody else may have put it there. "-" is
// standard output, which gets at once what is written. Throws FileError.
class NewFile {
 public:
  explicit NewFile(std::string path);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void Write(std::span<const std::byte> bytes);
  void Write(std::string_view text) { Write(std::as_bytes(std::span(text))); }
  void Commit();  // the last call

  const std::string& path() const { return path_; }

 private:
  [[noreturn]] void Fail(int error) const;

  const std::string path_;  // as given
  std::string target_;      // without links
  std::optional<Temporary> temporary_;
  int file_ = -1;
};

}  // namespace openaclnn::tools

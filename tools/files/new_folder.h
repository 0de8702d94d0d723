// A folder that appears under its name complete or not at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/files/temporary.h"

namespace openaclnn::tools {

// Files are written to a temporary folder next to it. Commit() gives that its name; without
// Commit() nothing is left. Throws FileError, also if the name exists already.
class NewFolder {
 public:
  explicit NewFolder(std::string path);
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  std::string File(std::string_view name) const;  // until Commit()
  void Commit();

 private:
  [[noreturn]] void Fail(int error) const;

  const std::string path_;
  std::optional<Temporary> temporary_;
};

}  // namespace openaclnn::tools

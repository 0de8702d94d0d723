// What tools throw for files that they cannot use.
#pragma once

#include <stdexcept>
#include <string>

#include "fmt/core.h"

namespace openaclnn::tools {

// One line that names the file and the reason, for the user.
class FileError : public std::runtime_error {
 public:
  FileError(const std::string& file, const std::string& reason)
      : std::runtime_error(fmt::format("{}: {}", file, reason)) {}
};

}  // namespace openaclnn::tools

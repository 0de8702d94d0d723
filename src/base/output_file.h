// Files that the library writes for its user: reports, log and trace.
#pragma once

#include <string>

namespace openaclnn {

enum class OutputKind {
  kLines,     // lines are added to what is there, each in one piece, whoever else adds some
  kDocument,  // a regular file that is written anew, and by one process at a time
};

// The descriptor of the file at `path`, in which %p stands for the number of this process; -1, and
// a reason such as "Permission denied", if it cannot be written. A new file is for its owner only.
// A symbolic link is refused, as somebody else may have put it there.
int OpenOutput(const std::string& path, OutputKind kind, std::string& reason);

}  // namespace openaclnn

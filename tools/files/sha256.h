// Check sums of files, as sha256sum prints them.
#pragma once

#include <string>

namespace openaclnn::tools {

// Throws FileError.
std::string Sha256OfFile(const std::string& path);

}  // namespace openaclnn::tools

// Whether the disk has room.
#pragma once

#include <string>

namespace openaclnn::tools {

// Throws FileError if a file or folder of so many bytes, at a path where there need be none yet,
// does not fit the disk. Where the file system does not tell, it fits.
void RequireFreeSpace(const std::string& path, double bytes);

}  // namespace openaclnn::tools

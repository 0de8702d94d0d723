// Files of lists.
#pragma once

#include <cstddef>
#include <string>

namespace openaclnn::tools {

// The file of a list's member: "outs_1.npy" for "outs.npy".
std::string MemberFile(const std::string& file, size_t member);

}  // namespace openaclnn::tools

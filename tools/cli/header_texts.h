// The headers of include/aclnnop; header_texts.cc is made by the build.
#pragma once

#include <string_view>

namespace openaclnn::cli {

// Of aclnn_<operator>.h; empty for others.
std::string_view HeaderText(std::string_view snake_name);

}  // namespace openaclnn::cli

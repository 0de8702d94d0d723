// The headers of include/aclnnop; header_texts.cc is made by the build.
#pragma once

#include <span>
#include <string_view>

namespace openaclnn::cli {

struct Header {
  std::string_view file;  // "aclnn_gelu.h"
  std::string_view text;
};
std::span<const Header> Headers();

}  // namespace openaclnn::cli

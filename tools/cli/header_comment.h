// What an operator's header in include/aclnnop says of it. The headers are the one place where
// arguments, special values and accuracy are described; the build puts their text into the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace openaclnn {
struct OpSpec;
}

namespace openaclnn::cli {

struct HeaderComment {
  std::string_view file;                // "aclnn_gelu.h"
  std::vector<std::string> prototypes;  // of both phases
  std::vector<std::string> arguments;   // one for each of the spec; several may share one
  std::string remarks;                  // of what is computed; may be empty
  std::string special_values;
  std::string accuracy;
};
HeaderComment HeaderCommentOf(const OpSpec& spec);

}  // namespace openaclnn::cli

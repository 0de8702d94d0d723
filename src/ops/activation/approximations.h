// How gelu may be computed, as callers name it: by erf, or by the approximation with tanh.
#pragma once

#include <string_view>

namespace openaclnn {

inline constexpr std::string_view kApproximations[] = {"none", "tanh"};

}  // namespace openaclnn

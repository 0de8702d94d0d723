#pragma once

namespace openaclnn {

inline constexpr int kMaxOperands = 6;  // inputs and outputs of a formula together

}  // namespace openaclnn

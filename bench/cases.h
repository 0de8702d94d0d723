// What is timed: every operator with the arguments of everyday use, and the data it meets.
#pragma once

#include <vector>

namespace openaclnn::bench {

struct Case {
  const char* name;       // of the row in the table
  const char* operation;  // of the registry
  std::vector<double> scalars;
  const char* text;
  double low, high;  // the range of self
};

inline const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {"hardtanh", "aclnnHardtanhBackward", {-1, 1}, nullptr, -3, 3},
      {"softplus", "aclnnSoftplusBackward", {1, 20}, nullptr, -5, 5},
      {"prelu", "aclnnPreluBackward", {}, nullptr, -3, 3},
      {"gelu none", "aclnnGeluBackwardV2", {}, "none", -5, 5},
      {"gelu tanh", "aclnnGeluBackwardV2", {}, "tanh", -5, 5},
      {"logit", "aclnnLogitGrad", {-1}, nullptr, 0.01, 0.99},
  };
  return cases;
}

}  // namespace openaclnn::bench

// Every function of two elements that an operator computes, behind one prototype: the exact value
// and the same in long double, for tests and tools that go through all of them.
#pragma once

#include <limits>

#include "tests/oracle/real.h"

namespace openaclnn::oracle {

// The scalar arguments in the order of the C function, after their conversion to the compute type.
// Of prelu the weight.
struct Scalars {
  double first = 0;
  double second = 0;
};

struct Definition {
  Real (*exact)(double grad, double x, Scalars scalars);
  long double (*fast)(float grad, float x, Scalars scalars);
  double root = std::numeric_limits<double>::quiet_NaN();  // where `fast` is less exact
};

extern const Definition kHardtanh, kSoftplus, kPreluGradInput, kGeluErf, kGeluTanh, kLogit;

}  // namespace openaclnn::oracle

// Logarithms of determinants, of which factors of matrices give a power of two and the rest.

#if defined(OPENACLNN_OPS_DETERMINANT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_DETERMINANT_INL_H_
#undef OPENACLNN_OPS_DETERMINANT_INL_H_
#else
#define OPENACLNN_OPS_DETERMINANT_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/log_of_sum-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// log(size 2^power), where the power is a whole number, and the size is 0, NaN or within a factor
// of sqrt(2) of 1, so that 1 is subtracted exactly.
struct LogOfScaled {
  using Compute = double;
  static constexpr int kCost = 500;

  template <class F>
  OPENACLNN_INLINE F operator()(F size, F power) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return Select(size == F(0), F(-kInfinity), LogOfReduced(power, size - F(1)));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard

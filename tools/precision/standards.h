// The published Ascend precision standards as numbers. g is the golden value, of higher precision
// than the result a; docs/precision.md has the definitions.
#pragma once

#include "acl/acl_base.h"

namespace openaclnn::precision {

struct Standards {
  aclDataType dtype;
  // mixed, the open standard: |a-g| <= atol + rtol |g| for enough elements, and no error above
  // max_error or kMixedUlps.
  double rtol, atol, max_error;
  // mere, the earlier open standard: MERE < mere and MARE < kMareFactor mere.
  double mere;
  // double, two candidates: |g| below small_value is judged by counts of |a-g| > small_error.
  double small_value, small_error;
};

inline constexpr Standards kStandards[] = {
    {.dtype = ACL_FLOAT16,
     .rtol = 0x1p-9,
     .atol = 0x1p-9,
     .max_error = 0.1,
     .mere = 0x1p-10,
     .small_value = 0x1p-11,
     .small_error = 0x1p-16},
    {.dtype = ACL_BF16,
     .rtol = 0x1p-6,
     .atol = 0x1p-6,
     .max_error = 1,
     .mere = 0x1p-7,
     .small_value = 0x1p-8,
     .small_error = 0x1p-16},
    {.dtype = ACL_FLOAT,
     .rtol = 0x1p-10,
     .atol = 0x1p-16,
     .max_error = 0.01,
     .mere = 0x1p-13,
     .small_value = 0x1p-14,
     .small_error = 0x1p-30},
};

inline constexpr double kMatchedRatio = 0.99;  // mixed: share of elements that must pass
inline constexpr double kMixedUlps = 32;       // mixed: at the element of the largest error
inline constexpr double kEpsilon = 1e-7;       // RE = |a-g| / (|g| + kEpsilon)
inline constexpr double kMareFactor = 10;
inline constexpr double kSmallRatio = 2;

// close, a limit of one's own as numpy.allclose has it: |a-g| <= absolute + relative |g|, or the
// same infinity; NaN is close to NaN only if that is wanted.
struct Tolerance {
  double relative = 1e-5, absolute = 1e-8;
  bool equal_nan = false;
};

// double: the largest ratios of the first candidate's errors to the second's.
struct Level {
  const char* name;
  double mare, mere, rmse;
};
inline constexpr Level kLevels[] = {{"L0", 10, 2, 2}, {"L1", 5, 1.5, 1.5}, {"L2", 2, 1.2, 1.2}};

// Null for dtypes that the standards do not name.
constexpr const Standards* FindStandards(aclDataType dtype) {
  for (const Standards& standards : kStandards) {
    if (standards.dtype == dtype) return &standards;
  }
  return nullptr;
}

}  // namespace openaclnn::precision

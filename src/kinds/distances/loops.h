// The dense loops of distances.
#pragma once

#include <cstdint>

#include "kinds/distances/plan.h"

namespace openaclnn {

// Terms that are summed one after the other before their sum is added to those before: so few that
// what they lose does not count.
inline constexpr int64_t kDistanceTerms = 256;

struct DistanceLoops {
  // distances[j] = the distance of `row`, of `terms` numbers, and column j of a matrix whose rows
  // are `step` numbers apart.
  void (*distances)(Distance distance, double power, const double* row, const double* matrix,
                    int64_t terms, int64_t columns, int64_t step, double* distances);
  // sums[k] += factor * slope of d = row[k] - other[k], where the distance is `size`:
  //   kSizes     the sign of d
  //   kSquares   d / size
  //   kPowers    the sign of d times (|d| / size)^power; 0 where d is 0 if zero_stays
  void (*slopes)(Distance distance, double power, bool zero_stays, const double* row,
                 const double* other, double size, double factor, int64_t count, double* sums);
  // sums[k] += sign of row[k] - other[k] times `factor` where sizes[k] is `size`.
  void (*largest)(const double* row, const double* other, const double* sizes, double size,
                  double factor, int64_t count, double* sums);
};

const DistanceLoops& GetDistanceLoops();

}  // namespace openaclnn

// Random elements of test inputs. Each depends on the seed, the array's name and its index alone,
// so that any part can be made anywhere, at any time, with the same bits: only exact operations and
// single IEEE roundings are used, no library's distributions and no logarithms.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "acl/acl_base.h"

namespace openaclnn::gen {

struct Interval {
  double low = -5, high = 5;
};
struct Normal {
  double mean = 0, deviation = 1;
};

// The share of special values; of the others one half is uniform, the other normal.
struct Distribution {
  Interval uniform;
  Normal normal;
  double special_share = 0x1p-6;
};

// 0 and -0, the subnormal numbers next to 0 and to the normal ones, the smallest normal ones, the
// largest, infinities and NaN; of integers 0, the smallest and the largest. Further each of `kinks`
// with its two neighbours.
std::vector<double> SpecialValues(aclDataType dtype, const std::vector<double>& kinks);

class Values {
 public:
  // All of `specials` are as likely.
  Values(aclDataType dtype, const Distribution& distribution, std::vector<double> specials,
         uint64_t seed, std::string_view name);

  aclDataType dtype() const { return dtype_; }
  uint64_t Bits(int64_t index) const;  // of the element, rounded to the dtype
  double Value(int64_t index) const;

 private:
  aclDataType dtype_;
  Distribution distribution_;
  std::vector<double> specials_;
  uint64_t key_;
};

}  // namespace openaclnn::gen

// Whether a number can be written as x1 * step1 + x2 * step2 + ... with each x in its own range:
// the question that every overlap of strided views comes down to.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>

namespace openaclnn {

__extension__ using Int128 = __int128;

// All sums of x * step with 0 <= x <= bound, over the terms added.
class BoundedSums {
 public:
  // step >= 0, bound >= 0; step < 2^65 and the largest sum of all terms < 2^100.
  void Add(Int128 step, Int128 bound);

  Int128 largest() const { return largest_; }

  // Whether `target` is one of the sums, exactly; nothing once `steps` steps, which are counted
  // down, were not enough to tell. The work is exponential in the number of terms at worst.
  // Terms whose steps divide each other, or dwarf the sum of the smaller ones, cost next to
  // nothing.
  std::optional<bool> Contains(Int128 target, int& steps) const;

 private:
  struct Term {
    Int128 step;
    Int128 bound;
  };
  using Terms = boost::container::small_vector<Term, 20>;
  class Search;

  static void Merge(Terms& terms);

  Terms terms_;
  Int128 largest_ = 0;
};

}  // namespace openaclnn

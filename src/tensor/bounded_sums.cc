#include "tensor/bounded_sums.h"

#include <algorithm>
#include <unordered_set>

namespace openaclnn {
namespace {

Int128 Gcd(Int128 a, Int128 b) {
  while (b != 0) {
    const Int128 rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// y with a * y = 1 modulo m, 0 <= y < m; a and m have no common divisor.
Int128 Inverse(Int128 a, Int128 m) {
  Int128 r0 = m, r1 = a % m, y0 = 0, y1 = 1;
  while (r1 != 0) {
    const Int128 quotient = r0 / r1;
    const Int128 r2 = r0 - quotient * r1, y2 = y0 - quotient * y1;
    r0 = r1, r1 = r2;
    y0 = y1, y1 = y2;
  }
  return ((y0 % m) + m) % m;
}

// a * b modulo m, for factors below m < 2^65.
Int128 MultiplyModulo(Int128 a, Int128 b, Int128 m) {
  constexpr int kHalf = 32;
  Int128 result = (b >> kHalf) * a % m;
  result = (result << kHalf) % m;
  return (result + (b & ((Int128{1} << kHalf) - 1)) * a) % m;
}

// The distances between bytes of two items of up to 16 bytes each have fewer values than this.
constexpr int kFewValues = 64;

// A level of a search and what it was to contribute.
struct Goal {
  size_t level;
  Int128 target;
  bool operator==(const Goal&) const = default;
};
struct HashGoal {
  size_t operator()(const Goal& goal) const {
    const uint64_t mixed = (static_cast<uint64_t>(goal.target) + goal.level) * 0x9e3779b97f4a7c15u;
    return static_cast<size_t>(mixed ^ mixed >> 32);
  }
};

}  // namespace

// Chooses x for one term after the other. What the terms after it can contribute, an interval and a
// common divisor, leaves few x to try: those of one residue class in a range.
class BoundedSums::Search {
 public:
  Search(const Terms& terms, int& steps) : steps_(steps) {
    levels_.resize(terms.size());
    Int128 sum = 0, divisor = 0;
    for (size_t i = terms.size(); i-- > 0;) {
      Level& level = levels_[i];
      level.step = terms[i].step;
      level.bound = terms[i].bound;
      level.rest = sum;
      level.divisor = divisor;
      if (divisor != 0) {
        level.common = Gcd(level.step, divisor);
        level.modulus = divisor / level.common;
        level.inverse = Inverse(level.step / level.common, level.modulus);
      }
      sum += level.step * level.bound;
      divisor = Gcd(level.step, divisor);
    }
    sum_ = sum;
    divisor_ = divisor;
  }

  std::optional<bool> Run(Int128 target) {
    if (target < 0 || target > sum_) return false;
    if (target == 0) return true;
    if (target % divisor_ != 0) return false;
    return From(0, target);
  }

 private:
  struct Level {
    Int128 step, bound;
    Int128 rest;     // the largest sum of the levels after this one
    Int128 divisor;  // of all sums of the levels after this one; 0 if there are none
    Int128 common;   // divisor of `divisor` and `step`
    Int128 modulus;  // x is determined modulo this
    Int128 inverse;  // of step / common
  };

  // `target` is between 0 and the largest sum of this level and those after it, and a multiple of
  // their common divisor.
  std::optional<bool> From(size_t i, Int128 target) {
    const Level& level = levels_[i];
    if (level.divisor == 0) return true;  // the last level: its bound and divisor hold already
    if (--steps_ < 0) return std::nullopt;
    if (failed_.count({i, target}) > 0) return false;
    const Int128 low =
        target > level.rest ? (target - level.rest + level.step - 1) / level.step : Int128{0};
    const Int128 high = std::min(level.bound, target / level.step);
    const Int128 residue =
        MultiplyModulo(target / level.common % level.modulus, level.inverse, level.modulus);
    const Int128 past = (low - residue) % level.modulus;
    const Int128 first = past == 0 ? low : past > 0 ? low + level.modulus - past : low - past;
    if (i + 2 == levels_.size()) return first <= high;
    for (Int128 x = first; x <= high; x += level.modulus) {
      const std::optional<bool> found = From(i + 1, target - x * level.step);
      if (found != false) return found;
    }
    failed_.insert({i, target});
    return false;
  }

  boost::container::small_vector<Level, 20> levels_;
  Int128 sum_ = 0, divisor_ = 0;
  // Different choices lead to the same goals again and again.
  std::unordered_set<Goal, HashGoal> failed_;
  int& steps_;
};

void BoundedSums::Add(Int128 step, Int128 bound) {
  if (step == 0 || bound == 0) return;
  terms_.push_back({step, bound});
  largest_ += step * bound;
}

// Joins terms whose sums are together the multiples of one step without gaps. Sorts by step.
void BoundedSums::Merge(Terms& terms) {
  std::sort(terms.begin(), terms.end(),
            [](const Term& a, const Term& b) { return a.step < b.step; });
  size_t kept = 0;
  for (const Term& term : terms) {
    if (kept > 0) {
      Term& last = terms[kept - 1];
      const Int128 quotient = term.step / last.step;
      if (quotient * last.step == term.step && quotient <= last.bound + 1) {
        last.bound += quotient * term.bound;
        continue;
      }
    }
    terms[kept++] = term;
  }
  terms.resize(kept);
}

std::optional<bool> BoundedSums::Contains(Int128 target, int& steps) const {
  if (target < 0 || target > largest_) return false;
  if (target == 0) return true;
  Terms terms = terms_;
  Merge(terms);
  // Large steps first: what remains for the others is then in a narrow range. But the few values of
  // a term of single bytes are tried before all: it would hide the common divisor of the others.
  std::reverse(terms.begin(), terms.end());
  if (terms.back().step == 1 && terms.back().bound < kFewValues) {
    std::rotate(terms.begin(), terms.end() - 1, terms.end());
  }
  return Search(terms, steps).Run(target);
}

}  // namespace openaclnn

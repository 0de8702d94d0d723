#include "kinds/reduction/run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "cpu/tile_io.h"
#include "kinds/reduction/term_loops.h"
#include "kinds/reduction/walk.h"

namespace openaclnn {
namespace {

// A way of kinds/reduction/walk.h.
template <class T>
class Sums {
 public:
  using Term = T;
  using Part = SumOf<T>;
  static constexpr int64_t kSlack = kSlackOfSums;

  explicit Sums(const ReductionRun& run)
      : run_(run), loops_(GetTermLoops(run.way).Of<T>()), store_(*run.store, {run.sums}, false) {}

  Part None() const { return loops_.none; }
  void Rows(const T* terms, int64_t rows, int64_t count, Part* parts) const {
    loops_.rows(terms, rows, count, run_.power, parts);
  }
  void Columns(const T* terms, int64_t rows, int64_t pitch, int64_t width, int64_t /*row*/,
               Part* parts) const {
    loops_.columns(terms, rows, pitch, width, run_.power, parts);
  }
  static Part At(Part part, int64_t /*first*/) { return part; }
  void Join(Part* left, const Part* right, int64_t width) const { loops_.join(right, width, left); }
  // Quotients of averages, in their dtype, and roots of norms.
  void Store(int64_t first, const Part* parts, int64_t count) const {
    if constexpr (std::is_same_v<Part, double>) {
      if (run_.way == TermWay::kPowers) return StoreRoots(first, parts, count);
    }
    StoreResults(store_, first, count, [&](int64_t i) { return Result(parts[i]); });
  }

 private:
  Part Result(Part sum) const {
    if constexpr (std::is_same_v<Part, double>) {
      if (run_.way == TermWay::kSquares) return std::sqrt(sum);
    }
    if (!run_.averages) return sum;
    return sum / static_cast<Part>(run_.shape.Terms());
  }

  void StoreRoots(int64_t first, const double* parts, int64_t count) const {
    std::array<double, kReductionTile> roots;
    for (int64_t done = 0; done < count; done += kReductionTile) {
      const int64_t here = std::min(kReductionTile, count - done);
      std::copy_n(parts + done, here, roots.data());
      TakeRoots(run_.power, roots.data(), here);
      StoreResults(store_, first + done, here, [&roots](int64_t i) { return roots[size_t(i)]; });
    }
  }

  const ReductionRun& run_;
  const TermLoops<T> loops_;
  const TileIo<Part> store_;
};

// The sum of nothing is 0, and so is its norm, the product 1, the average of no floats NaN.
template <class S>
void StoreEmpty(const ReductionRun& run) {
  S value = run.way == TermWay::kProduct ? 1 : 0;
  if constexpr (std::is_same_v<S, double>) {
    if (run.averages) value = std::numeric_limits<double>::quiet_NaN();
  }
  const TileIo<S> store(*run.store, {run.sums}, false);
  StoreResults(store, 0, run.store->elements, [value](int64_t) { return value; });
}

template <class T>
void RunIn(const ReductionRun& run) {
  if (run.store->elements == 0) return;
  if (run.plan->elements == 0) return StoreEmpty<SumOf<T>>(run);
  const Sums<T> sums(run);
  ReductionWalk(sums, {run.plan, run.elements, run.shape, run.partials}).Run();
}

}  // namespace

void RunReduction(const ReductionRun& run, LoopType loop) {
  ForLoopType<float, double, Bfloat16Bits, Float16Bits, int64_t>(loop,
                                                                 [&]<class T>() { RunIn<T>(run); });
}

}  // namespace openaclnn

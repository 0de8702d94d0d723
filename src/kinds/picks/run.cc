#include "kinds/picks/run.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/sum_tree.h"
#include "cpu/term_order.h"
#include "cpu/threads.h"

namespace openaclnn {
namespace {

constexpr size_t kClasses = 0, kRows = 1;
constexpr int64_t kChunk = kTermsOfChunk, kLanes = kLanesOfChunk;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// One operand, element by element.
class Operand {
 public:
  Operand(const PicksRun& run, int operand)
      : base_(run.data[static_cast<size_t>(operand)] + run.plan->origin[operand]),
        along_classes_(run.plan->axes[kClasses].stride[operand]),
        along_rows_(run.plan->axes[kRows].stride[operand]),
        dtype_(run.plan->dtype[operand]),
        load_(LoadConversion(dtype_, LoopType::kDouble)),
        store_(StoreConversion(LoopType::kDouble, dtype_)) {}

  double At(int64_t row, int64_t index) const {
    double value;
    load_(Address(row, index), &value, 1);
    return value;
  }
  void Set(int64_t row, int64_t index, double value) const {
    store_(&value, Address(row, index), 1);
  }
  void SetRow(int64_t row, int64_t classes, double value) const {
    const int64_t item = DtypeBytes(dtype_);
    if (value == 0 && along_classes_ == item) {
      std::memset(Address(row, 0), 0, static_cast<size_t>(classes * item));
      return;
    }
    for (int64_t c = 0; c < classes; ++c) Set(row, c, value);
  }

 private:
  std::byte* Address(int64_t row, int64_t index) const {
    return base_ + row * along_rows_ + index * along_classes_;
  }

  std::byte* const base_;
  const int64_t along_classes_, along_rows_;
  const aclDataType dtype_;
  const ConvertLoop load_, store_;
};

class Targets {
 public:
  Targets(const PicksRun& run, int operand)
      : base_(run.data[static_cast<size_t>(operand)] + run.plan->origin[operand]),
        along_rows_(run.plan->axes[kRows].stride[operand]),
        load_(LoadConversion(run.plan->dtype[operand], LoopType::kInt64)),
        classes_(run.plan->axes[kClasses].extent),
        ignored_(run.ignored) {}

  int64_t At(int64_t row) const {
    int64_t target;
    load_(base_ + row * along_rows_, &target, 1);
    return target;
  }
  bool Ignores(int64_t target) const { return target == ignored_; }
  bool IsClass(int64_t target) const { return target >= 0 && target < classes_; }

 private:
  const std::byte* const base_;
  const int64_t along_rows_;
  const ConvertLoop load_;
  const int64_t classes_, ignored_;
};

// The sum of up to kChunk terms, as of a chunk of a row.
class LaneSum {
 public:
  void Add(int64_t i, double term) { lanes_[i % kLanes] += term; }
  double Sum() {
    for (int64_t half = kLanes / 2; half > 0; half /= 2) {
      for (int64_t i = 0; i < half; ++i) lanes_[i] += lanes_[i + half];
    }
    return lanes_[0];
  }

 private:
  double lanes_[kLanes] = {};
};

int64_t GrainOf(int64_t each) { return std::max<int64_t>(1, GrainFor(kPickCost) / each); }

}  // namespace

void RunPicks(const PicksRun& run) {
  const Operand self(run, 0), weight(run, 2), out(run, 3), total(run, 4);
  const Targets targets(run, 1);
  const int64_t rows = run.plan->axes[kRows].extent, chunks = (rows + kChunk - 1) / kChunk;
  std::vector<double> losses(static_cast<size_t>(chunks)), weights(static_cast<size_t>(chunks));
  const bool of_each = run.reduced == Reduced::kNot;
  const auto sum_chunks = [&](int64_t begin, int64_t end) {
    for (int64_t chunk = begin; chunk < end; ++chunk) {
      LaneSum loss_sum, weight_sum;
      const int64_t count = std::min(kChunk, rows - chunk * kChunk);
      for (int64_t i = 0; i < count; ++i) {
        const int64_t row = chunk * kChunk + i, target = targets.At(row);
        double factor = 0, loss = 0;
        if (!targets.Ignores(target)) {
          const bool is_class = targets.IsClass(target);
          factor = is_class ? weight.At(0, target) : kNan;
          loss = is_class ? -(factor * self.At(row, target)) : kNan;
        }
        if (of_each) {
          out.Set(row, 0, loss);
        } else {
          loss_sum.Add(i, loss);
          weight_sum.Add(i, factor);
        }
      }
      losses[static_cast<size_t>(chunk)] = loss_sum.Sum();
      weights[static_cast<size_t>(chunk)] = weight_sum.Sum();
    }
  };
  if (chunks > 0) ParallelFor(chunks, GrainOf(kChunk), sum_chunks);
  if (of_each) return total.Set(0, 0, 0);
  const double loss = chunks > 0 ? TreeSum(losses.data(), chunks) : 0;
  const double factor = chunks > 0 ? TreeSum(weights.data(), chunks) : 0;
  out.Set(0, 0, run.reduced == Reduced::kAveraged ? loss / factor : loss);
  total.Set(0, 0, factor);
}

void RunPicksBackward(const PicksRun& run) {
  const Operand grad(run, 0), weight(run, 2), total(run, 3), out(run, 4);
  const Targets targets(run, 1);
  const int64_t rows = run.plan->axes[kRows].extent, classes = run.plan->axes[kClasses].extent;
  if (rows == 0 || classes == 0) return;
  const double divisor = run.reduced == Reduced::kAveraged ? total.At(0, 0) : 1;
  ParallelFor(rows, GrainOf(classes), [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const int64_t target = targets.At(row);
      const bool is_class = targets.IsClass(target), is_ignored = targets.Ignores(target);
      out.SetRow(row, classes, is_class || is_ignored ? 0 : kNan);
      if (!is_class || is_ignored) continue;
      out.Set(row, target, -(grad.At(row, 0) * weight.At(0, target)) / divisor);
    }
  });
}

}  // namespace openaclnn

#include "kinds/product/group_sums.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ceil_div.h"
#include "cpu/threads.h"
#include "kinds/product/integers.h"
#include "kinds/product/quantised_run.h"
#include "kinds/product/view.h"

namespace openaclnn {
namespace {

// Results at most, about, whose sums wait in memory.
constexpr int64_t kResults = 1 << 18;
// What a group costs a result besides its products, in picoseconds.
constexpr int kScaleCost = 500;

constexpr size_t kK = ProductView::kK, kN = ProductView::kN, kM = ProductView::kM, kResult = 3;

class InGroups {
 public:
  explicit InGroups(const ProductRun& run)
      : run_(run),
        quantised_(*run.quantised),
        k_(run.plan->axes[kK].extent),
        n_(run.plan->axes[kN].extent),
        scales_(static_cast<size_t>(n_)),
        offsets_(static_cast<size_t>(n_)) {}

  void Run() {
    const int64_t m = run_.plan->axes[kM].extent;
    const int64_t rows = std::clamp<int64_t>(kResults / n_, 1, m);
    const auto results = static_cast<size_t>(rows * n_);
    sums_.resize(results + static_cast<size_t>(kWidestVector));  // Store reads a vector more
    of_group_.resize(results);
    for (int64_t row = 0; row < m; row += rows) AddRows(row, std::min(rows, m - row));
  }

 private:
  void AddRows(int64_t row, int64_t rows) {
    std::fill(sums_.begin(), sums_.end(), 0.0);
    const int64_t groups = CeilDiv(k_, quantised_.group);
    for (int64_t group = 0; group < groups; ++group) AddGroup(group, row, rows);
    Store(row, rows);
  }

  void AddGroup(int64_t group, int64_t row, int64_t rows) {
    const int64_t k = group * quantised_.group, depth = std::min(quantised_.group, k_ - k);
    Load(kFactorScales, group, scales_);
    Multiply(PartOf(row, rows, k, depth), of_group_);
    const bool has_offsets = quantised_.data[kFactorOffsets] != nullptr;
    if (has_offsets) {
      Load(kFactorOffsets, group, offsets_);
      Multiply(WithOne(PartOf(row, rows, k, depth), 1), of_rows_);
    }
    if (quantised_.sums.takes_eight) {
      Multiply(WithOne(PartOf(row, rows, k, depth), 0), of_columns_);
    }
    ParallelFor(rows, std::max<int64_t>(1, GrainFor(kScaleCost) / n_),
                [&](int64_t begin, int64_t end) {
                  for (int64_t r = begin; r < end; ++r) AddRow(group, row, r, has_offsets);
                });
  }

  void AddRow(int64_t group, int64_t row, int64_t r, bool has_offsets) {
    const double of_row = has_offsets ? static_cast<double>(of_rows_[static_cast<size_t>(r)]) : 0,
                 scale = RowScale(group, row + r);
    const int32_t* const integers = of_group_.data() + r * n_;
    double* const sums = sums_.data() + r * n_;
    const bool takes_eight = quantised_.sums.takes_eight;
    for (int64_t c = 0; c < n_; ++c) {
      const auto column = static_cast<size_t>(c);
      auto sum = static_cast<double>(integers[c]);
      if (takes_eight) sum = sum - static_cast<double>(of_columns_[column]);
      if (has_offsets) sum = sum - double{offsets_[column]} * of_row;
      sums[c] = sums[c] + sum * (double{scales_[column]} * scale);
    }
  }

  double RowScale(int64_t group, int64_t row) const {
    if (!quantised_.sums.has_row_scales) return 1;
    const Plan& plan = *quantised_.numbers;
    float scale;
    LoadNumbers(plan.dtype[kRowScales],
                quantised_.data[kRowScales] + row * plan.axes[kM].stride[kRowScales] +
                    group * plan.axes[kK].stride[kRowScales],
                0, 1, &scale);
    return scale;
  }

  // The numbers of all columns for a group, of which several may share one.
  void Load(QuantisedNumbers role, int64_t group, std::vector<float>& to) const {
    const Plan& plan = *quantised_.numbers;
    const int64_t shared = quantised_.sums.columns, count = CeilDiv(n_, shared);
    LoadNumbers(plan.dtype[role], quantised_.data[role] + group * plan.axes[kK].stride[role],
                plan.axes[kN].stride[role], count, to.data());
    for (int64_t c = n_ - 1; shared > 1 && c >= 0; --c) {
      to[static_cast<size_t>(c)] = to[static_cast<size_t>(c / shared)];
    }
  }

  // A product of integers, whose result is a dense matrix of INT32.
  struct Part {
    Plan plan;
    OperandData data;
    std::array<int, 2> bits;
  };

  Part PartOf(int64_t row, int64_t rows, int64_t k, int64_t depth) const {
    Part part{*run_.plan, run_.data, quantised_.bits};
    Plan& plan = part.plan;
    const auto move = [&](size_t factor, int64_t bytes) {
      constexpr int64_t kItem = sizeof(uint16_t);
      part.data[factor] += bytes / kItem * part.bits[factor] / 8;
    };
    move(0, row * plan.axes[kM].stride[0] + k * plan.axes[kK].stride[0]);
    move(1, k * plan.axes[kK].stride[1]);
    plan.axes[kM].extent = rows;
    plan.axes[kK].extent = depth;
    return part;
  }

  // With one integer in the place of a factor: 8 in that of the first one, else 1.
  static Part WithOne(Part part, size_t factor) {
    static std::array<std::byte, 2> ones = {std::byte{8}, std::byte{1}};
    part.data[factor] = &ones[factor];
    part.bits[factor] = 8;
    for (Axis& axis : part.plan.axes) axis.stride[factor] = 0;
    part.plan.axes[factor == 0 ? kM : kN].extent = 1;
    return part;
  }

  static void Multiply(Part part, std::vector<int32_t>& to) {
    Plan& plan = part.plan;
    const int64_t m = plan.axes[kM].extent, n = plan.axes[kN].extent;
    to.resize(std::max(to.size(), static_cast<size_t>(m * n)));
    constexpr int64_t kItem = sizeof(int32_t);
    plan.axes[kK].stride[kResult] = 0;
    plan.axes[kN].stride[kResult] = kItem;
    plan.axes[kM].stride[kResult] = n * kItem;
    plan.dtype[kResult] = ACL_INT32;
    part.data[kResult] = reinterpret_cast<std::byte*>(to.data());
    Plan numbers = plan;  // of which there are none
    const QuantisedRun quantised{.numbers = &numbers,
                                 .data = {},
                                 .bits = part.bits,
                                 .group = std::max<int64_t>(1, plan.axes[kK].extent)};
    RunProduct({.plan = &plan, .data = part.data, .quantised = &quantised});
  }

  // Stores the sums as those of a product without these scales.
  void Store(int64_t row, int64_t rows) const {
    QuantisedRun quantised = quantised_;
    quantised.sums = {};
    quantised.data[kFactorScales] = quantised.data[kFactorOffsets] = nullptr;
    if (quantised_.sums.has_row_scales) quantised.data[kRowScales] = nullptr;
    ProductRun run = run_;
    run.quantised = &quantised;
    const ProductView view(run);
    ParallelFor(rows, std::max<int64_t>(1, GrainFor(kScaleCost) / n_),
                [&](int64_t begin, int64_t end) {
                  for (int64_t c = 0; c < n_; c += kMostColumns) {
                    view.Store(0, row + begin, end - begin, c, std::min(kMostColumns, n_ - c), n_,
                               sums_.data() + begin * n_ + c);
                  }
                });
  }

  const ProductRun& run_;
  const QuantisedRun& quantised_;
  const int64_t k_, n_;
  std::vector<float> scales_, offsets_;
  std::vector<double> sums_;
  std::vector<int32_t> of_group_, of_rows_, of_columns_;
};

}  // namespace

void MultiplyInGroups(const ProductRun& run) { InGroups(run).Run(); }

}  // namespace openaclnn

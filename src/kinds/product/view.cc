#include "kinds/product/view.h"

#include <algorithm>
#include <cstring>

#include "base/dtype.h"
#include "cpu/convert.h"
#include "kinds/product/integer_unit.h"
#include "kinds/product/quantised_run.h"

namespace openaclnn {
namespace {

// Stores dense items `stride` bytes apart.
void StoreApart(const std::byte* items, int64_t item, int64_t count, std::byte* to,
                int64_t stride) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * stride, items + i * item, static_cast<size_t>(item));
  }
}

}  // namespace

ProductView::ProductView(const ProductRun& run)
    : loops(GetProductLoops()),
      order(OrderOf(run.plan->dtype[0], run.plan->dtype[1])),
      k(run.plan->axes[kK].extent),
      n(run.plan->axes[kN].extent),
      m(run.plan->axes[kM].extent),
      run_(run),
      plan_(*run.plan),
      result_(plan_.num_operands - 1) {
  int64_t& count = run.sums_batches ? summed : batches;
  for (size_t axis = kBatches; axis < plan_.axes.size(); ++axis) count *= plan_.axes[axis].extent;
  if (run.quantised != nullptr) FindIntegers();
}

int64_t ProductView::OffsetOf(const Plan& plan, int operand, int64_t batch) {
  int64_t offset = plan.origin[operand];
  for (size_t axis = kBatches; axis < plan.axes.size(); ++axis) {
    const Axis& along = plan.axes[axis];
    offset += batch % along.extent * along.stride[operand];
    batch /= along.extent;
  }
  return offset;
}

std::byte* ProductView::Batch(int operand, int64_t batch) const {
  return run_.data[static_cast<size_t>(operand)] + OffsetOf(plan_, operand, batch);
}

void ProductView::FindIntegers() {
  const QuantisedRun& quantised = *run_.quantised;
  for (int64_t batch = 0; batch < batches; ++batch) {
    for (const int operand : {0, 1}) {
      const auto factor = static_cast<size_t>(operand),
                 axis = factor == 0 ? size_t{kM} : size_t{kN};
      Integers& integers = integers_.emplace_back();
      integers.bits = quantised.bits[factor];
      if (integers.bits == 0) continue;
      // Strides are those of numbers of 16 bits.
      constexpr int64_t kItem = sizeof(uint16_t);
      integers.data =
          run_.data[factor] + OffsetOf(plan_, operand, batch) / kItem * integers.bits / 8;
      integers.along_k = plan_.axes[kK].stride[factor] / kItem;
      integers.across = plan_.axes[axis].stride[factor] / kItem;
      integers.group = quantised.group;
      if (factor != quantised.scaled) continue;
      const auto find = [&](QuantisedNumbers role, GroupedNumbers& numbers) {
        if (quantised.data[role] == nullptr) return;
        const Plan& plan = *quantised.numbers;
        numbers = {quantised.data[role] + OffsetOf(plan, static_cast<int>(role), batch),
                   plan.dtype[role], plan.axes[kK].stride[role], plan.axes[axis].stride[role]};
      };
      find(kFactorScales, integers.scale);
      find(kFactorOffsets, integers.offset);
    }
  }
}

Factor ProductView::FactorOf(int operand, int64_t batch, size_t axis) const {
  Factor factor{Batch(operand, batch),          plan_.dtype[operand],
                plan_.axes[kK].stride[operand], plan_.axes[axis].stride[operand],
                plan_.axes[kK].extent,          plan_.axes[axis].extent};
  if (!integers_.empty()) {
    const Integers& integers = integers_[static_cast<size_t>(2 * batch + operand)];
    if (integers.bits != 0) factor.integers = &integers;
  }
  if (factor.integers != nullptr) factor.data = factor.integers->data;
  return factor;
}

template <class Sum>
void ProductView::StoreScaled(int64_t batch, int64_t row, int64_t rows, int64_t column,
                              int64_t columns, int64_t pitch, const Sum* sums) const {
  const QuantisedRun& quantised = *run_.quantised;
  const Plan& plan = *quantised.numbers;
  const auto at = [&](const Plan& of, int operand, int64_t r) {
    return OffsetOf(of, operand, batch) + (row + r) * of.axes[kM].stride[operand] +
           column * of.axes[kN].stride[operand];
  };
  const aclDataType dtype = plan_.dtype[result_];
  const bool adds = Adds(), is_exact = dtype == ACL_INT32;
  const ConvertLoop store =
      StoreConversion(is_exact ? LoopType::kDouble : LoopType::kFloat, dtype, true);
  const bool has_offsets_in_scales = HasOffsetsInScales(dtype, plan, quantised.data);
  const int64_t item = DtypeBytes(dtype), stride = plan_.axes[kN].stride[result_];
  double exact[kMostColumns], added[kMostColumns];
  float values[kMostColumns], numbers[kCountNumbers][kMostColumns], offsets[kMostColumns];
  std::byte results[kMostColumns * sizeof(float)];
  // What all rows have in common is loaded for the first one.
  const auto load = [&](QuantisedNumbers role, int64_t r) {
    if (quantised.data[role] == nullptr) return;
    const int operand = static_cast<int>(role);
    if (r > 0 && plan.axes[kM].stride[operand] == 0) return;
    const std::byte* const from = quantised.data[role] + at(plan, operand, r);
    const int64_t apart = plan.axes[kN].stride[operand];
    LoadNumbers(plan.dtype[operand], from, apart, columns, numbers[role]);
    if (role == kColumnScales && has_offsets_in_scales) {
      LoadOffsetsOfWords(from, apart, columns, offsets);
    }
  };
  for (int64_t r = 0; r < rows; ++r, sums += pitch) {
    const auto use = [&](QuantisedNumbers role, auto change) {
      load(role, r);
      if (quantised.data[role] == nullptr) return;
      for (int64_t i = 0; i < columns; ++i) values[i] = change(values[i], numbers[role][i]);
    };
    if (adds) {
      LoadAdded(run_.data[2] + at(plan_, 2, r), columns, added);
      for (int64_t i = 0; i < columns; ++i) exact[i] = sums[i] + added[i];
      for (int64_t i = 0; i < columns; ++i) values[i] = static_cast<float>(exact[i]);
    } else if (is_exact) {
      std::copy_n(sums, columns, exact);
    } else {
      // Sums of -0 become +0.
      for (int64_t i = 0; i < columns; ++i) values[i] = static_cast<float>(sums[i] + Sum{0});
    }
    if (!is_exact) {
      constexpr auto kTimes = [](float value, float number) { return value * number; };
      constexpr auto kPlus = [](float value, float number) { return value + number; };
      use(kColumnScales, kTimes);
      use(kRowScales, kTimes);
      use(kColumnOffsets, kPlus);
      if (has_offsets_in_scales) {
        for (int64_t i = 0; i < columns; ++i) values[i] = values[i] + offsets[i];
      }
      use(kAddedLast, kPlus);
    }
    const void* const from = is_exact ? static_cast<const void*>(exact) : values;
    std::byte* const to_row = run_.data[static_cast<size_t>(result_)] + at(plan_, result_, r);
    if (stride == item) {
      store(from, to_row, columns);
    } else {
      store(from, results, columns);
      StoreApart(results, item, columns, to_row, stride);
    }
  }
}

bool ProductView::AreScaled() const {
  return run_.quantised != nullptr &&
         (IsScaled(run_.quantised->data) || plan_.dtype[result_] == ACL_INT32);
}

bool ProductView::StoreFloats(int64_t batch, int64_t row, int64_t rows, int64_t column,
                              int64_t columns, int64_t pitch, const float* sums) const {
  const aclDataType dtype = plan_.dtype[result_];
  const bool is_dense = plan_.axes[kN].stride[result_] == DtypeBytes(dtype);
  if (AreScaled() || Adds() || run_.alpha != 1 || !is_dense) return false;
  const RoundLoop round = RoundLoopOf(loops, dtype);
  std::byte* const target = At(result_, batch, row, column);
  for (int64_t r = 0; r < rows; ++r) {
    round(sums + r * pitch, columns, target + r * plan_.axes[kM].stride[result_]);
  }
  return true;
}

bool ProductView::StoreIntegers(int64_t batch, int64_t row, int64_t rows, int64_t column,
                                int64_t columns, int64_t pitch, const int32_t* sums) const {
  if (!AreScaled()) return false;
  const int64_t item = DtypeBytes(ACL_INT32);
  const bool are_results =
      plan_.dtype[result_] == ACL_INT32 && !Adds() && plan_.axes[kN].stride[result_] == item;
  if (!are_results) {
    StoreScaled(batch, row, rows, column, columns, pitch, sums);
    return true;
  }
  std::byte* to = At(result_, batch, row, column);
  for (int64_t r = 0; r < rows; ++r, to += plan_.axes[kM].stride[result_]) {
    const int32_t* const from = sums + r * pitch;
    if (columns == kSideOfUnit) {
      std::memcpy(to, from, kSideOfUnit * sizeof(int32_t));  // without a call
    } else {
      std::memcpy(to, from, static_cast<size_t>(columns * item));
    }
  }
  return true;
}

void ProductView::Store(int64_t batch, int64_t row, int64_t rows, int64_t column, int64_t columns,
                        int64_t pitch, const double* sums) const {
  if (AreScaled()) return StoreScaled(batch, row, rows, column, columns, pitch, sums);
  const bool adds = Adds();
  const std::byte* const added_at = adds ? At(2, batch, row, column) : nullptr;
  std::byte* const target = At(result_, batch, row, column);
  const aclDataType dtype = plan_.dtype[result_];
  const StoreLoop to = StoreLoopOf(loops, dtype);
  const int64_t item = DtypeBytes(dtype), stride = plan_.axes[kN].stride[result_];
  alignas(kWidestVector) double added[kMostColumns];
  alignas(kWidestVector) std::byte results[kMostColumns * sizeof(float)];
  for (int64_t r = 0; r < rows; ++r, sums += pitch) {
    Finish finish{run_.alpha, run_.beta, nullptr};
    if (adds) {
      LoadAdded(added_at + r * plan_.axes[kM].stride[2], columns, added);
      finish.added = added;
    }
    std::byte* const to_row = target + r * plan_.axes[kM].stride[result_];
    if (stride == item) {
      to(finish, sums, columns, to_row);
      continue;
    }
    to(finish, sums, columns, results);
    StoreApart(results, item, columns, to_row, stride);
  }
}

void ProductView::LoadAdded(const std::byte* from, int64_t count, double* added) const {
  const aclDataType dtype = plan_.dtype[2];
  const ConvertLoop convert = LoadConversion(dtype, LoopType::kDouble);
  const int64_t stride = plan_.axes[kN].stride[2];
  std::fill(added + count, added + kMostColumns, 0.0);
  if (stride == DtypeBytes(dtype)) return convert(from, added, count);
  for (int64_t i = 0; i < count; ++i) convert(from + i * stride, added + i, 1);
}

}  // namespace openaclnn

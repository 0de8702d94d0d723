// How specs say that elements are reduced over axes: summed or multiplied, and perhaps averaged,
// .work = Reduces({.axes = "dims", .sum_dtype = "dtype"}); or the largest taken and the like,
// .work = Takes(Extreme::kMax, {.axes = "dim"}).
#pragma once

#include <string_view>

#include "base/shared.h"
#include "engine/kind.h"
#include "engine/work.h"
#include "kinds/reduction/term_way.h"

namespace openaclnn {

// Sums and averages; products, norms and sums of what is no NaN, which no GPU has; extremes.
OPENACLNN_SHARED extern const Kind kReductionKind, kReductionOnCpusKind, kExtremesKind;

struct ReductionSpec {
  std::string_view axes = {};       // the argument that names them, or one axis; none: all are
  std::string_view sum_dtype = {};  // that of the dtype of the sums; none: that of the result
  bool averages = false;            // whether these are divided by how many elements they have
  TermWay way = TermWay::kSum;
  std::string_view order = {};  // of a norm: the scalar that says which
};

// kAny and kAll: whether any element, or all, are not 0.
enum class Extreme : int64_t { kMax, kMin, kAny, kAll };

struct ExtremeSpec {
  std::string_view axes = {};  // the argument that names them, or one axis; none: all are
  bool indices = false;  // whether the last result has them, of the first ones; along one axis
};

enum ReductionRole : size_t { kReducedAxes, kSumDtype, kNormOrder };  // Work::names
enum ReductionOption : size_t { kAverages, kTermWay };                // Work::options
enum ExtremeOption : size_t { kExtreme, kIndices };

constexpr Work Reduces(const ReductionSpec& spec) {
  const bool is_sum = spec.way == TermWay::kSum && spec.order.empty();
  return {.kind = is_sum ? &kReductionKind : &kReductionOnCpusKind,
          .names = {spec.axes, spec.sum_dtype, spec.order},
          .options = {spec.averages, static_cast<int64_t>(spec.way)}};
}

constexpr Work Takes(Extreme extreme, const ExtremeSpec& spec) {
  return {.kind = &kExtremesKind,
          .names = {spec.axes},
          .options = {static_cast<int64_t>(extreme), spec.indices}};
}

}  // namespace openaclnn

// How specs say that a formula is applied to elements: .work = Elementwise({.kernels = ...}), or to
// all pairs of elements of two vectors: .work = OuterProduct("vec1", {.kernels = ...}).
#pragma once

#include <array>
#include <string_view>

#include "base/shared.h"
#include "engine/kind.h"
#include "engine/work.h"
#include "kinds/formula_spec.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kElementwiseKind, kOuterKind;

struct ElementwiseSpec {
  Kernels kernels;
  SetMoreParams set_more_params = nullptr;
  // Tensors that are split along OpSpec::axis. Each is two operands, or two results: its first half
  // and then its second. Where the bool `swaps_parts` is true the second one comes first.
  std::array<std::string_view, 2> split = {};
  std::string_view swaps_parts = {};
  bool wide_mixtures = false;  // see FormulaOption
  bool wide_integers = false;
  bool integer_quotients = false;
  Comparison comparison = Comparison::kNone;
  IntegerResults integer_results = IntegerResults::kTruncated;
  bool truths_in_bytes = false;
};

enum ElementwiseRole : size_t { kFirstSplit, kSecondSplit, kSwapsParts, kColumn };  // Work::names

constexpr Work Elementwise(const ElementwiseSpec& spec) {
  return {.kind = &kElementwiseKind,
          .names = {spec.split[0], spec.split[1], spec.swaps_parts},
          .options = {spec.wide_mixtures, spec.wide_integers, spec.integer_quotients,
                      static_cast<int64_t>(spec.comparison),
                      static_cast<int64_t>(spec.integer_results), spec.truths_in_bytes},
          .kernels = spec.kernels,
          .set_more_params = spec.set_more_params};
}

// The same under a matrix: `column`, a vector, has an element for each row, and the other operands
// broadcast.
constexpr Work OuterProduct(std::string_view column, const ElementwiseSpec& spec) {
  Work work = Elementwise(spec);
  work.kind = &kOuterKind;
  work.names[kColumn] = column;
  return work;
}

}  // namespace openaclnn

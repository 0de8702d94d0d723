// How specs say that matrices are multiplied, and a third operand perhaps added: .work =
// ProductOfMatrices({.alpha = "alpha", .beta = "beta"}).
#pragma once

#include <cstddef>
#include <string_view>

#include "base/shared.h"
#include "engine/kind.h"
#include "engine/work.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kProductKind;

struct ProductSpec {
  std::string_view alpha = {};  // the scalar that the product is multiplied by, if there is one
  std::string_view beta = {};   // that of the third operand
  bool sums_batches = false;    // the products of all batches are added
  bool ends_at_zero = false;    // where alpha is 0, the factors do not count
};

enum ProductRole : size_t { kProductAlpha, kProductBeta };  // Work::names
enum ProductOption : size_t { kSumsBatches, kEndsAtZero };  // Work::options

constexpr Work ProductOfMatrices(const ProductSpec& spec = {}) {
  return {.kind = &kProductKind,
          .names = {spec.alpha, spec.beta},
          .options = {spec.sums_batches, spec.ends_at_zero}};
}

// Quantised products (quantised.cc): the operands are two factors, of which one or both have
// integers, and a third operand, optional, that broadcasts to the result.
//
//   sum    = the product of the factors, of which the second one is (integer + offset) * scale
//   result = (sum + third) * scale_of_columns * scale_of_rows + offset_of_columns, or
//            sum * scale_of_columns * scale_of_rows + offset_of_columns + third
//
// Results of INT32 are sum + third. Those that a spec or a call does not have are left out.
OPENACLNN_SHARED extern const Kind kQuantisedProductKind;

struct QuantisedProductSpec {
  std::string_view scale = {}, offset = {};  // [groups of k, n], [n] or one element
  std::string_view group = {};               // the integer that says how many k a group has; 0: all
  std::string_view scale_of_columns = {}, scale_of_rows = {}, offset_of_columns = {};
  std::string_view turns_first = {}, turns_second = {};  // bools: the last two axes change places
  bool adds_floats_first = false;  // not INT32 alone is added before the scales
};

enum QuantisedProductRole : size_t {  // Work::names
  kScaleOfFactor,
  kOffsetOfFactor,
  kGroupOfK,
  kScaleOfColumns,
  kScaleOfRows,
  kOffsetOfColumns,
  kTurnsFirst,
  kTurnsSecond
};
enum QuantisedProductOption : size_t { kAddsFloatsFirst };  // Work::options

constexpr Work QuantisedProduct(const QuantisedProductSpec& spec) {
  return {.kind = &kQuantisedProductKind,
          .names = {spec.scale, spec.offset, spec.group, spec.scale_of_columns, spec.scale_of_rows,
                    spec.offset_of_columns, spec.turns_first, spec.turns_second},
          .options = {spec.adds_floats_first}};
}

}  // namespace openaclnn

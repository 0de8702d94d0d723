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

}  // namespace openaclnn

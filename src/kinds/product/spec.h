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
};

enum ProductRole : size_t { kProductAlpha, kProductBeta };  // Work::names

constexpr Work ProductOfMatrices(const ProductSpec& spec = {}) {
  return {.kind = &kProductKind, .names = {spec.alpha, spec.beta}};
}

}  // namespace openaclnn

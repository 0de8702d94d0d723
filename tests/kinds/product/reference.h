// Products of matrices in the order that docs/numerics.md describes, by fused multiply-adds of one
// number after the other.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

#include "cpu/product_order.h"
#include "tests/ops/harness/array.h"

namespace openaclnn::test {

inline Array Normal(aclDataType dtype, Shape shape, unsigned seed, double scale = 1) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal(0, scale);
  return {dtype, std::move(shape), [&](int64_t) { return BitsOf(dtype, normal(engine)); }};
}

// The order as docs/numerics.md has it: the sum over k of a(k) * b(k).
template <class A, class B>
double SumInOrder(ProductOrder order, int64_t count, const A& a, const B& b) {
  double sum = 0;
  if (order == ProductOrder::kFloat) {
    for (int64_t first = 0; first < count; first += 64) {
      float in_float = 0;
      for (int64_t k = first; k < std::min(first + 64, count); ++k) {
        in_float = std::fma(a(k), b(k), in_float);
      }
      sum += double{in_float};
    }
    return sum;
  }
  for (int64_t run = 0; run < count; run += 1024) {
    float c = 0;
    for (int64_t block = run; block < std::min(run + 1024, count); block += 32) {
      float chain[2] = {0, 0};
      for (int64_t k = block; k < std::min(block + 32, count); ++k) {
        chain[k % 2] = std::fma(a(k), b(k), chain[k % 2]);
      }
      c = c + (chain[0] + chain[1]);
    }
    sum += double{c};
  }
  return sum;
}

inline Array Reference(const Array& a, const Array& b) {
  const int64_t m = a.shape[0], count = a.shape[1], n = b.shape[1];
  const bool halves = a.dtype != ACL_FLOAT && b.dtype != ACL_FLOAT;
  const ProductOrder order = halves ? ProductOrder::kHalves : ProductOrder::kFloat;
  return {ACL_FLOAT, {m, n}, [&](int64_t i) {
            const auto of_a = [&](int64_t k) {
              return static_cast<float>(a.Value(i / n * count + k));
            };
            const auto of_b = [&](int64_t k) { return static_cast<float>(b.Value(k * n + i % n)); };
            return BitsOf(ACL_FLOAT, SumInOrder(order, count, of_a, of_b));
          }};
}

}  // namespace openaclnn::test

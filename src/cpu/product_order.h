// How the terms of products are cut, on every device (docs/numerics.md, "Products of matrices").
// Compilers of device code read this, too.
#pragma once

#include <cstdint>

#include "acl/acl_base.h"
#include "cpu/term_order.h"

namespace openaclnn {

// kFloat: kTermsInFloat products in one chain, whose sums are added in double. kHalves: blocks of
// kTermsOfBlock products, those of even k in one chain and those of odd k in another; the blocks of
// a run are added in float, and runs in double.
enum class ProductOrder : uint8_t { kFloat, kHalves };

inline constexpr int64_t kTermsOfBlock = 32;
inline constexpr int64_t kTermsOfChain = kTermsOfBlock / 2;
inline constexpr int64_t kTermsOfRun = 1024;

// That of factors of two dtypes, each FLOAT, FLOAT16 or BFLOAT16.
constexpr ProductOrder OrderOf(int first, int second) {
  return first == ACL_FLOAT || second == ACL_FLOAT ? ProductOrder::kFloat : ProductOrder::kHalves;
}
// Terms that come to one double.
constexpr int64_t TermsOf(ProductOrder order) {
  return order == ProductOrder::kFloat ? kTermsInFloat : kTermsOfRun;
}

// Where packed factors have index k, so that loops read them in order: the even ones of a block
// before the odd ones.
constexpr int64_t PlaceOf(ProductOrder order, int64_t k) {
  if (order == ProductOrder::kFloat) return k;
  const int64_t in_block = k % kTermsOfBlock;
  return k - in_block + in_block % 2 * kTermsOfChain + in_block / 2;
}
// Places of a chain, and the chains of so many indices k: in the order kHalves two for each block.
constexpr int64_t TermsOfChain(ProductOrder order) {
  return order == ProductOrder::kFloat ? kTermsInFloat : kTermsOfChain;
}
constexpr int64_t ChainsOf(ProductOrder order, int64_t k) {
  return order == ProductOrder::kFloat ? (k + kTermsInFloat - 1) / kTermsInFloat
                                       : (k + kTermsOfBlock - 1) / kTermsOfBlock * 2;
}
// Places of so many indices k: whole blocks.
constexpr int64_t PlacesOf(ProductOrder order, int64_t k) {
  const int64_t unit = order == ProductOrder::kFloat ? 1 : kTermsOfBlock;
  return (k + unit - 1) / unit * unit;
}

}  // namespace openaclnn

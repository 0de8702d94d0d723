// Parts of factors, packed for loops.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"
#include "base/half.h"
#include "cpu/product_order.h"
#include "kinds/product/integer_unit.h"
#include "kinds/product/integers.h"
#include "kinds/product/loops.h"

namespace openaclnn {

// A factor of one batch: its rows, or its columns if it is the second one. One of integers has the
// dtype of the numbers that these become, and strides as if those lay like the integers; its data
// is that of `integers`.
struct Factor {
  const std::byte* data;
  aclDataType dtype;
  int64_t along_k, across;  // bytes
  int64_t k, extent;
  const Integers* integers = nullptr;
};

// Calls `use` with the factor's elements.
template <class Use>
void WithTypeOf(const Factor& factor, const Use& use) {
  switch (factor.dtype) {
    case ACL_FLOAT:
      return use(reinterpret_cast<const float*>(factor.data));
    case ACL_BF16:
      return use(reinterpret_cast<const Bfloat16Bits*>(factor.data));
    default:
      return use(reinterpret_cast<const Float16Bits*>(factor.data));
  }
}

// Dense elements as floats; of none, the addresses may be null.
void LoadFloats(const Factor& factor, const std::byte* from, int64_t count, float* to);

// Packs up to `step` rows from `row` on, of the indices k from `first` on, as PackLoop says.
void Pack(const ProductLoops& loops, ProductOrder order, const Factor& whole, int64_t row,
          int64_t first, int64_t depth, int64_t step, float* to);

// Packs a square's rows or columns from `row` on, of `depth` indices k from `first` on; what tells
// whether the unit is exact follows them.
void PackForUnit(const Factor& factor, bool is_second, int64_t row, int64_t first, int64_t depth,
                 Bfloat16Bits* to);

// The same of integers for a unit of these: the squares of `rows` rows or columns, `step` bytes
// apart. Memory is read along k, or along rows that lie side by side.
void PackIntegers(const IntegerUnit& unit, const Factor& whole, bool is_second, int64_t row,
                  int64_t rows, int64_t first, int64_t depth, int64_t step, std::byte* to);

}  // namespace openaclnn

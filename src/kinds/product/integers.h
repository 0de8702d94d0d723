// Factors of integers, whose elements become numbers of 16 bits as they are packed: quantised
// weights and activations. docs/numerics.md, "Quantised products".
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"
#include "kinds/product/quantised_numbers.h"

namespace openaclnn {

struct Factor;

// Numbers of a factor: one for each group of indices k and each row, with strides of 0 where
// several share it. Without data there are none.
struct GroupedNumbers {
  const std::byte* data = nullptr;
  aclDataType dtype = ACL_FLOAT;         // which may be words
  int64_t along_groups = 0, across = 0;  // bytes
};

// The integers of a factor. They stand for (integer + offset) * scale, computed in float and
// rounded to the factor's dtype, and without numbers for themselves.
struct Integers {
  const std::byte* data = nullptr;
  int bits = 8;                     // or 4: two to a byte, the low half first
  int64_t along_k = 0, across = 0;  // elements
  int64_t group = 1;                // indices k with one scale and offset
  GroupedNumbers scale = {}, offset = {};

  bool StandForThemselves() const { return scale.data == nullptr && offset.data == nullptr; }
};

// The integers of words of scales, `stride` bytes apart.
void LoadOffsetsOfWords(const std::byte* from, int64_t stride, int64_t count, float* to);

// Numbers of a dtype, `stride` bytes apart, as floats.
void LoadNumbers(aclDataType dtype, const std::byte* from, int64_t stride, int64_t count,
                 float* to);

// `rows` rows of a factor of integers from `row` on, of `depth` indices k from `first` on, as
// dense numbers in the memory of this thread. They stay until the thread's next call.
Factor NumbersOf(const Factor& whole, int64_t row, int64_t rows, int64_t first, int64_t depth);

// The same part as integers of `item` bytes, 1 or 2; bytes stay where they lie if they can. One of
// the strides is `item`.
Factor IntegersOf(const Factor& whole, int64_t row, int64_t rows, int64_t first, int64_t depth,
                  int64_t item);

// Adds to sums[r * sums_pitch + c] the products of rows of a, of floats `whole.k` apart, with the
// columns of the second factor from `first` on, whose integers lie side by side. For as many of
// `width` columns as it gives: none where there are no loops for such integers.
int64_t MultiplyIntegers(const float* a, int64_t rows, const Factor& whole, int64_t first,
                         int64_t width, double* sums, int64_t sums_pitch);

}  // namespace openaclnn

// Dense conversion between the dtypes of tensors and those of loops, float, double or integers:
// exact where the format allows and rounded once, to nearest even, where it does not. NaNs keep
// their sign and payload as far as the format has room, signaling ones too.
#pragma once

#include <cstdint>

#include "acl/acl_base.h"
#include "cpu/loop_type.h"

namespace openaclnn {

// `count` elements from `source` to `target`, which do not overlap; neither needs to be aligned.
using ConvertLoop = void (*)(const void* source, void* target, int64_t count);

// From FLOAT16, BFLOAT16, FLOAT, DOUBLE, BOOL (any non-zero byte is 1) and the 8 to 64 bit
// integers, to integers from these alone, of which int32_t gets the low bits; null for others.
ConvertLoop LoadConversion(aclDataType dtype, LoopType loop);
// To FLOAT16, BFLOAT16, FLOAT, DOUBLE, the integers of LoadConversion, BOOL, and to COMPLEX64 and
// COMPLEX128 with 0 as imaginary part; null for others. Floats become integers toward zero, or with
// `nearest` by rounding to nearest even, and saturate, NaN being 0; integers keep their low bits.
ConvertLoop StoreConversion(LoopType loop, aclDataType dtype, bool nearest = false);
// From INT64 to double, rounded to odd.
ConvertLoop LoadToOddDoubles();
// From doubles to DOUBLE, rounded to float on the way.
ConvertLoop StoreFloatsAsDoubles();

// From integers of a loop to the same, the number that an element of a dtype of integers has with
// the same low bits; of BOOL whether it is not 0. Null for the loop's own dtype, and others.
ConvertLoop WrapIntegers(LoopType loop, aclDataType dtype);

}  // namespace openaclnn

// Dense conversion between the dtypes of tensors and those of loops, float or double: exact where
// the format allows and rounded once, to nearest even, where it does not. NaNs keep their sign and
// payload as far as the format has room, signaling ones too.
#pragma once

#include <cstdint>

#include "acl/acl_base.h"
#include "cpu/kernel.h"

namespace openaclnn {

// `count` elements from `source` to `target`, which do not overlap; neither needs to be aligned.
using ConvertLoop = void (*)(const void* source, void* target, int64_t count);

// From FLOAT16, BFLOAT16, FLOAT, DOUBLE, BOOL (any non-zero byte is 1) and the 8 to 64 bit
// integers; null for others.
ConvertLoop LoadConversion(aclDataType dtype, LoopType loop);
// To FLOAT16, BFLOAT16, FLOAT and DOUBLE; null for others.
ConvertLoop StoreConversion(LoopType loop, aclDataType dtype);

// The conversions that have instructions of their own on each SIMD target.
struct HalfConversions {
  ConvertLoop float16_to_float;
  ConvertLoop float_to_float16;
  ConvertLoop bfloat16_to_float;
  ConvertLoop float_to_bfloat16;
};

}  // namespace openaclnn

// The SIMD loops that make numbers of integers, for each target.
#pragma once

#include <cstdint>

namespace openaclnn {

// To elements of one type. The results are (from[i] + offset) * scale.
struct NumberLoops {
  void (*alike)(const int8_t* from, int64_t count, float scale, float offset, void* to);
  void (*each)(const int8_t* from, int64_t count, const float* scales, const float* offsets,
               void* to);
};

// The loops of one instruction set.
struct IntegerLoops {
  // Elements of INT4, two to a byte, from an even one on.
  void (*unpack)(const uint8_t* from, int64_t count, int8_t* to);
  NumberLoops to_bfloat16, to_float16;
};

// The loops of the SIMD target in use.
const IntegerLoops& GetIntegerLoops();

}  // namespace openaclnn

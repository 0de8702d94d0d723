// Products of INT8 by AVX-512's dot products of four. VPDPBUSD adds four products of an unsigned
// and a signed byte to a sum. So integers of the first factor are packed with 128 added, and 128
// times the sum of each column is subtracted in the end: modulo 2^32, which is exact.
#pragma once

#include "kinds/product/integer_unit.h"

namespace openaclnn {

// Null if the compiler does not know the instruction. It may be called where HasDotQuads().
const IntegerUnit* DotQuadsUnit();

}  // namespace openaclnn

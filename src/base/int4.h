// Integers of four bits.
#pragma once

namespace openaclnn {

// The low four bits as a two's complement number. Compilers of device code read this, too.
constexpr int Int4(int bits) { return ((bits & 0xf) ^ 8) - 8; }

}  // namespace openaclnn

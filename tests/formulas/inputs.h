// Inputs to try formulas on.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace openaclnn {

// Random numbers that are the same everywhere (splitmix64).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Bits() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  // In [low, high).
  double Uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(Bits() >> 11) * 0x1p-53;
  }
  // Any pattern: every exponent alike, infinities, NaNs and subnormals among them.
  float AnyFloat() { return std::bit_cast<float>(static_cast<uint32_t>(Bits())); }
  double AnyDouble() { return std::bit_cast<double>(Bits()); }

 private:
  uint64_t state_;
};

// Every step-th of the 2^32 patterns.
inline std::vector<float> Thinned(uint32_t first, uint32_t step) {
  std::vector<float> values;
  for (uint64_t bits = first; bits < uint64_t{1} << 32; bits += step) {
    values.push_back(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  }
  return values;
}

// `center` and as many of the next floats on either side.
inline void AppendWindow(float center, int each_side, std::vector<float>* values) {
  float down = center, up = center;
  values->push_back(center);
  for (int i = 0; i < each_side; ++i) {
    values->push_back(down = std::nextafter(down, -INFINITY));
    values->push_back(up = std::nextafter(up, INFINITY));
  }
}

}  // namespace openaclnn

// The distribution of errors in ULP.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace openaclnn::precision {

// Counts errors in classes of a sixteenth of a binade, which include their upper ends. What is
// below 2^-32 or above 2^96 goes to the first or last class.
class UlpHistogram {
 public:
  void Add(double error);
  void Merge(const UlpHistogram& other);

  uint64_t zeros() const { return zeros_; }
  // Errors in (2^(exponent-1), 2^exponent], or in all classes up to there.
  uint64_t Binade(int exponent) const;
  uint64_t UpTo(int exponent) const;

  // The upper end of the class that the `share` smallest of all errors reach, so at most 1/16 more
  // than the exact percentile; 0 if there are none.
  double Percentile(double share) const;

 private:
  static constexpr int kLowest = -32;
  static constexpr int kHighest = 96;
  static constexpr size_t kParts = 16;

  static size_t ClassOf(double error);
  static double UpperEnd(size_t index);

  uint64_t zeros_ = 0;
  uint64_t count_ = 0;
  std::array<uint64_t, (kHighest - kLowest)* kParts> classes_ = {};
};

}  // namespace openaclnn::precision

// Numbers in memory that begin where the widest vectors do: those take twice as long to load and to
// store where they lie across two lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace openaclnn {

class AlignedDoubles {
 public:
  // Room for `count`, with any values; valid until the next call.
  double* Room(int64_t count) {
    if (count > count_ || memory_ == nullptr) {
      memory_ = std::make_unique_for_overwrite<double[]>(static_cast<size_t>(count + kOfLine));
      count_ = count;
    }
    const auto address = reinterpret_cast<uintptr_t>(memory_.get());
    return memory_.get() + (0 - address) % (kOfLine * sizeof(double)) / sizeof(double);
  }

 private:
  static constexpr int64_t kOfLine = 8;

  std::unique_ptr<double[]> memory_;
  int64_t count_ = 0;
};

}  // namespace openaclnn

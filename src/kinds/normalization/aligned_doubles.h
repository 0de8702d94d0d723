// Numbers in memory that begin where the widest vectors do: those take twice as long to load and to
// store where they lie across two lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace openaclnn {

class AlignedDoubles {
 public:
  // Room for `count`, with any values; valid until the next call.
  double* Room(int64_t count) {
    memory_.resize(static_cast<size_t>(count + kOfLine));
    const auto address = reinterpret_cast<uintptr_t>(memory_.data());
    return memory_.data() + (0 - address) % (kOfLine * sizeof(double)) / sizeof(double);
  }

 private:
  static constexpr int64_t kOfLine = 8;

  std::vector<double> memory_;
};

}  // namespace openaclnn

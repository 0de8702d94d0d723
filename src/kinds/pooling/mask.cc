// Which element of each window is the largest: a bit among those of all elements of a window.
#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "kinds/pooling/mask_computation.h"

namespace openaclnn {
namespace {

class ToMask final : public MaskComputation {
 public:
  explicit ToMask(const WindowMask& of) : MaskComputation(of) {
    AddAccess(of.indices, false);
    AddAccess(of.mask, true);
  }

  static Stage StageOf(const WindowMask& of) {
    return MaskComputation::StageOf(of, std::make_unique<ToMask>(of));
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const auto* const indices = At<int64_t>(of_.indices, places);
    auto* const mask = At<uint8_t>(of_.mask, places);
    const int64_t bytes = BytesOfPlane();
    // Narrow numbers are divided in less time.
    const bool are_narrow = of_.input[0] * of_.input[1] <= std::numeric_limits<uint32_t>::max();
    ForPlanes([&](int64_t begin, int64_t end) {
      for (int64_t plane = begin; plane < end; ++plane) {
        const int64_t* const of_plane = indices + plane * CountWindows();
        uint8_t* const to = mask + plane * bytes;
        std::fill_n(to, bytes, uint8_t{0});
        are_narrow ? SetBits<uint32_t>(of_plane, to, bytes / CountElements())
                   : SetBits<uint64_t>(of_plane, to, bytes / CountElements());
      }
    });
  }

 private:
  // Sets the bit of each window whose place is given; `bytes` for each element of a window.
  template <class Narrow>
  void SetBits(const int64_t* places, uint8_t* mask, int64_t bytes) const {
    const auto width = static_cast<Narrow>(of_.input[1]);
    int64_t i = 0;
    for (int64_t h = 0; h < of_.windows[0]; ++h) {
      const int64_t first_row = h * of_.stride[0] - of_.padding[0];
      for (int64_t w = 0; w < of_.windows[1]; ++w, ++i) {
        const auto place = static_cast<Narrow>(places[i]);
        const int64_t row = static_cast<int64_t>(place / width) - first_row;
        const int64_t column =
            static_cast<int64_t>(place % width) - (w * of_.stride[1] - of_.padding[1]);
        uint8_t& byte = mask[(row * of_.kernel[1] + column) * bytes + i / 8];
        byte = static_cast<uint8_t>(byte | 1u << (i % 8));
      }
    }
  }
};

}  // namespace

Stage PlanToMask(const WindowMask& of) { return ToMask::StageOf(of); }

}  // namespace openaclnn

// Which element of each window is the largest: a bit among those of all elements of a window.
#include <algorithm>
#include <memory>

#include "cpu/threads.h"
#include "kinds/accessed.h"
#include "kinds/pooling/plan.h"

namespace openaclnn {
namespace {

constexpr int64_t kCost = 2000;  // picoseconds a window on one core, about

class MaskComputation final : public AccessedComputation {
 public:
  MaskComputation(const WindowMask& of, bool makes_mask) : of_(of), makes_mask_(makes_mask) {
    AddAccess(makes_mask ? of.indices : of.mask, false);
    AddAccess(makes_mask ? of.mask : of.indices, true);
    of_.mask = Kept(of.mask);
  }

  bool HasWork() const override { return of_.mask->extent.elements > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    auto* const mask = reinterpret_cast<uint8_t*>(places.First(of_.mask.slot) + of_.mask.origin);
    auto* const indices =
        reinterpret_cast<int64_t*>(places.First(of_.indices.slot) + of_.indices.origin);
    const int64_t windows = CountWindows(), bytes = of_.mask->extent.elements / of_.planes;
    ParallelFor(of_.planes, 1 + GrainFor(kCost) / windows, [&](int64_t begin, int64_t end) {
      for (int64_t plane = begin; plane < end; ++plane) {
        makes_mask_ ? ToMask(indices + plane * windows, mask + plane * bytes, bytes)
                    : FromMask(mask + plane * bytes, indices + plane * windows, bytes);
      }
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "window mask");
    details.Add("elements", of_.planes * CountWindows());
  }

 private:
  int64_t CountWindows() const { return of_.windows[0] * of_.windows[1]; }
  int64_t CountElements() const { return of_.kernel[0] * of_.kernel[1]; }

  // Where the window begins, before the input where it is padded.
  int64_t FirstOf(int axis, int64_t window) const {
    return window * of_.stride[axis] - of_.padding[axis];
  }

  void ToMask(const int64_t* indices, uint8_t* mask, int64_t bytes) const {
    std::fill_n(mask, bytes, uint8_t{0});
    const int64_t row_bytes = bytes / CountElements();
    for (int64_t h = 0, i = 0; h < of_.windows[0]; ++h) {
      for (int64_t w = 0; w < of_.windows[1]; ++w, ++i) {
        const int64_t row = indices[i] / of_.input[1] - FirstOf(0, h);
        const int64_t column = indices[i] % of_.input[1] - FirstOf(1, w);
        uint8_t& byte = mask[(row * of_.kernel[1] + column) * row_bytes + i / 8];
        byte = static_cast<uint8_t>(byte | 1u << (i % 8));
      }
    }
  }

  void FromMask(const uint8_t* mask, int64_t* indices, int64_t bytes) const {
    const int64_t windows = CountWindows(), row_bytes = bytes / CountElements();
    for (int64_t i = 0; i < windows; ++i) {
      const int64_t row = std::max<int64_t>(0, FirstOf(0, i / of_.windows[1]));
      indices[i] = row * of_.input[1] + std::max<int64_t>(0, FirstOf(1, i % of_.windows[1]));
    }
    for (int64_t element = 0; element < CountElements(); ++element, mask += row_bytes) {
      for (int64_t byte = 0; byte * 8 < windows; ++byte) {
        unsigned bits = mask[byte];
        for (int64_t i = byte * 8; bits != 0 && i < windows; ++i, bits >>= 1) {
          if ((bits & 1) != 0) SetPlace(i, element, indices[i]);
        }
      }
    }
  }

  // Where an element of a window is, if it is in the input.
  void SetPlace(int64_t window, int64_t element, int64_t& index) const {
    const int64_t row = FirstOf(0, window / of_.windows[1]) + element / of_.kernel[1];
    const int64_t column = FirstOf(1, window % of_.windows[1]) + element % of_.kernel[1];
    const bool is_inside = row >= 0 && row < of_.input[0] && column >= 0 && column < of_.input[1];
    if (is_inside) index = row * of_.input[1] + column;
  }

  WindowMask of_;
  const bool makes_mask_;
};

Stage StageOf(const WindowMask& of, bool makes_mask) {
  return {.computation = std::make_unique<MaskComputation>(of, makes_mask),
          .elements = of.planes * of.windows[0] * of.windows[1],
          .cost = kCost};
}

}  // namespace

Stage PlanToMask(const WindowMask& of) { return StageOf(of, true); }
Stage PlanFromMask(const WindowMask& of) { return StageOf(of, false); }

}  // namespace openaclnn

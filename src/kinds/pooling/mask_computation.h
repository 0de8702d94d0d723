// What computations with masks of windows have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "cpu/threads.h"
#include "kinds/accessed.h"
#include "kinds/pooling/plan.h"

namespace openaclnn {

class MaskComputation : public AccessedComputation {
 public:
  explicit MaskComputation(const WindowMask& of) : of_(of) { of_.mask = Kept(of.mask); }

  bool HasWork() const override { return of_.mask->extent.elements > 0; }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "window mask");
    details.Add("elements", of_.planes * CountWindows());
  }

 protected:
  static constexpr int64_t kCost = 4000;  // picoseconds a window on one core, about

  static Stage StageOf(const WindowMask& of, std::unique_ptr<MaskComputation> computation) {
    return {.computation = std::move(computation),
            .elements = of.planes * of.windows[0] * of.windows[1],
            .cost = kCost};
  }

  template <class T>
  static T* At(const Value& value, const Places& places) {
    return reinterpret_cast<T*>(places.First(value.slot) + value.origin);
  }
  int64_t BytesOfPlane() const { return of_.mask->extent.elements / of_.planes; }
  // The windows of a plane, and the elements of a window.
  int64_t CountWindows() const { return of_.windows[0] * of_.windows[1]; }
  int64_t CountElements() const { return of_.kernel[0] * of_.kernel[1]; }

  // Calls use(begin, end) for ranges of planes, which threads share.
  template <class Use>
  void ForPlanes(const Use& use) const {
    ParallelFor(of_.planes, 1 + GrainFor(kCost) / CountWindows(), use);
  }

  WindowMask of_;
};

}  // namespace openaclnn

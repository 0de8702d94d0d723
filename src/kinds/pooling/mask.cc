// Which element of each window is the largest: a bit among those of all elements of a window.
#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "cpu/threads.h"
#include "kinds/accessed.h"
#include "kinds/pooling/plan.h"
#include "kinds/pooling/plane_sums.h"

namespace openaclnn {
namespace {

constexpr int64_t kCost = 4000;  // picoseconds a window on one core, about

// Where windows begin, before the input where it is padded, and what their elements are there.
class WindowPlaces {
 public:
  explicit WindowPlaces(const WindowMask& of) : of_(of) {
    for (int64_t h = 0; h < of.windows[0]; ++h) {
      for (int64_t w = 0; w < of.windows[1]; ++w) {
        const First first = {FirstOf(0, h), FirstOf(1, w)};
        firsts_.push_back(first);
        places_.push_back(std::max<int64_t>(0, first.row) * of.input[1] +
                          std::max<int64_t>(0, first.column));
      }
    }
    for (int axis = 0; axis < 2; ++axis) {
      const int64_t last = FirstOf(axis, of.windows[axis] - 1) + of.kernel[axis] - 1;
      are_inside_ = are_inside_ && of.padding[axis] == 0 && last < of.input[axis];
    }
  }

  int64_t CountWindows() const { return std::ssize(firsts_); }
  int64_t CountElements() const { return of_.kernel[0] * of_.kernel[1]; }

  // Sets the bit of each window whose place is given; `bytes` for each element of a window.
  void ToMask(const int64_t* places, uint8_t* mask, int64_t bytes) const {
    std::fill_n(mask, bytes * CountElements(), uint8_t{0});
    // Narrow numbers are divided in less time.
    of_.input[0] * of_.input[1] <= std::numeric_limits<uint32_t>::max()
        ? SetBits<uint32_t>(places, mask, bytes)
        : SetBits<uint64_t>(places, mask, bytes);
  }

  // The other way round.
  void FromMask(const uint8_t* mask, int64_t bytes, int64_t* places) const {
    std::copy(places_.begin(), places_.end(), places);
    for (int64_t r = 0; r < of_.kernel[0]; ++r) {
      for (int64_t c = 0; c < of_.kernel[1]; ++c, mask += bytes) {
        if (are_inside_) {
          const int64_t behind = r * of_.input[1] + c;
          ForEachBit(mask, bytes,
                     [&](int64_t i) { places[i] = places_[static_cast<size_t>(i)] + behind; });
          continue;
        }
        ForEachBit(mask, bytes, [&](int64_t i) {
          const First& first = firsts_[static_cast<size_t>(i)];
          const int64_t row = first.row + r, column = first.column + c;
          const bool is_inside =
              (row >= 0) & (row < of_.input[0]) & (column >= 0) & (column < of_.input[1]);
          if (is_inside) places[i] = row * of_.input[1] + column;
        });
      }
    }
  }

 private:
  struct First {
    int64_t row, column;
  };

  int64_t FirstOf(int axis, int64_t window) const {
    return window * of_.stride[axis] - of_.padding[axis];
  }

  template <class Narrow>
  void SetBits(const int64_t* places, uint8_t* mask, int64_t bytes) const {
    const auto width = static_cast<Narrow>(of_.input[1]);
    for (int64_t i = 0; i < CountWindows(); ++i) {
      const auto place = static_cast<Narrow>(places[i]);
      const First& first = firsts_[static_cast<size_t>(i)];
      const int64_t row = static_cast<int64_t>(place / width) - first.row,
                    column = static_cast<int64_t>(place % width) - first.column;
      uint8_t& byte = mask[(row * of_.kernel[1] + column) * bytes + i / 8];
      byte = static_cast<uint8_t>(byte | 1u << (i % 8));
    }
  }

  // Calls `use` with the windows whose bits are set.
  template <class Use>
  void ForEachBit(const uint8_t* mask, int64_t bytes, const Use& use) const {
    const int64_t windows = CountWindows();
    constexpr int64_t kAtOnce = sizeof(uint64_t);
    for (int64_t byte = 0; byte * 8 < windows; byte += kAtOnce) {
      uint64_t bits = 0;
      std::memcpy(&bits, mask + byte, static_cast<size_t>(std::min(kAtOnce, bytes - byte)));
      for (; bits != 0; bits &= bits - 1) {
        const int64_t i = byte * 8 + std::countr_zero(bits);
        if (i >= windows) return;
        use(i);
      }
    }
  }

  const WindowMask& of_;
  std::vector<First> firsts_;
  std::vector<int64_t> places_;  // of the first elements of windows that are in the input
  bool are_inside_ = true;
};

// Whether no element is in two windows.
bool AreApart(const WindowMask& of) {
  return of.stride[0] >= of.kernel[0] && of.stride[1] >= of.kernel[1];
}

class MaskComputation : public AccessedComputation {
 public:
  explicit MaskComputation(const WindowMask& of) : of_(of) { of_.mask = Kept(of.mask); }

  bool HasWork() const override { return of_.mask->extent.elements > 0; }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "window mask");
    details.Add("elements", of_.planes * of_.windows[0] * of_.windows[1]);
  }

 protected:
  template <class T>
  static T* At(const Value& value, const Places& places) {
    return reinterpret_cast<T*>(places.First(value.slot) + value.origin);
  }
  int64_t BytesOfPlane() const { return of_.mask->extent.elements / of_.planes; }

  // Calls use(windows, begin, end) for ranges of planes, which threads share.
  template <class Use>
  void ForPlanes(const Use& use) const {
    const WindowPlaces windows(of_);
    ParallelFor(of_.planes, 1 + GrainFor(kCost) / windows.CountWindows(),
                [&](int64_t begin, int64_t end) { use(windows, begin, end); });
  }

  WindowMask of_;
};

class ToMask final : public MaskComputation {
 public:
  explicit ToMask(const WindowMask& of) : MaskComputation(of) {
    AddAccess(of.indices, false);
    AddAccess(of.mask, true);
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const auto* const indices = At<int64_t>(of_.indices, places);
    auto* const mask = At<uint8_t>(of_.mask, places);
    const int64_t bytes = BytesOfPlane();
    ForPlanes([&](const WindowPlaces& windows, int64_t begin, int64_t end) {
      for (int64_t plane = begin; plane < end; ++plane) {
        windows.ToMask(indices + plane * windows.CountWindows(), mask + plane * bytes,
                       bytes / windows.CountElements());
      }
    });
  }
};

class MaskGradient final : public MaskComputation {
 public:
  MaskGradient(const WindowMask& of, const Value& grad, const Value& by_input)
      : MaskComputation(of), grad_(Kept(grad)), by_input_(Kept(by_input)) {
    AddAccess(of.mask, false);
    AddAccess(grad, false);
    AddAccess(by_input, true);
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const auto* const mask = At<uint8_t>(of_.mask, places);
    const auto* const grad = At<std::byte>(grad_, places);
    auto* const by_input = At<std::byte>(by_input_, places);
    const int64_t bytes = BytesOfPlane(), elements = of_.input[0] * of_.input[1],
                  item = DtypeBytes(grad_->dtype);
    if (AreApart(of_)) {
      if (item == 4) return Move<uint32_t>(mask, grad, by_input);
      if (item == 2) return Move<uint16_t>(mask, grad, by_input);
    }
    ForPlanes([&](const WindowPlaces& windows, int64_t begin, int64_t end) {
      const int64_t count = windows.CountWindows();
      std::vector<int64_t> place_of(static_cast<size_t>(count));
      PlaneSums sums(grad_->dtype, elements, count);
      for (int64_t plane = begin; plane < end; ++plane) {
        windows.FromMask(mask + plane * bytes, bytes / windows.CountElements(), place_of.data());
        sums.Add(grad + plane * count * item, place_of.data(), by_input + plane * elements * item);
      }
    });
  }

 private:
  // Sums of one term are that term, except that they are not -0. `T`: as many bits.
  template <class T>
  void Move(const uint8_t* mask, const std::byte* from, std::byte* to) const {
    const auto* const grad = reinterpret_cast<const T*>(from);
    auto* const by_input = reinterpret_cast<T*>(to);
    const int64_t bytes = BytesOfPlane(), elements = of_.input[0] * of_.input[1];
    ForPlanes([&](const WindowPlaces& windows, int64_t begin, int64_t end) {
      const int64_t count = windows.CountWindows();
      std::vector<int64_t> place_of(static_cast<size_t>(count));
      for (int64_t plane = begin; plane < end; ++plane) {
        windows.FromMask(mask + plane * bytes, bytes / windows.CountElements(), place_of.data());
        const T* const terms = grad + plane * count;
        T* const plane_to = by_input + plane * elements;
        std::fill_n(plane_to, elements, T{0});
        for (int64_t i = 0; i < count; ++i) {
          const bool is_zero = static_cast<T>(terms[i] << 1) == 0;
          plane_to[place_of[static_cast<size_t>(i)]] = is_zero ? T{0} : terms[i];
        }
      }
    });
  }

  const Value grad_, by_input_;
};

Stage StageOf(const WindowMask& of, std::unique_ptr<Computation> computation) {
  return {.computation = std::move(computation),
          .elements = of.planes * of.windows[0] * of.windows[1],
          .cost = kCost};
}

}  // namespace

Stage PlanToMask(const WindowMask& of) { return StageOf(of, std::make_unique<ToMask>(of)); }
Stage PlanMaskGradient(const WindowMask& of, const Value& grad, const Value& by_input) {
  return StageOf(of, std::make_unique<MaskGradient>(of, grad, by_input));
}

}  // namespace openaclnn

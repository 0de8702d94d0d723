// Gradients of windows whose largest element a mask says.
#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/convert.h"
#include "kinds/pooling/mask_computation.h"

namespace openaclnn {
namespace {

constexpr int64_t kOfWord = 64;

// Bits of up to kOfWord windows, for each element of a window.
using Word = uint64_t;

// What the windows of all planes have in common: which of them have an element in the input.
class WindowsInside {
 public:
  explicit WindowsInside(const WindowMask& of)
      : of_(of),
        words_(CeilDiv(of.windows[0] * of.windows[1], kOfWord)),
        first_(static_cast<size_t>(of.windows[0] * of.windows[1])),
        bits_(static_cast<size_t>(words_ * CountElements())) {
    for (int64_t h = 0, i = 0; h < of.windows[0]; ++h) {
      for (int64_t w = 0; w < of.windows[1]; ++w, ++i) {
        first_[static_cast<size_t>(i)] = Begin(0, h) * of.input[1] + Begin(1, w);
      }
    }
    for (int64_t e = 0; e < CountElements(); ++e) SetElement(e);
  }

  int64_t CountWords() const { return words_; }
  int64_t CountElements() const { return of_.kernel[0] * of_.kernel[1]; }

  // Those windows of a word that have an element.
  Word Having(int64_t word, int64_t element) const {
    return bits_[static_cast<size_t>(word * CountElements() + element)];
  }
  // From the first element of a window to this one.
  int64_t Offset(int64_t element) const {
    return element / of_.kernel[1] * of_.input[1] + element % of_.kernel[1];
  }
  // Where the first elements of windows are in a plane, or would be, from that of a word on.
  const int64_t* First(int64_t word) const { return first_.data() + word * kOfWord; }
  // The first element of a window that is in the input.
  int64_t FirstInside(int64_t window) const {
    const int64_t row = std::max<int64_t>(0, -Begin(0, window / of_.windows[1])),
                  column = std::max<int64_t>(0, -Begin(1, window % of_.windows[1]));
    return row * of_.kernel[1] + column;
  }

 private:
  int64_t Begin(int axis, int64_t window) const {
    return window * of_.stride[axis] - of_.padding[axis];
  }

  void SetElement(int64_t element) {
    const auto range = [&](int axis, int64_t at) {
      const int64_t before = of_.padding[axis] - at;  // the input begins so far behind window 0
      const int64_t begin = CeilDiv(std::max<int64_t>(0, before), of_.stride[axis]);
      const int64_t end = CeilDiv(std::max<int64_t>(0, before + of_.input[axis]), of_.stride[axis]);
      return std::pair(begin, std::min(end, of_.windows[axis]));
    };
    const auto rows = range(0, element / of_.kernel[1]);
    const auto columns = range(1, element % of_.kernel[1]);
    for (int64_t h = rows.first; h < rows.second; ++h) {
      SetBits(element, h * of_.windows[1] + columns.first, h * of_.windows[1] + columns.second);
    }
  }
  void SetBits(int64_t element, int64_t begin, int64_t end) {
    while (begin < end) {
      const int64_t word = begin / kOfWord, last = std::min(end, (word + 1) * kOfWord);
      const Word ones = ~Word{0} >> (kOfWord - (last - begin));
      bits_[static_cast<size_t>(word * CountElements() + element)] |= ones << (begin % kOfWord);
      begin = last;
    }
  }

  const WindowMask& of_;
  const int64_t words_;
  std::vector<int64_t> first_;
  std::vector<Word> bits_;
};

// A thread's memory for the gradient of a plane.
class PlaneGradient {
 public:
  PlaneGradient(const WindowsInside& windows, int64_t elements, int64_t count)
      : windows_(windows),
        chosen_(static_cast<size_t>(windows.CountElements())),
        terms_(static_cast<size_t>(count)),
        sums_(static_cast<size_t>(elements)) {
    for (int64_t e = 0; e < windows.CountElements(); ++e) offset_.push_back(windows.Offset(e));
  }

  double* Terms() { return terms_.data(); }

  // The sums of the terms at each element of the plane. A row of the mask has so many bytes.
  const double* Sums(const uint8_t* mask, int64_t bytes) {
    std::ranges::fill(sums_, 0.0);
    for (int64_t word = 0; word < windows_.CountWords(); ++word) {
      Choose(mask, bytes, word);
      Add(word);
    }
    return sums_.data();
  }

 private:
  // Each window has one element: that of the last of its bits, or else its first one.
  void Choose(const uint8_t* mask, int64_t bytes, int64_t word) {
    const int64_t elements = windows_.CountElements(), at = word * int64_t{sizeof(Word)};
    const bool is_whole = at + int64_t{sizeof(Word)} <= bytes;
    Word taken = 0, all = 0;
    for (int64_t e = elements; e-- > 0;) {
      Word given = 0;
      if (is_whole) {
        std::memcpy(&given, mask + e * bytes + at, sizeof(given));
      } else {
        std::memcpy(&given, mask + e * bytes + at, static_cast<size_t>(bytes - at));
      }
      const Word having = windows_.Having(word, e);
      given &= having & ~taken;
      chosen_[static_cast<size_t>(e)] = given;
      taken |= given;
      all |= having;
    }
    for (Word rest = all & ~taken; rest != 0; rest &= rest - 1) {
      const int64_t window = word * kOfWord + std::countr_zero(rest);
      chosen_[static_cast<size_t>(windows_.FirstInside(window))] |= rest & (0 - rest);
    }
  }

  // An element of the plane is behind the first one of a window by less in later ones. So each
  // element adds windows in their order where a later element of windows is before.
  void Add(int64_t word) {
    const int64_t* const first = windows_.First(word);
    const double* const terms = terms_.data() + word * kOfWord;
    double* const sums = sums_.data();
    for (size_t e = chosen_.size(); e-- > 0;) {
      const int64_t offset = offset_[e];
      for (Word bits = chosen_[e]; bits != 0; bits &= bits - 1) {
        const int window = std::countr_zero(bits);
        sums[first[window] + offset] += terms[window];
      }
    }
  }

  const WindowsInside& windows_;
  std::vector<int64_t> offset_;  // of each element of a window
  std::vector<Word> chosen_;     // the windows of a word whose element it is
  std::vector<double> terms_, sums_;
};

class MaskGradient final : public MaskComputation {
 public:
  MaskGradient(const WindowMask& of, const Value& grad, const Value& by_input)
      : MaskComputation(of),
        grad_(Kept(grad)),
        by_input_(Kept(by_input)),
        load_(LoadConversion(grad->dtype, LoopType::kDouble)),
        store_(StoreConversion(LoopType::kDouble, grad->dtype)) {
    AddAccess(of.mask, false);
    AddAccess(grad, false);
    AddAccess(by_input, true);
  }

  static Stage StageOf(const WindowMask& of, const Value& grad, const Value& by_input) {
    return MaskComputation::StageOf(of, std::make_unique<MaskGradient>(of, grad, by_input));
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const auto* const mask = At<uint8_t>(of_.mask, places);
    const auto* const grad = At<std::byte>(grad_, places);
    auto* const by_input = At<std::byte>(by_input_, places);
    const int64_t bytes = BytesOfPlane(), elements = of_.input[0] * of_.input[1],
                  item = DtypeBytes(grad_->dtype), count = CountWindows();
    const WindowsInside windows(of_);
    ForPlanes([&](int64_t begin, int64_t end) {
      PlaneGradient of_plane(windows, elements, count);
      for (int64_t plane = begin; plane < end; ++plane) {
        load_(grad + plane * count * item, of_plane.Terms(), count);
        store_(of_plane.Sums(mask + plane * bytes, bytes / CountElements()),
               by_input + plane * elements * item, elements);
      }
    });
  }

 private:
  const Value grad_, by_input_;
  const ConvertLoop load_, store_;
};

}  // namespace

Stage PlanMaskGradient(const WindowMask& of, const Value& grad, const Value& by_input) {
  return MaskGradient::StageOf(of, grad, by_input);
}

}  // namespace openaclnn

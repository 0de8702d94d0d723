// Gradients of windows whose largest element a mask says.
#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/prefetch.h"
#include "cpu/targets.h"
#include "kinds/pooling/loops.h"
#include "kinds/pooling/mask_computation.h"

namespace openaclnn {
namespace {

constexpr int64_t kOfWord = MaskLoop::kWindows;
// So many elements have their sums at once: of whole planes, or of some rows. With more rows the
// caches take them in too large a burst.
constexpr int64_t kOfPlanes = 1024, kOfRows = 512;

// Bits of up to kOfWord windows, for each element of a window.
using Word = uint64_t;

// What the windows of all planes have in common. Element: numbers of a window's elements, uint8_t
// up to MaskLoop::kMostElements of them, or else int32_t.
template <class Element>
class WindowsInside {
 public:
  explicit WindowsInside(const WindowMask& of)
      : of_(of),
        words_(CeilDiv(of.windows[0] * of.windows[1], kOfWord)),
        first_(static_cast<size_t>(words_ * kOfWord)) {
    for (int64_t e = 0; e < CountElements(); ++e) {
      offset_.push_back(e / of.kernel[1] * of.input[1] + e % of.kernel[1]);
    }
    if (of.input[0] * of.input[1] <= kOfPlanes) {
      ForWindows([&](int64_t, int64_t row, int64_t column) {
        begins_.push_back(static_cast<int32_t>(row * of.input[1] + column));
      });
    }
    if (IsWhole(0) && IsWhole(1)) return;
    ForWindows([&](int64_t i, int64_t row, int64_t column) {
      const int64_t element =
          std::max<int64_t>(0, -row) * of.kernel[1] + std::max<int64_t>(0, -column);
      first_[static_cast<size_t>(i)] = static_cast<Element>(element);
    });
    bits_.resize(static_cast<size_t>(words_ * CountElements()));
    for (int64_t e = 0; e < CountElements(); ++e) SetElement(e);
  }

  int64_t CountElements() const { return of_.kernel[0] * of_.kernel[1]; }
  int64_t CountWords() const { return words_; }

  // Those windows of a word that have an element, for each element. Null: all have all.
  const Word* Having(int64_t word) const {
    return bits_.empty() ? nullptr : bits_.data() + word * CountElements();
  }
  // The first elements in the input, of the windows of a word.
  const Element* First(int64_t word) const { return first_.data() + word * kOfWord; }
  // Where windows begin in a plane of up to kOfPlanes elements, or would before it.
  const int32_t* Begins() const { return begins_.data(); }
  // From the first element of a window to each of them, in a plane.
  const int64_t* Offsets() const { return offset_.data(); }

 private:
  int64_t Begin(int axis, int64_t window) const {
    return window * of_.stride[axis] - of_.padding[axis];
  }
  // No window ends beyond the input.
  bool IsWhole(int axis) const {
    const int64_t last = Begin(axis, of_.windows[axis] - 1);
    return of_.padding[axis] == 0 && last + of_.kernel[axis] <= of_.input[axis];
  }

  // Calls use(i, row, column) for each window: where it begins, before the input too.
  template <class Use>
  void ForWindows(const Use& use) const {
    for (int64_t h = 0, i = 0; h < of_.windows[0]; ++h) {
      for (int64_t w = 0; w < of_.windows[1]; ++w, ++i) use(i, Begin(0, h), Begin(1, w));
    }
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
  std::vector<Element> first_;
  std::vector<int32_t> begins_;
  std::vector<int64_t> offset_;
  std::vector<Word> bits_;
};

// The planes of a thread, and its memory for them.
template <class Element>
class PlaneGradients {
 public:
  PlaneGradients(const WindowMask& of, const WindowsInside<Element>& windows, aclDataType dtype,
                 int64_t bytes)
      : of_(of),
        windows_(windows),
        loop_(GetMaskLoop()),
        load_(LoadConversion(dtype, LoopType::kDouble)),
        store_(StoreConversion(LoopType::kDouble, dtype)),
        item_(DtypeBytes(dtype)),
        bytes_(bytes),
        chosen_(static_cast<size_t>(windows.CountWords() * kOfWord * PlanesAtOnce())) {}

  // Sets `count` planes of the gradient by the input.
  void Set(const uint8_t* mask, const std::byte* grad, std::byte* by_input, int64_t count) {
    const int64_t elements = of_.input[0] * of_.input[1], windows = of_.windows[0] * of_.windows[1];
    const bool overlap = of_.stride[0] < of_.kernel[0] || of_.stride[1] < of_.kernel[1];
    const int64_t at_once = PlanesAtOnce();
    mask_end_ = mask + count * windows_.CountElements() * bytes_;
    for (int64_t plane = 0; plane < count; plane += at_once) {
      const uint8_t* const of_plane = mask + plane * windows_.CountElements() * bytes_;
      const std::byte* const from = grad + plane * windows * item_;
      std::byte* const to = by_input + plane * elements * item_;
      if (elements <= kOfPlanes) {
        SetWhole(of_plane, from, to, std::min(at_once, count - plane));
      } else if (overlap) {
        SetByRows(of_plane, from, to);
      } else if (item_ == 2) {
        Move<uint16_t>(of_plane, from, to);
      } else if (item_ == 4) {
        Move<uint32_t>(of_plane, from, to);
      } else {
        Move<uint64_t>(of_plane, from, to);
      }
    }
  }

 private:
  int64_t PlanesAtOnce() const {
    return std::max<int64_t>(1, kOfPlanes / (of_.input[0] * of_.input[1]));
  }

  // Planes whose sums are kept all at once.
  void SetWhole(const uint8_t* mask, const std::byte* grad, std::byte* by_input, int64_t count) {
    const int64_t elements = of_.input[0] * of_.input[1], windows = of_.windows[0] * of_.windows[1];
    Load(grad, count * windows);
    sums_.assign(static_cast<size_t>(count * elements), 0.0);
    const int64_t bytes_of_plane = windows_.CountElements() * bytes_;
    for (int64_t plane = 0; plane < count; ++plane) {
      // Machines do not foresee the jumps from row to row of the next mask.
      const uint8_t* const next = mask + (plane + 1) * bytes_of_plane;
      for (int64_t r = 0; next < mask_end_ && r < windows_.CountElements(); ++r) {
        AskForLines(reinterpret_cast<uintptr_t>(next + r * bytes_), CeilDiv(windows, 8));
      }
      ChooseUpTo(windows, mask + plane * bytes_of_plane, ChosenOf(plane));
      words_ = 0;
    }
    int64_t plane = 0;
    for (; plane + 2 <= count; plane += 2) AddPlanes<2>(plane);
    for (; plane < count; ++plane) AddPlanes<1>(plane);
    store_(sums_.data(), by_input, count * elements);
  }

  // Adds the terms of some planes by turns: one plane's sums wait for each other where windows that
  // follow each other have the same element.
  template <int count>
  void AddPlanes(int64_t plane) {
    const int64_t elements = of_.input[0] * of_.input[1], windows = of_.windows[0] * of_.windows[1];
    const int64_t* const offsets = windows_.Offsets();
    const int32_t* const begins = windows_.Begins();
    const int64_t step = ChosenOf(1) - ChosenOf(0);
    const Element* const chosen = ChosenOf(plane);
    const double* const terms = terms_.data() + plane * windows;
    double* const sums = sums_.data() + plane * elements;
    for (int64_t i = 0; i < windows; ++i) {
      for (int64_t p = 0; p < count; ++p) {
        sums[p * elements + begins[i] + offsets[chosen[p * step + i]]] += terms[p * windows + i];
      }
    }
  }
  Element* ChosenOf(int64_t plane) {
    return chosen_.data() + plane * windows_.CountWords() * kOfWord;
  }

  // Some rows of windows after the other. Rows of the plane that no later window has are stored.
  void SetByRows(const uint8_t* mask, const std::byte* grad, std::byte* by_input) {
    const int64_t width = of_.input[1], stride = of_.stride[0],
                  most = std::max(of_.kernel[0], stride);
    const int64_t at_once =
        std::clamp<int64_t>(1 + (kOfRows / width - most) / stride, 1, of_.windows[0]);
    sums_.assign(static_cast<size_t>(((at_once - 1) * stride + most) * width), 0.0);
    for (int64_t row = 0; row < of_.windows[0]; row += at_once) {
      const int64_t end = std::min(row + at_once, of_.windows[0]);
      // Memory is slow to be ready for what is stored.
      const int64_t begin = row * stride - of_.padding[0], first = std::max<int64_t>(0, begin),
                    rows = std::min(of_.input[0], begin + at_once * stride) - first;
      AskForLines<true>(reinterpret_cast<uintptr_t>(by_input + first * width * item_),
                        rows * width * item_);
      ChooseUpTo(end * of_.windows[1], mask, chosen_.data());
      Load(grad + row * of_.windows[1] * item_, (end - row) * of_.windows[1]);
      double* const sums = sums_.data();
      ForWindows(row, end, 0,
                 [&, term = terms_.data()](int64_t element) mutable { sums[element] += *term++; });
      if (end == of_.windows[0]) {
        Store(by_input, begin, of_.input[0]);
      } else {
        Store(by_input, begin, end * stride - of_.padding[0]);
        const auto done = sums_.begin() + at_once * stride * width;
        std::fill(std::copy(done, sums_.end(), sums_.begin()), sums_.end(), 0.0);
      }
    }
    words_ = 0;
  }
  // The rows of the plane from `begin` on, which are the first ones of the sums, and zeros after
  // these.
  void Store(std::byte* by_input, int64_t begin, int64_t end) const {
    if (end <= 0) return;
    const int64_t width = of_.input[1];
    const int64_t from = std::max<int64_t>(0, begin),
                  last = std::min(end, begin + std::ssize(sums_) / width);
    store_(sums_.data() + (from - begin) * width, by_input + from * width * item_,
           (last - from) * width);
    std::fill(by_input + last * width * item_, by_input + end * width * item_, std::byte{0});
  }

  // Windows that do not overlap: each element has one of them at most, whose term is the sum.
  template <class Bits>
  void Move(const uint8_t* mask, const std::byte* grad, std::byte* by_input) {
    const int64_t line = of_.input[1] * item_, stride = of_.stride[0], padding = of_.padding[0];
    const int64_t at_once = std::max<int64_t>(1, kOfRows / of_.input[1] / stride);
    for (int64_t row = 0; row < of_.windows[0]; row += at_once) {
      const int64_t end = std::min(row + at_once, of_.windows[0]),
                    count = (end - row) * of_.windows[1];
      ChooseUpTo(end * of_.windows[1], mask, chosen_.data());
      SetSums<Bits>(grad + row * of_.windows[1] * item_, count);
      const int64_t first = row * stride - padding,
                    last = end < of_.windows[0] ? end * stride - padding : of_.input[0];
      std::fill(by_input + std::max<int64_t>(0, first) * line, by_input + last * line,
                std::byte{0});
      const std::byte* sum = moved_.data();
      ForWindows(row, end, first * of_.input[1], [&](int64_t element) {
        std::memcpy(by_input + element * int64_t{sizeof(Bits)}, sum, sizeof(Bits));
        sum += sizeof(Bits);
      });
    }
    words_ = 0;
  }
  // Sums of one term each.
  template <class Bits>
  void SetSums(const std::byte* grad, int64_t count) {
    Load(grad, count);
    for (int64_t i = 0; i < count; ++i) terms_[static_cast<size_t>(i)] += 0.0;
    moved_.resize(std::max(moved_.size(), static_cast<size_t>(count) * sizeof(Bits)));
    store_(terms_.data(), moved_.data(), count);
  }

  void Load(const std::byte* grad, int64_t count) {
    terms_.resize(std::max(terms_.size(), static_cast<size_t>(count)));
    load_(grad, terms_.data(), count);
  }

  // Chooses an element of each of the first windows of a plane. Those of words_ words have one.
  void ChooseUpTo(int64_t windows, const uint8_t* mask, Element* chosen) {
    for (; words_ * kOfWord < windows; ++words_) Choose(mask, words_, chosen + words_ * kOfWord);
  }
  // Each window of a word has one element: that of the last of its bits, or else its first one.
  void Choose(const uint8_t* mask, int64_t word, Element* chosen) {
    const int64_t rows = windows_.CountElements(), at = word * int64_t{sizeof(Word)};
    const uint8_t* words = mask + at;
    int64_t bytes = bytes_;
    if (at + int64_t{sizeof(Word)} > bytes_) {  // rows end within the word
      last_words_.assign(static_cast<size_t>(rows), 0);
      for (int64_t r = 0; r < rows; ++r) {
        std::memcpy(&last_words_[static_cast<size_t>(r)], words + r * bytes_,
                    static_cast<size_t>(bytes_ - at));
      }
      words = reinterpret_cast<const uint8_t*>(last_words_.data());
      bytes = sizeof(Word);
    }
    if constexpr (std::is_same_v<Element, uint8_t>) {
      loop_.choose(words, bytes, rows, windows_.Having(word), windows_.First(word), chosen);
    } else {
      ChooseByBits(words, bytes, rows, windows_.Having(word), windows_.First(word), chosen);
    }
  }

  // Calls use(element) for the chosen elements of some rows of windows, in the windows' order. The
  // first window would begin at `first` if there were no padding along the width.
  template <class Use>
  void ForWindows(int64_t begin, int64_t end, int64_t first, Use use) const {
    const int64_t count = of_.windows[1], stride = of_.stride[1];
    const int64_t* const offsets = windows_.Offsets();
    for (int64_t row = begin; row < end; ++row, first += of_.stride[0] * of_.input[1]) {
      const Element* const chosen = chosen_.data() + row * count;
      int64_t at = first - of_.padding[1];
      for (int64_t w = 0; w < count; ++w, at += stride) use(at + offsets[chosen[w]]);
    }
  }

  const WindowMask& of_;
  const WindowsInside<Element>& windows_;
  const MaskLoop& loop_;
  const ConvertLoop load_, store_;
  const int64_t item_, bytes_;   // of an element, and of a row of the mask
  std::vector<Element> chosen_;  // for each window of a plane, as far as they are
  int64_t words_ = 0;
  const uint8_t* mask_end_ = nullptr;
  std::vector<double> terms_, sums_;
  std::vector<std::byte> moved_;
  std::vector<Word> last_words_;
};

template <class Element>
class MaskGradient final : public MaskComputation {
 public:
  MaskGradient(const WindowMask& of, const Value& grad, const Value& by_input)
      : MaskComputation(of), grad_(Kept(grad)), by_input_(Kept(by_input)), windows_(of_) {
    ApplySimdSetting();
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
    const int64_t bytes = BytesOfPlane(), item = DtypeBytes(grad_->dtype),
                  by_plane = of_.input[0] * of_.input[1] * item;
    ForPlanes([&](int64_t begin, int64_t end) {
      PlaneGradients<Element> gradients(of_, windows_, grad_->dtype, bytes / CountElements());
      gradients.Set(mask + begin * bytes, grad + begin * CountWindows() * item,
                    by_input + begin * by_plane, end - begin);
    });
  }

 private:
  const Value grad_, by_input_;
  const WindowsInside<Element> windows_;
};

}  // namespace

Stage PlanMaskGradient(const WindowMask& of, const Value& grad, const Value& by_input) {
  return of.kernel[0] * of.kernel[1] <= MaskLoop::kMostElements
             ? MaskGradient<uint8_t>::StageOf(of, grad, by_input)
             : MaskGradient<int32_t>::StageOf(of, grad, by_input);
}

}  // namespace openaclnn

// Gradients of windows whose largest element a mask says.
#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/targets.h"
#include "kinds/pooling/loops.h"
#include "kinds/pooling/mask_computation.h"

namespace openaclnn {
namespace {

constexpr int64_t kOfWord = 64;

// Columns from a window to the next.
int64_t StepOf(const WindowMask& of) { return of.windows[1] == 1 ? 1 : of.stride[1]; }

// The `index`-th bit and those behind it; eight bytes and one are there.
uint64_t WordAt(const uint8_t* bits, int64_t index) {
  const uint8_t* const from = bits + index / 8;
  const int64_t skipped = index % 8;
  uint64_t word = 0;
  std::memcpy(&word, from, sizeof(word));
  return skipped == 0 ? word : word >> skipped | uint64_t{from[8]} << (kOfWord - skipped);
}

// Places among the windows of a row that are looked at, before the first one and behind the last
// one.
int64_t Reach(const WindowMask& of) {
  const int64_t step = StepOf(of), places = CeilDiv(of.input[1], step);
  return (of.kernel[1] + of.padding[1]) / step + 1 + kSlackOfWindows +
         std::max<int64_t>(0, places - of.windows[1]);
}

// The bits of a plane: each window has exactly one, that of an element in the input. Those of a row
// of windows begin with a word.
class PlaneBits {
 public:
  explicit PlaneBits(const WindowMask& of)
      : of_(of),
        words_(CeilDiv(of.windows[1], kOfWord)),
        before_(CeilDiv(Reach(of), kOfWord) + 1),
        row_(before_ + words_ + before_),
        inside_(static_cast<size_t>(of.kernel[1] * words_)),
        first_(inside_.size()),
        bits_(static_cast<size_t>(of.windows[0] * of.kernel[0] * of.kernel[1] * row_)) {
    for (int64_t w = 0; w < of.windows[1]; ++w) {
      const int64_t begin = w * of.stride[1] - of.padding[1];
      const uint64_t bit = uint64_t{1} << (w % kOfWord);
      for (int64_t c = 0; c < of.kernel[1]; ++c) {
        const auto at = static_cast<size_t>(c * words_ + w / kOfWord);
        if (begin + c >= 0 && begin + c < of.input[1]) inside_[at] |= bit;
        if (c == std::max<int64_t>(0, -begin)) first_[at] |= bit;
      }
    }
  }

  // Takes the bits of a mask with `bytes` for each element of a window. The last one of a window's
  // bits counts, or else its first element in the input.
  void Set(const uint8_t* mask, int64_t bytes) {
    const int64_t elements = of_.kernel[0] * of_.kernel[1];
    given_.resize(static_cast<size_t>(elements * bytes) + sizeof(uint64_t) + 1);
    std::copy_n(mask, elements * bytes, given_.begin());
    for (int64_t h = 0; h < of_.windows[0]; ++h) {
      for (int64_t word = 0; word < words_; ++word) SetWord(h, word, bytes);
    }
  }

  // The windows of row h whose largest element is this one of theirs. Before them and behind them
  // are Reach() bits of none.
  const uint64_t* Row(int64_t h, int64_t r, int64_t c) const {
    return &bits_[static_cast<size_t>(((h * of_.kernel[0] + r) * of_.kernel[1] + c) * row_)];
  }
  int64_t FirstInRow() const { return before_ * kOfWord; }

 private:
  void SetWord(int64_t h, int64_t word, int64_t bytes) {
    const int64_t begin = h * of_.stride[0] - of_.padding[0],
                  index = h * of_.windows[1] + word * kOfWord;
    uint64_t* const of_row = const_cast<uint64_t*>(Row(h, 0, 0)) + before_ + word;
    uint64_t taken = 0;
    for (int64_t r = of_.kernel[0]; r-- > 0;) {
      const bool is_inside = begin + r >= 0 && begin + r < of_.input[0];
      for (int64_t c = of_.kernel[1]; c-- > 0;) {
        const int64_t element = r * of_.kernel[1] + c;
        const uint64_t given =
            is_inside ? WordAt(given_.data() + element * bytes, index) & WordOf(inside_, c, word)
                      : 0;
        of_row[element * row_] = given & ~taken;
        taken |= given;
      }
    }
    const int64_t first_row = std::max<int64_t>(0, -begin);
    for (int64_t c = 0; c < of_.kernel[1]; ++c) {
      of_row[(first_row * of_.kernel[1] + c) * row_] |= WordOf(first_, c, word) & ~taken;
    }
  }
  uint64_t WordOf(const std::vector<uint64_t>& columns, int64_t c, int64_t word) const {
    return columns[static_cast<size_t>(c * words_ + word)];
  }

  const WindowMask& of_;
  const int64_t words_;   // of a row of windows,
  const int64_t before_;  // before them and behind them,
  const int64_t row_;     // and of both
  // For each column of windows those that have it in the input, and those whose first one it is.
  std::vector<uint64_t> inside_, first_;
  std::vector<uint64_t> bits_;
  std::vector<uint8_t> given_;
};

// Some rows of the input. Elements of a row that are as many columns apart as windows are lie side
// by side at first, so that windows that follow each other add to elements that do.
class RowSums {
 public:
  explicit RowSums(const WindowMask& of)
      : step_(StepOf(of)),
        width_(of.input[1]),
        count_(CeilDiv(width_, step_)),
        most_(CeilDiv(kElementsAtOnce, width_)),
        sums_(static_cast<size_t>(Pitch() * step_)),
        rows_(static_cast<size_t>(most_ * width_ + step_)) {}

  // Columns phase, phase + step, ... are a phase.
  int64_t CountPhases() const { return step_; }
  int64_t CountOfPhase() const { return count_; }
  int64_t Pitch() const { return count_ + kSlackOfWindows; }
  double* Sums() { return sums_.data(); }

  // How many rows are kept.
  int64_t MostRows() const { return most_; }
  const double* Rows() const { return rows_.data(); }
  // Keeps the sums as row `i`, in the order of columns; rows are kept one after the other.
  void Keep(int64_t i) {
    double* const row = rows_.data() + i * width_;
    const double* const sums = sums_.data();
    const int64_t count = count_, pitch = Pitch();
    if (step_ == 1) {
      std::copy_n(sums, width_, row);
    } else if (step_ == 2) {
      for (int64_t k = 0; k < count; ++k) {
        row[2 * k] = sums[k];
        row[2 * k + 1] = sums[pitch + k];
      }
    } else {
      for (int64_t phase = 0; phase < step_; ++phase) {
        for (int64_t k = 0; k < count; ++k) row[k * step_ + phase] = sums[phase * pitch + k];
      }
    }
  }

 private:
  static constexpr int64_t kElementsAtOnce = 256;

  const int64_t step_, width_, count_, most_;
  std::vector<double> sums_, rows_;
};

// Memory of a thread.
struct Room {
  explicit Room(const WindowMask& of)
      : slack(Reach(of)),
        bits(of),
        sums(of),
        terms(static_cast<size_t>(of.windows[0] * of.windows[1] + 2 * slack)) {
    for (int64_t y = 0; y < of.input[0]; ++y) {
      for (int64_t phase = 0; phase < StepOf(of); ++phase) AddParts(of, y, phase);
    }
  }
  double* Terms() { return terms.data() + slack; }
  // Where the parts of a row are among those of all.
  size_t At(int64_t y) const { return static_cast<size_t>(y * sums.CountPhases()); }

  // What windows add to a row of the input. Rows of windows, and windows of a row, add in their
  // order: an element is behind the first one of a window by less in later ones.
  void AddParts(const WindowMask& of, int64_t y, int64_t phase) {
    const int64_t behind = y + of.padding[0], step = StepOf(of);
    const int64_t first = CeilDiv(std::max<int64_t>(0, behind - of.kernel[0] + 1), of.stride[0]),
                  last = std::min(of.windows[0] - 1, behind / of.stride[0]);
    const int64_t least = (phase + of.padding[1]) % step;
    const int64_t most =
        of.kernel[1] > least ? least + (of.kernel[1] - 1 - least) / step * step : -1;
    for (int64_t h = first; h <= last; ++h) {
      for (int64_t c = most; c >= 0; c -= step) {
        // Element i of the phase is element c of this window, and of the next ones.
        const int64_t window = (phase + of.padding[1] - c) / step;
        parts.push_back({Terms() + h * of.windows[1] + window,
                         bits.Row(h, behind - h * of.stride[0], c), bits.FirstInRow() + window});
      }
    }
    first_parts.push_back(parts.size());
  }

  const int64_t slack;  // of terms, before them and behind them
  PlaneBits bits;
  RowSums sums;
  std::vector<double> terms;
  // Those of each row and phase, one behind the other; and where they begin.
  std::vector<MaskedTerms> parts;
  std::vector<size_t> first_parts = {0};
};

class MaskGradient final : public MaskComputation {
 public:
  MaskGradient(const WindowMask& of, const Value& grad, const Value& by_input)
      : MaskComputation(of),
        grad_(Kept(grad)),
        by_input_(Kept(by_input)),
        load_(LoadConversion(grad->dtype, LoopType::kDouble)),
        store_(StoreConversion(LoopType::kDouble, grad->dtype)) {
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
    const int64_t bytes = BytesOfPlane(), elements = of_.input[0] * of_.input[1],
                  item = DtypeBytes(grad_->dtype), count = CountWindows();
    ForPlanes([&](int64_t begin, int64_t end) {
      Room room(of_);
      for (int64_t plane = begin; plane < end; ++plane) {
        load_(grad + plane * count * item, room.Terms(), count);
        room.bits.Set(mask + plane * bytes, bytes / CountElements());
        AddPlane(room, by_input + plane * elements * item);
      }
    });
  }

 private:
  void AddPlane(Room& room, std::byte* by_input) const {
    const WindowSums& loops = GetWindowSums();
    RowSums& sums = room.sums;
    const int64_t line = of_.input[1] * DtypeBytes(grad_->dtype);
    for (int64_t first = 0; first < of_.input[0]; first += sums.MostRows()) {
      const int64_t rows = std::min(sums.MostRows(), of_.input[0] - first);
      for (int64_t i = 0; i < rows; ++i) {
        loops.sum_where(room.parts.data(), &room.first_parts[room.At(first + i)],
                        sums.CountPhases(), sums.CountOfPhase(), sums.Sums(), sums.Pitch());
        sums.Keep(i);
      }
      store_(sums.Rows(), by_input + first * line, rows * of_.input[1]);
    }
  }

  const Value grad_, by_input_;
  const ConvertLoop load_, store_;
};

}  // namespace

Stage PlanMaskGradient(const WindowMask& of, const Value& grad, const Value& by_input) {
  return MaskGradient::StageOf(of, grad, by_input);
}

}  // namespace openaclnn

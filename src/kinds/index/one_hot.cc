#include "kinds/index/one_hot.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "base/dtype.h"
#include "cpu/threads.h"
#include "kinds/accessed.h"

namespace openaclnn {
namespace {

constexpr int kOneHotCost = 500;  // picoseconds an element of the result on one core, about

class OneHotComputation final : public AccessedComputation {
 public:
  explicit OneHotComputation(const OneHotInputs& inputs)
      : outer_(inputs.outer),
        count_(inputs.count),
        inner_(inputs.inner),
        bytes_(DtypeBytes(inputs.out->dtype)),
        has_work_(inputs.out->extent.elements > 0),
        slots_{inputs.classes.slot, inputs.on.slot, inputs.off.slot, inputs.out.slot} {
    if (!has_work_) return;
    AddAccess(inputs.classes, false);
    AddAccess(inputs.on, false);
    AddAccess(inputs.off, false);
    AddAccess(inputs.out, true);
  }

  bool HasWork() const override { return has_work_; }

  void Run(const Places& places) const override {
    if (!has_work_) return;
    switch (bytes_) {
      case 1:
        return RunWords<uint8_t>(places);
      case 2:
        return RunWords<uint16_t>(places);
      case 4:
        return RunWords<uint32_t>(places);
      default:
        return RunWords<uint64_t>(places);
    }
  }

  void AddDetails(Details& details) const override { details.AddWords("loop", "one hot"); }

 private:
  template <class Word>
  void RunWords(const Places& places) const {
    const auto* const classes = reinterpret_cast<const int64_t*>(places.First(slots_[0]));
    Word on, off;
    std::memcpy(&on, places.First(slots_[1]), sizeof(Word));
    std::memcpy(&off, places.First(slots_[2]), sizeof(Word));
    auto* const out = reinterpret_cast<Word*>(places.First(slots_[3]));
    if (inner_ > 1) return FillRows(classes, on, off, out);
    const int64_t grain = std::max<int64_t>(1, GrainFor(kOneHotCost) / count_);
    ParallelFor(outer_, grain, [&](int64_t begin, int64_t end) {
      std::fill_n(out + begin * count_, (end - begin) * count_, off);
      for (int64_t row = begin; row < end; ++row) {
        const bool is_place = classes[row] >= 0 && classes[row] < count_;
        if (is_place) out[row * count_ + classes[row]] = on;
      }
    });
  }

  // A row for each class, as long as the innermost axis.
  template <class Word>
  void FillRows(const int64_t* classes, Word on, Word off, Word* out) const {
    const int64_t grain = std::max<int64_t>(1, GrainFor(kOneHotCost) / inner_);
    ParallelFor(outer_ * count_, grain, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t of_row = row % count_;
        const int64_t* const from = classes + row / count_ * inner_;
        Word* const to = out + row * inner_;
        for (int64_t i = 0; i < inner_; ++i) to[i] = from[i] == of_row ? on : off;
      }
    });
  }

  const int64_t outer_, count_, inner_, bytes_;
  const bool has_work_;
  const std::array<int32_t, 4> slots_;
};

}  // namespace

Stage PlanOneHot(const OneHotInputs& inputs) {
  return {std::make_unique<OneHotComputation>(inputs), 0, inputs.out->extent.elements, kOneHotCost};
}

}  // namespace openaclnn

// The kernels of ramps, triangles and places that come several times (kinds/moves/plan.h): a thread
// for each element.
#include <cstdint>

#include "acl/acl_base.h"
#include "cuda/device/elements.h"
#include "cuda/device/walk.h"
#include "cuda/device/words.h"
#include "kinds/moves/device/elements.h"
#include "kinds/moves/made_argument.h"

namespace openaclnn {
namespace {

constexpr int kColumns = 0, kRows = 1;  // axes

OPENACLNN_INLINE void MakeRamp(const RampArgument& argument) {
  const ElementwiseArgument& plan = argument.plan;
  for (int64_t i = ThisThread(); i < plan.elements; i += CountThreads()) {
    uint64_t at[1];
    Locate(plan, i, at);
    if (argument.ramp.of_integers) {
      StoreElement(at[0], plan.dtype[0], argument.ramp.IntegerAt(i));
    } else {
      StoreElement(at[0], plan.dtype[0], argument.ramp.NumberAt(i));
    }
  }
}

OPENACLNN_INLINE void KeepTriangle(const TriangleArgument& argument) {
  const ElementwiseArgument& plan = argument.plan;
  for (int64_t i = ThisThread(); i < plan.elements; i += CountThreads()) {
    uint64_t at[2];
    Locate(plan, i, at);
    const int64_t row = i / plan.extent[kColumns], column = i - row * plan.extent[kColumns];
    const int64_t above = column - row % plan.extent[kRows] - argument.diagonal;
    if (argument.is_upper ? above >= 0 : above <= 0) {
      CopyElement(at[1], at[0], plan.dtype[0]);
    } else {
      ZeroElement(at[0], plan.dtype[0]);
    }
  }
}

class RepeatEach {
 public:
  OPENACLNN_INLINE explicit RepeatEach(const RepeatEachArgument& argument)
      : argument_(argument),
        count_(argument.plan.extent[kPlaces]),
        size_(argument.plan.extent[kSize]) {}

  OPENACLNN_INLINE void Run() const {
    const int64_t chunks = (count_ + argument_.chunk - 1) / argument_.chunk;
    switch (argument_.step) {
      case RepeatEachArgument::kAddChunks:
        for (int64_t c = ThisThread(); c < chunks; c += CountThreads()) SetSum(c, AddChunk(c));
        return;
      case RepeatEachArgument::kAddBefore:
        if (ThisThread() == 0) AddBefore(chunks);
        return;
      case RepeatEachArgument::kAddPlaces:
        for (int64_t c = ThisThread(); c < chunks; c += CountThreads()) AddPlaces(c);
        return;
      default:
        return Copy();
    }
  }

 private:
  enum { kInner, kPlaces, kSize, kOuter };  // axes
  enum { kTo, kFrom, kRepeats };            // operands

  OPENACLNN_INLINE int64_t Times(int64_t place) const {
    const ElementwiseArgument& plan = argument_.plan;
    const auto offset = static_cast<uint64_t>(place) *
                        static_cast<uint64_t>(plan.stride[kPlaces][kRepeats]);
    return LoadInteger<int64_t>(plan.address[kRepeats] + offset, plan.dtype[kRepeats]);
  }
  OPENACLNN_INLINE void SetSum(int64_t chunk, int64_t sum) const {
    StoreAt(argument_.sums + static_cast<uint64_t>(chunk) * sizeof(int64_t), sum);
  }
  OPENACLNN_INLINE int64_t Sum(int64_t chunk) const {
    return LoadAt<int64_t>(argument_.sums + static_cast<uint64_t>(chunk) * sizeof(int64_t));
  }
  OPENACLNN_INLINE uint64_t StartAt(int64_t place) const {
    return argument_.starts + static_cast<uint64_t>(place) * sizeof(int64_t);
  }

  OPENACLNN_INLINE int64_t AddChunk(int64_t chunk) const {
    int64_t sum = 0;
    const int64_t first = chunk * argument_.chunk;
    for (int64_t p = first; p < count_ && p < first + argument_.chunk; ++p) {
      sum = AfterTimes(sum, Times(p), size_);
    }
    return sum;
  }
  OPENACLNN_INLINE void AddBefore(int64_t chunks) const {
    int64_t before = 0;
    for (int64_t c = 0; c < chunks; ++c) {
      const int64_t sum = Sum(c);
      SetSum(c, before);
      before = AfterTimes(before, sum, size_);
    }
    StoreAt(StartAt(count_), before);
  }
  OPENACLNN_INLINE void AddPlaces(int64_t chunk) const {
    int64_t sum = Sum(chunk);
    const int64_t first = chunk * argument_.chunk;
    for (int64_t p = first; p < count_ && p < first + argument_.chunk; ++p) {
      StoreAt(StartAt(p), sum);
      sum = AfterTimes(sum, Times(p), size_);
    }
  }

  // The last place that begins at `at` or before it; `count_` if that is behind all.
  OPENACLNN_INLINE int64_t PlaceOf(int64_t at) const {
    int64_t first = 0, end = count_ + 1;
    while (end - first > 1) {
      const int64_t middle = first + (end - first) / 2;
      (LoadAt<int64_t>(StartAt(middle)) <= at ? first : end) = middle;
    }
    return first;
  }

  OPENACLNN_INLINE void Copy() const {
    const ElementwiseArgument& plan = argument_.plan;
    const int64_t inner = plan.extent[kInner], elements = inner * size_ * plan.extent[kOuter];
    const int dtype = plan.dtype[kTo];
    const auto item = static_cast<uint64_t>(plan.stride[kInner][kTo]);
    for (int64_t i = ThisThread(); i < elements; i += CountThreads()) {
      const int64_t row = i / inner, outer = row / size_, place = PlaceOf(row - outer * size_);
      const uint64_t target = plan.address[kTo] + static_cast<uint64_t>(i) * item;
      if (place == count_) {
        ZeroElement(target, dtype);
        continue;
      }
      const int64_t from = (outer * count_ + place) * inner + (i - row * inner);
      CopyElement(plan.address[kFrom] + static_cast<uint64_t>(from) * item, target, dtype);
    }
  }

  const RepeatEachArgument& argument_;
  const int64_t count_, size_;
};

OPENACLNN_INLINE void RunRepeatEach(const RepeatEachArgument& argument) {
  RepeatEach(argument).Run();
}

}  // namespace

OPENACLNN_NAMED_KERNEL(openaclnn_repeat_each, RunRepeatEach, RepeatEachArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_ramp, MakeRamp, RampArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_triangle, KeepTriangle, TriangleArgument)

}  // namespace openaclnn

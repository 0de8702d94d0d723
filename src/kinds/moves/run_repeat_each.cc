#include "kinds/moves/run_repeat_each.h"

#include <algorithm>
#include <cstring>

#include "acl/acl_base.h"
#include "base/dtype.h"
#include "cpu/threads.h"
#include "kinds/moves/times.h"

namespace openaclnn {
namespace {

constexpr int kFrom = 0, kRepeats = 1, kTo = 2;
constexpr size_t kInner = 0, kPlaces = 1, kSize = 2, kOuter = 3;  // axes

template <class Integer>
void AddTimes(const Plan& plan, const std::byte* repeats, int64_t* starts) {
  const Axis& places = plan.axes[kPlaces];
  const int64_t size = plan.axes[kSize].extent;
  starts[0] = 0;
  for (int64_t p = 0; p < places.extent; ++p) {
    Integer times;
    std::memcpy(&times, repeats + p * places.stride[kRepeats], sizeof(times));
    starts[p + 1] = AfterTimes(starts[p], times, size);
  }
}

// `count` copies of a run of bytes, one after the other.
void CopyTimes(const std::byte* from, int64_t bytes, int64_t count, std::byte* to) {
  if (bytes == 1) {
    std::memset(to, static_cast<int>(*from), static_cast<size_t>(count));
    return;
  }
  for (int64_t k = 0; k < count; ++k) {
    std::memcpy(to + k * bytes, from, static_cast<size_t>(bytes));
  }
}
template <size_t kBytes>
void CopyItems(const std::byte* from, int64_t count, std::byte* to) {
  for (int64_t k = 0; k < count; ++k) {
    std::memcpy(to + static_cast<size_t>(k) * kBytes, from, kBytes);
  }
}
void Copy(const std::byte* from, int64_t bytes, int64_t count, std::byte* to) {
  switch (bytes) {
    case 2:
      return CopyItems<2>(from, count, to);
    case 4:
      return CopyItems<4>(from, count, to);
    case 8:
      return CopyItems<8>(from, count, to);
    default:
      return CopyTimes(from, bytes, count, to);
  }
}

class RepeatedPlaces {
 public:
  RepeatedPlaces(const Plan& plan, const OperandData& data, const int64_t* starts)
      : from_(data[kFrom] + plan.origin[kFrom]),
        to_(data[kTo] + plan.origin[kTo]),
        starts_(starts),
        count_(plan.axes[kPlaces].extent),
        size_(plan.axes[kSize].extent),
        bytes_(plan.axes[kInner].extent * DtypeBytes(plan.dtype[kTo])) {}

  // Places `begin` .. `end` of the result, counted through all that are outer.
  void Run(int64_t begin, int64_t end) const {
    while (begin < end) {
      const int64_t outer = begin / size_, first = begin % size_;
      const int64_t rest = std::min(size_, first + end - begin);
      RunIn(outer, first, rest);
      begin += rest - first;
    }
  }

 private:
  void RunIn(int64_t outer, int64_t at, int64_t end) const {
    const std::byte* const from = from_ + outer * count_ * bytes_;
    std::byte* const to = to_ + outer * size_ * bytes_;
    int64_t place = std::upper_bound(starts_, starts_ + count_ + 1, at) - starts_ - 1;
    for (; at < end && place < count_; ++place) {
      const int64_t next = std::min(end, starts_[place + 1]);
      Copy(from + place * bytes_, bytes_, next - at, to + at * bytes_);
      at = next;
    }
    std::memset(to + at * bytes_, 0, static_cast<size_t>((end - at) * bytes_));
  }

  const std::byte* const from_;
  std::byte* const to_;
  const int64_t* const starts_;
  const int64_t count_, size_, bytes_;
};

}  // namespace

void RunRepeatEach(const Plan& plan, const OperandData& data, int64_t* starts) {
  const std::byte* const repeats = data[kRepeats] + plan.origin[kRepeats];
  plan.dtype[kRepeats] == ACL_INT32 ? AddTimes<int32_t>(plan, repeats, starts)
                                    : AddTimes<int64_t>(plan, repeats, starts);
  const int64_t inner = plan.axes[kInner].extent;
  const int64_t rows = plan.axes[kSize].extent * plan.axes[kOuter].extent;
  if (inner == 0 || rows == 0) return;
  const RepeatedPlaces places(plan, data, starts);
  const int64_t grain = std::max<int64_t>(1, GrainFor(kRepeatEachCost) / inner);
  ParallelFor(rows, grain, [&](int64_t begin, int64_t end) { places.Run(begin, end); });
}

}  // namespace openaclnn

// The order in which partial sums are put together on CPUs (docs/numerics.md, "Sums"): as a tree,
// neighbours first; the last one waits where it has no neighbour. cuda/device/tree.h is its twin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace openaclnn {

// Calls join(left, right) for each addition of the number `right` to the number `left`; the sum is
// the number 0 in the end.
template <class Join>
void ForEachJoin(int64_t count, Join join) {
  for (int64_t step = 1; step < count; step *= 2) {
    for (int64_t i = 0; i + step < count; i += 2 * step) join(i, i + step);
  }
}

// The sum of count > 0 numbers, in place.
inline double TreeSum(double* values, int64_t count) {
  for (; count > 1; count = (count + 1) / 2) {
    for (int64_t i = 0; i < count / 2; ++i) values[i] = values[2 * i] + values[2 * i + 1];
    if (count % 2 != 0) values[count / 2] = values[count - 1];
  }
  return values[0];
}

// right[i] is added to left[i]: doubles, or integers modulo 2^64.
struct AddNumbers {
  void operator()(double* left, const double* right, int64_t width) const {
    for (int64_t i = 0; i < width; ++i) left[i] = left[i] + right[i];
  }
  void operator()(int64_t* left, const int64_t* right, int64_t width) const {
    for (int64_t i = 0; i < width; ++i) {
      left[i] =
          static_cast<int64_t>(static_cast<uint64_t>(left[i]) + static_cast<uint64_t>(right[i]));
    }
  }
};

// A tree that gets its numbers one by one. Each is `width` numbers side by side, for which there is
// room for `slack` more. JoinNumbers says what joining two of them is.
template <class S, class JoinNumbers = AddNumbers>
class SumTree {
 public:
  SumTree(int64_t width, int64_t slack, JoinNumbers join = {})
      : width_(width), slack_(slack), join_(join) {}

  // Where the next number is to be written.
  S* Next() {
    if (levels_.size() <= depth_) levels_.emplace_back(static_cast<size_t>(width_ + slack_));
    return levels_[depth_].data();
  }
  // Takes it.
  void Add() {
    ++depth_;
    for (int64_t i = ++count_; i % 2 == 0; i /= 2) Join();
  }
  const S* Sum() {
    while (depth_ > 1) Join();
    depth_ = 0;
    count_ = 0;
    return levels_[0].data();
  }

 private:
  void Join() {
    --depth_;
    join_(levels_[depth_ - 1].data(), levels_[depth_].data(), width_);
  }

  const int64_t width_, slack_;
  const JoinNumbers join_;
  std::vector<std::vector<S>> levels_;
  size_t depth_ = 0;
  int64_t count_ = 0;
};

}  // namespace openaclnn

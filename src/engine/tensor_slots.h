// Where the tensors of a call lie, by slot.
#pragma once

#include <algorithm>
#include <cstddef>

#include "engine/computation.h"

namespace openaclnn {

// One slot for each argument, then one for each member of the lists of tensors, in their order.
// Where no tensor was given, as for numbers, there is no handle. Behind them is one more, of_kind,
// for what a kind makes up.
class TensorSlots {
 public:
  // Their contents are left open.
  explicit TensorSlots(size_t size)
      : size_(size), slots_(size < kFew ? few_ : new TensorSlot[size + 1]) {}
  TensorSlots(const TensorSlot* slots, size_t size) : TensorSlots(size) {
    std::copy_n(slots, size + 1, slots_);
  }
  TensorSlots(const TensorSlots& other) : TensorSlots(other.slots_, other.size_) {}
  TensorSlots& operator=(const TensorSlots&) = delete;
  ~TensorSlots() {
    if (slots_ != few_) delete[] slots_;
  }

  size_t size() const { return size_; }
  int of_kind() const { return static_cast<int>(size_); }
  TensorSlot* data() { return slots_; }
  const TensorSlot* data() const { return slots_; }
  TensorSlot* begin() { return slots_; }
  const TensorSlot* begin() const { return slots_; }
  TensorSlot* end() { return slots_ + size_; }
  const TensorSlot* end() const { return slots_ + size_; }
  TensorSlot& operator[](size_t i) { return slots_[i]; }
  const TensorSlot& operator[](size_t i) const { return slots_[i]; }

 private:
  static constexpr size_t kFew = 9;

  size_t size_;
  TensorSlot* slots_;
  TensorSlot few_[kFew];
};

}  // namespace openaclnn

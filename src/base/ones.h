// The bits of a mask that are set: for (int i : Ones(mask)), from the lowest on.
#pragma once

#include <bit>
#include <cstdint>

namespace openaclnn {

class Ones {
 public:
  explicit constexpr Ones(uint64_t mask) : mask_(mask) {}

  class Iterator {
   public:
    explicit constexpr Iterator(uint64_t left) : left_(left) {}
    constexpr int operator*() const { return std::countr_zero(left_); }
    constexpr Iterator& operator++() {
      left_ &= left_ - 1;
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    uint64_t left_;
  };
  constexpr Iterator begin() const { return Iterator(mask_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  uint64_t mask_;
};

// Bit i of a mask.
constexpr uint64_t BitAt(int i) { return uint64_t{1} << i; }

}  // namespace openaclnn

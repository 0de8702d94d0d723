// Dense conversion from any of the 15 dtypes that moves take to any other, by the rules of
// docs/numerics.md, "Conversions": rounded once, to nearest even; floats to integers toward zero
// and saturating; integers to integers the low bits.
//
// The 210 pairs are chains of a few loops. All except the last that rounds are exact, or round to
// odd. They have so many bits to spare that a rounding to nearest that follows is that of the exact
// value.
#pragma once

#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"
#include "cpu/convert.h"

namespace openaclnn {

// FLOAT16, BFLOAT16, FLOAT, DOUBLE, the 8 to 64 bit integers, BOOL, COMPLEX64 and COMPLEX128.
bool IsCastable(aclDataType dtype);

class Cast {
 public:
  // Bytes that an element of a chain's values has at most.
  static constexpr int64_t kWidest = 16;

  // Between two dtypes that are castable.
  Cast(aclDataType from, aclDataType to);

  // Whether all bits stay: also of integers of one size.
  bool IsIdentity() const { return steps_.empty(); }

  // `count` elements. Nothing overlaps, nothing needs to be aligned; each scratch has `count` times
  // kWidest bytes. Not for the identity.
  void operator()(const void* source, void* target, int64_t count, std::byte* scratch,
                  std::byte* other_scratch) const;

 private:
  struct Step {
    ConvertLoop loop;
    int parts;  // numbers that the loop converts for each element
  };

  void AddSteps(aclDataType from, aclDataType to);
  void AddReal(aclDataType from, aclDataType to);
  void AddFromFloat(aclDataType to);
  void AddFromDouble(aclDataType to);
  void AddSaturated(aclDataType to);
  void AddFromInteger(aclDataType from, aclDataType to);
  void AddFrom64(bool is_signed, aclDataType to);
  void AddLowBits(int bytes, int to_bytes);
  void AddTruth(aclDataType from);
  void Add(ConvertLoop loop, int parts = 1) { steps_.push_back({loop, parts}); }

  boost::container::static_vector<Step, 4> steps_;
};

}  // namespace openaclnn

// Tensors of a computation that may be missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kinds/accessed.h"

namespace openaclnn {

// Where a run finds a value.
struct Found {
  int32_t slot = -1;  // there is none
  int64_t origin = 0;

  template <class T = float>
  T* At(const Places& places) const {
    std::byte* const first = slot < 0 ? nullptr : places.First(slot);  // null: empty
    return first == nullptr ? nullptr : reinterpret_cast<T*>(first + origin);
  }
  // The beginning of a row of a dense matrix.
  float* Row(const Places& places, int64_t row, int64_t columns) const {
    float* const first = At(places);
    return first == nullptr ? nullptr : first + row * columns;
  }
};

class FindingComputation : public AccessedComputation {
 public:
  bool HasWork() const override { return CountAccesses() > 0; }

 protected:
  Found Reads(const std::optional<Value>& value) { return Accesses(value, false); }
  Found Writes(const std::optional<Value>& value) { return Accesses(value, true); }
  Found Accesses(const std::optional<Value>& value, bool writes) {
    if (!value) return {};
    AddAccess(*value, writes);
    return {value->slot, value->origin};
  }
};

}  // namespace openaclnn

// A computation that takes words of a stream: it reads the tensors of the seed and the offset, and
// whatever its kind adds.
#pragma once

#include <cstdint>
#include <cstring>

#include "kinds/accessed.h"
#include "kinds/random/philox.h"
#include "kinds/random/plan.h"

namespace openaclnn {

class DrawnComputation : public AccessedComputation {
 protected:
  explicit DrawnComputation(const WordSource& source)
      : stream_{source.seed, source.offset},
        seed_(Add(source.seed_tensor)),
        offset_(Add(source.offset_tensor)) {}

  // The words of a run.
  WordStream StreamAt(const Places& places) const {
    WordStream stream = stream_;
    if (seed_ >= 0) stream.seed = IntegerAt(seed_, places);
    if (offset_ >= 0) stream.offset += IntegerAt(offset_, places);
    return stream;
  }

 private:
  // Its number among the accesses; -1 for none.
  int Add(const std::optional<Value>& tensor) {
    if (!tensor) return -1;
    AddAccess(*tensor, false);
    return static_cast<int>(CountAccesses()) - 1;
  }
  uint64_t IntegerAt(int access, const Places& places) const {
    const auto at = static_cast<size_t>(access);
    uint64_t integer;
    std::memcpy(&integer, DataOf(at, places) + WalkOf(at).origin[0], sizeof(integer));
    return integer;
  }

  WordStream stream_;
  int seed_, offset_;
};

}  // namespace openaclnn

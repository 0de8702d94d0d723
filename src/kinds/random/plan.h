// Random numbers as stages. Element i of a result, in row-major order, takes word i of the call's
// stream, or, where it says so, words 2 i and 2 i + 1. So a result depends on the seed, the offset
// and the shape alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/shared.h"
#include "kinds/random/draw.h"
#include "kinds/stage.h"

namespace openaclnn {

// The seed and the offset of a call. What tensors of one integer have counts when the call runs:
// the seed is that of `seed_tensor`, and the number in `offset_tensor` is added to the offset.
struct WordSource {
  uint64_t seed = 0, offset = 0;
  std::optional<Value> seed_tensor = {}, offset_tensor = {};
};

// All elements of `to`, which has any real dtype or BOOL, are drawn.
OPENACLNN_SHARED Stage PlanDraw(const WordSource& source, const Draw& draw, const Value& to);

// Bit i of `bits`, dense bytes whose lowest bit comes first, is 1 with probability `kept`.
OPENACLNN_SHARED Stage PlanDrawBits(const WordSource& source, double kept, const Value& bits);

// `out` is scale * from where the bit of an element, in row-major order, is 1, else 0. `bits` are
// dense bytes, and enough of them.
struct KeepInputs {
  Value from, bits;
  double scale;
  Value out;  // of the shape of `from`
};
OPENACLNN_SHARED Stage PlanKeep(const KeepInputs& inputs);

// `out`, of one axis, has the numbers from 0 on in random order: those of 64-bit keys, of which
// number i has words 2 i and 2 i + 1.
OPENACLNN_SHARED Stage PlanPermutation(const WordSource& source, const Value& out);

// Each row of `out` has indices of the same row of `weights`, [rows, columns] or [columns] both.
// With replacement sample number i of all takes words 2 i and 2 i + 1. Without, weight number j of
// all takes word j for its waiting time, and the shortest ones come first.
struct SampleInputs {
  Value weights, out;
  bool replaces;
  std::string name;  // of the weights in messages
};
OPENACLNN_SHARED Stage PlanSamples(const WordSource& source, const SampleInputs& inputs);

}  // namespace openaclnn

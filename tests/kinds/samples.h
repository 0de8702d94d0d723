// What generic tests know of a kind of computation: the calls that matter to it. A kind has a
// folder here with its samples.cc, and a line in samples.cc next to this file if it has calls of
// its own.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/op_spec.h"
#include "tests/bits/calls.h"
#include "tests/ops/harness/array.h"

namespace openaclnn::test {

struct Samples {
  const Kind* kind;
  // Calls of an operator over all values that matter. Their results are hashed.
  void (*for_each_sweep)(const OpSpec& spec, Extent extent, const UseCall& use);
};

extern const Samples kChannelsSamples, kElementwiseSamples, kFillSamples, kMoveSamples,
    kRowsSamples, kSelectSamples;

// Those of the operator's kind. A kind without has the cases of tests/ops/cases, in shapes that
// are summed in each of the orders.
const Samples& SamplesOf(const OpSpec& spec);

// Special values of a dtype.
std::vector<uint64_t> SpecialOf(aclDataType dtype);

// The values in another order.
Array Others(const Array& values);

// Truths, every second of which is false.
Array Mask(const Shape& shape);

}  // namespace openaclnn::test

// The largest or smallest elements along axes of a tensor, where they are, and whether any or all
// elements are not 0: exact, and the same in any order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"
#include "kinds/reduction/extreme_loops.h"
#include "kinds/reduction/spec.h"
#include "kinds/reduction/walk.h"

namespace openaclnn {

// How elements of a dtype are taken as words (kinds/reduction/extreme_loops.h).
struct WordWay {
  int bytes;  // of a word
  Taking taking;
  Comparing comparing;
  bool is_truth;                      // results are 0 or 1
  int64_t flip, infinity, magnitude;  // WordOrder
};
WordWay WordWayOf(aclDataType dtype, Extreme extreme);

// A dtype of so many bytes whose elements loops take as they are.
aclDataType DtypeOfWords(int bytes);

struct ExtremesRun {
  ReductionTerms terms;  // of DtypeOfWords
  WordWay way;
  const Plan* values;  // PlanInOrder of the results alone, of DtypeOfWords or, of truths, of INT8
  std::byte* value_data;
  const Plan* indices;  // null: they are not wanted, or else
  std::byte* index_data;
};

// The bytes of a part that threads share.
int64_t BytesOfExtreme(const WordWay& way, bool has_indices);

// Values are results of some elements; where none are wanted `values` is null.
void RunExtremes(const ExtremesRun& run);
// Whether any, or all, of no elements are not 0.
void RunTruthsOfNothing(const ExtremesRun& run);

}  // namespace openaclnn

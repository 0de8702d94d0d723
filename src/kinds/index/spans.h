// Places along an axis that follow each other, from where an integer says on, as a stage.
#pragma once

#include <cstdint>
#include <optional>

#include "base/shared.h"
#include "kinds/index/indexed.h"
#include "kinds/stage.h"

namespace openaclnn {

// What the integers of a matrix of two columns are, one row for each span.
enum class SpanColumns : uint8_t {
  kStarts,           // there is one column: where spans start
  kRowsAndStarts,    // the row that a span is in, and where it starts
  kStartsAndCounts,  // where a span starts, and how many of its places count
};

struct SpansInputs {
  Value numbers;  // dense INT64
  SpanColumns columns = SpanColumns::kStarts;
  std::optional<Value> mask = {};    // dense UINT8, one for each span: which ones count
  int64_t rows = 0;                  // how many there are, if spans are in rows
  int64_t extent = 0;                // of the axis
  Value places;                      // dense INT64, [spans, size]: start + k
  std::optional<Value> counts = {};  // dense INT64, [spans]: how many places count, 0 without mask
  NameInCall name;                   // of the numbers
};
// Fails the run if a place that counts is none along the axis, a row is none, or a count is below 0
// or above the size. Nothing is asked of spans that the mask leaves out.
OPENACLNN_SHARED Stage PlanSpans(const SpansInputs& inputs);

}  // namespace openaclnn

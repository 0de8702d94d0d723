// The trace that OPENACLNN_TRACE asks for: a file of trace events in JSON, which Perfetto and
// chrome://tracing show as a time line. The file is whole after every event, however the process
// ends. A child made by fork adds nothing to its parent's file.
#pragma once

#include <cstdint>
#include <string>

#include "base/details.h"

namespace openaclnn {

// Whether events are asked for. Once the file cannot grow, or in a child, they are dropped.
bool Tracing();

// Nanoseconds of the clock that events are timed by.
int64_t TraceClock();

// Rows of the time line.
int64_t RowOfThisThread();
inline int64_t RowOfStream(int32_t id) {
  return 1'000'000'000 + int64_t{id};
}  // beyond all threads
void NameRow(int64_t row, const std::string& name) noexcept;

// Something that took time.
struct Span {
  const char* name;
  const char* category;
  int64_t row;
  int64_t begin, end;  // of TraceClock
};
// `flow`: of the arrow that ends here; 0: none does.
void TraceSpan(const Span& span, const Details& details, uint64_t flow = 0) noexcept;

// Begins an arrow from what this thread does now to the span that will name its number, which is
// returned.
uint64_t BeginFlow(const char* name) noexcept;

}  // namespace openaclnn

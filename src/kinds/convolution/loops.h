// The SIMD loops that copy elements under a kernel, for each target.
#pragma once

#include <cstdint>

namespace openaclnn {

inline constexpr int64_t kColumnsOfGroup = 16;

// Elements of a group that lie equally far apart.
struct RunOfElements {
  int64_t from;           // items behind a channel's first one
  int32_t column, count;  // in the group
};

// Up to kColumnsOfGroup columns of a row, and how the elements of one tap lie.
struct GroupOfColumns {
  enum class Way : uint8_t {
    kNone,         // all columns are 0
    kAll,          // all lie side by side
    kSome,         // those of `mask` lie side by side, others are 0
    kEverySecond,  // all of a whole group lie two apart
    kRuns,         // runs, others are 0
  };
  Way way;
  int32_t count;            // columns
  uint32_t mask;            // those that have an element
  int64_t from;             // where column 0 has it, or would have it
  int32_t first_run, runs;  // of the group
};

// The groups of a row, which all channels have alike.
struct CopyOfRows {
  const GroupOfColumns* groups;
  int64_t num_groups;
  const RunOfElements* runs;
  int64_t step;  // items from an element of a run to the next one
  const void* from;
  int64_t channels, channel_stride;  // items
  void* to;
  int64_t pitch;  // items from a channel's row to that of the next one
};

struct WindowLoops {
  void (*copy_words)(const CopyOfRows& copy);   // of 4 bytes
  void (*copy_halves)(const CopyOfRows& copy);  // of 2 bytes
};

// The loops of the SIMD target in use.
const WindowLoops& GetWindowLoops();

}  // namespace openaclnn

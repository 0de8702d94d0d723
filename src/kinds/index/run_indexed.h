// The walk over indexed places on CPUs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "boost/container/small_vector.hpp"

namespace openaclnn {

inline constexpr size_t kMostIndices = 8;

// In bytes, from one point to the next.
struct IndexedAxis {
  int64_t extent;
  int64_t table, elements;
  std::array<int64_t, kMostIndices> indices;
};

// What an index says, whose numbers have been checked.
struct IndexedBy {
  bool is_wide;    // INT64, else INT32
  int64_t extent;  // is added to what is below 0
  int64_t stride;  // bytes along the table
};

struct IndexedWalk {
  std::vector<IndexedAxis> axes;  // innermost first
  boost::container::small_vector<IndexedBy, 2> by;
  int64_t points = 0;
  int64_t block_bytes = 0;  // that are moved at each point
  // The axis along which threads share the work, or kNoAxis: then along the blocks.
  static constexpr size_t kNoAxis = SIZE_MAX;
  size_t shared_axis = 0;
};

struct IndexedData {
  std::byte* table;
  std::byte* elements;
  std::array<const std::byte*, kMostIndices> indices;
};

// What a point costs on one core, about, in picoseconds.
int64_t IndexedCost(const IndexedWalk& walk);

void ReadIndexed(const IndexedWalk& walk, const IndexedData& data);
// Points whose place is one are written in row-major order, if threads share an axis along which
// the table has places of its own.
void WriteIndexed(const IndexedWalk& walk, const IndexedData& data);

}  // namespace openaclnn

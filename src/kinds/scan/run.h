// Sums, or products, of all elements up to each one, along one axis.
//
// The order of additions follows from the size of the axis alone: elements are added one after the
// other in blocks of kTermsOfChunk, and each result is such a sum added to that of the blocks
// before, which are added one after the other. Products are made one after the other, from the
// first element on: the product of a block by itself may overflow where that of all does not.
#pragma once

#include <cstdint>

#include "cpu/tile_io.h"
#include "tensor/plan.h"

namespace openaclnn {

// What an element costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kScanCost = 600;

struct ScanShape {
  int64_t outer, length, inner;  // axes before the one that is summed along, it, and those behind
};

struct ScanRun {
  const Plan* plan;  // PlanInOrder of the elements and the sums
  OperandData data;
  ScanShape shape;
  void* totals;  // ScanTotals(shape) numbers of 8 bytes
};

// The sums of blocks, where threads share rows; else 0.
int64_t ScanTotals(const ScanShape& shape);

// In double, or, for integers, modulo 2^64.
void RunScan(const ScanRun& run, bool of_integers);

// The same of products, which need no totals. Elements and products may be one tensor.
void RunProductScan(const ScanRun& run, bool of_integers);

}  // namespace openaclnn

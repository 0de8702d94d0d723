// What specs say of a formula, in the kinds that compute by one: its kernels, and in which types
// they compute for which dtypes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/work.h"

namespace openaclnn {

// How a result that is a real number becomes an element of integers, saturating.
enum class IntegerResults : uint8_t { kTruncated, kNearest };

// What comes of elements that are compared with each other, or with scalars, exactly as they are.
enum class Comparison : uint8_t {
  kNone,
  kTells,    // a truth, 1 or 0: operands of integers are compared as integers
  kChooses,  // one of the numbers, rounded once: as integers where the result has integers, too
};

// Work::options of these kinds.
enum FormulaOption : size_t {
  kWideMixtures,      // operands and results of several dtypes are computed with in double
  kWideIntegers,      // integers whose result is DOUBLE are computed with in double
  kIntegerQuotients,  // the quotient of integers is a FLOAT unless the result has integers
  kComparison,        // a Comparison
  kIntegerResults,    // an IntegerResults
  kTruthsInBytes,     // BOOL alone, or any bytes that are compared, goes through the loop of bytes
};

constexpr bool Has(const Work& work, FormulaOption option) { return work.options[option] != 0; }
constexpr Comparison ComparisonOf(const Work& work) {
  return static_cast<Comparison>(work.options[kComparison]);
}

}  // namespace openaclnn

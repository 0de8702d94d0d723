// How specs say that elements are summed, or multiplied, up to each one along an axis:
// .work = Scans({.axis = "dim", .sum_dtype = "dtype"}).
#pragma once

#include <string_view>

#include "base/shared.h"
#include "engine/kind.h"
#include "engine/work.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kScanKind;

struct ScanSpec {
  std::string_view axis;            // the argument that names it, an integer or a scalar
  std::string_view sum_dtype = {};  // that of the dtype of the sums
  bool multiplies = false;
};

enum ScanRole : size_t { kScannedAxis, kScanDtype };  // Work::names
enum ScanOption : size_t { kMultiplies };             // Work::options

constexpr Work Scans(const ScanSpec& spec) {
  return {.kind = &kScanKind,
          .names = {spec.axis, spec.sum_dtype},
          .options = {spec.multiplies ? 1 : 0}};
}

}  // namespace openaclnn

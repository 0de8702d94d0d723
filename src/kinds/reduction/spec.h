// How specs say that elements are summed over axes, and perhaps averaged:
// .work = Reduces({.axes = "dims", .sum_dtype = "dtype"}).
#pragma once

#include <string_view>

#include "base/shared.h"
#include "engine/kind.h"
#include "engine/work.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kReductionKind;

struct ReductionSpec {
  std::string_view axes;       // the argument that names them
  std::string_view sum_dtype;  // that of the dtype of the sums
  bool averages = false;       // whether these are divided by how many elements they have
};

enum ReductionRole : size_t { kReducedAxes, kSumDtype };  // Work::names
enum ReductionOption : size_t { kAverages };              // Work::options

constexpr Work Reduces(const ReductionSpec& spec) {
  return {
      .kind = &kReductionKind, .names = {spec.axes, spec.sum_dtype}, .options = {spec.averages}};
}

}  // namespace openaclnn

// How specs say that elements are put in order along an axis, all or the first ones:
// .work = Sorts({.axis = "dim", .descending = "descending"}).
#pragma once

#include <string_view>

#include "base/shared.h"
#include "engine/kind.h"
#include "engine/work.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kSortKind;

// Results: the elements, if a spec names them, then their indices along the axis. These results
// have as many along it as are wanted.
struct SortSpec {
  std::string_view axis;        // the argument that names it
  std::string_view descending;  // a bool: the largest come first
};

enum SortRole : size_t { kSortedAxis, kDescending };  // Work::names

constexpr Work Sorts(const SortSpec& spec) {
  return {.kind = &kSortKind, .names = {spec.axis, spec.descending}};
}

}  // namespace openaclnn

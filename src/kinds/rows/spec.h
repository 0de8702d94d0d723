// How specs say that rows along OpSpec::axis are reduced to a few numbers, with which their
// elements are mapped: .work = Rows({.kernels = ...}).
#pragma once

#include <string_view>

#include "base/shared.h"
#include "engine/kind.h"
#include "engine/work.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kRowsKind;

struct RowsSpec {
  Kernels kernels;
  std::string_view row_result = {};  // the output that receives a number for each row, if any
};

enum RowsRole : size_t { kRowResult };  // Work::names

constexpr Work Rows(const RowsSpec& spec) {
  return {.kind = &kRowsKind, .names = {spec.row_result}, .kernels = spec.kernels};
}

}  // namespace openaclnn

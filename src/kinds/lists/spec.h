// How specs say that a formula is applied to the members of lists, those of one index together:
// .work = Lists({.kernels = ...}).
#pragma once

#include <cstddef>
#include <string_view>

#include "base/shared.h"
#include "engine/kind.h"
#include "engine/work.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kListsKind;
// The kind of those with ListsSpec::number.
OPENACLNN_SHARED extern const Kind kListsByNumberKind;

struct ListsSpec {
  Kernels kernels;
  SetMoreParams set_more_params = nullptr;
  std::string_view number = {};  // a tensor of one element, the first parameter for all members
};

enum ListsRole : size_t { kListsNumber };  // Work::names

// The operands of the formula are the lists that are read, in the order of the prototype, and its
// result is the list that is written. A tensor among them has one number for each index. Scalars
// are the formula's parameters, as elsewhere; a list of scalars has the first one for each index.
// `number` is no operand: it is read when the stream runs the call.
constexpr Work Lists(const ListsSpec& spec) {
  return {.kind = spec.number.empty() ? &kListsKind : &kListsByNumberKind,
          .names = {spec.number},
          .kernels = spec.kernels,
          .set_more_params = spec.set_more_params};
}

}  // namespace openaclnn

// The spec of a function of one number whose results are floats, of integers by way of double.
#pragma once

#include <string_view>

#include "ops/math/family.h"

namespace openaclnn {

inline constexpr Chips kAllBut950{Chip::kAscend310P, Chip::kAscend910, Chip::kAscend910B,
                                  Chip::kAscend910_93};

constexpr OpSpec FunctionSpec(std::string_view name, std::string_view formula, DtypeSet dtypes,
                              Kernels::Get kernel, std::string_view input = "self",
                              Chips chips = kAllChips) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input(input), Output("out")},
      .rules = {DtypeIn(input, dtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
                SameShape("out", input)},
      .chips = chips,
      .operands = {input},
      .results = {"out"},
      .work = Elementwise({.kernels = {kernel}, .wide_integers = true}),
  };
}

// A function of two tensors that broadcast.
constexpr OpSpec FunctionOfTwoSpec(std::string_view name, std::string_view formula, DtypeSet dtypes,
                                   Kernels::Get kernel, Chips chips = kAllChips) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Input("other"), Output("out")},
      .rules = {DtypeIn("self", dtypes), DtypeIn("other", dtypes),
                PromotesInto("self", "other", dtypes), DtypeIn("out", kFloatAndDoubleDtypes),
                MaxRank(8), Broadcasts("self", "other"), BroadcastShape("out", "self", "other")},
      .chips = chips,
      .operands = {"self", "other"},
      .results = {"out"},
      .work = Elementwise({.kernels = {kernel}, .wide_mixtures = true, .wide_integers = true}),
  };
}

}  // namespace openaclnn

// Operators that are alike: of one kind of computation, with arguments of the same kinds, and with
// as many outputs. What holds of every operator because of how calls are made, rather than because
// of what they compute, is as well tested by the first of them, where each test takes long.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/kind.h"
#include "engine/op_spec.h"
#include "ops/registry.h"

namespace openaclnn::test {

inline bool AreAlike(const OpSpec& a, const OpSpec& b) {
  const auto traits = [](const OpSpec& spec) {
    uint64_t kinds = 0;
    for (int i = 0; i < spec.NumArguments(); ++i) {
      kinds |= uint64_t{1} << static_cast<int>(spec.arguments[i].kind);
    }
    return std::tuple(spec.work.kind->name, kinds, std::popcount(spec.written));
  };
  return traits(a) == traits(b);
}

inline std::vector<const Operator*> FirstOfAlike(const std::vector<const Operator*>& all) {
  std::vector<const Operator*> first;
  for (const Operator* const entry : all) {
    const auto is_like = [entry](const Operator* of) { return AreAlike(*of->spec, *entry->spec); };
    if (std::ranges::none_of(first, is_like)) first.push_back(entry);
  }
  return first;
}

// Whether no operator before it is like it.
inline bool IsFirstOfAlike(const OpSpec& spec) {
  const auto first = std::ranges::find_if(
      AllOperators(), [&](const Operator& entry) { return AreAlike(*entry.spec, spec); });
  return first->spec == &spec;
}

// Whether tests of every operator shall take only the first of those that are alike:
// OPENACLNN_TEST_OPERATORS=first in the environment.
inline bool TakesFirstOfAlike() {
  const char* const which = std::getenv("OPENACLNN_TEST_OPERATORS");
  return which != nullptr && std::string_view(which) == "first";
}

}  // namespace openaclnn::test

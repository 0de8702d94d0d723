// What a spec says of its kind of computation: constants that the kind makes (its spec.h), and that
// only the kind reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace openaclnn {

struct Argument;
struct Kernel;
struct Kind;
struct Params;

// How an operator finds its kernels once the SIMD target is settled: one, or one for each value of
// OpSpec::chooses. Values are texts or integers in the order of its rule, false and true, a null
// and a given optional tensor, or real and complex operands.
struct Kernels {
  using Get = const Kernel* (*)();
  Get choices[3];
};

// Sets the parameters that do not follow from scalars alone; those of scalars and doubles, in their
// order, are there already. `arguments` have passed the checks.
using SetMoreParams = void (*)(std::span<const Argument> arguments, Params& params);

struct Work {
  static constexpr size_t kMostNames = 8, kMostOptions = 6;

  const Kind* kind = nullptr;
  std::array<std::string_view, kMostNames> names = {};  // of arguments, by the kind's roles
  std::array<int64_t, kMostOptions> options = {};       // flags and numbers, by the kind's own enum
  Kernels kernels = {};
  SetMoreParams set_more_params = nullptr;

  // Made by Resolved: where the names are among the arguments (-1: no name).
  std::array<int8_t, kMostNames> at = {};
};

}  // namespace openaclnn

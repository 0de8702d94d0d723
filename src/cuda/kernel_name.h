// The names of kernels. Device code has a function template `Strided` in namespace one_lane. Its
// instance for a formula and a type is found by the name of a class template's instance. That has
// the same names and arguments, in a namespace at the same place.
#pragma once

#include <string>
#include <string_view>

namespace openaclnn {

// `type`: typeid(openaclnn::NAMESPACE::Strided<T, Form>).name(). What stands for parts of a name
// that were there before counts them, so only the namespace differs:
//   N 9openaclnn 6N_AVX2 7Strided I ... EE               a type
//   _ZN 9openaclnn 8one_lane 7Strided I ... EE v ...     a function of an `argument`
inline std::string KernelName(std::string_view type,
                              std::string_view argument = "ElementwiseArgument") {
  constexpr std::string_view kOuter = "N9openaclnn", kInner = "8one_lane";
  type.remove_prefix(kOuter.size());
  size_t digits = 0, length = 0;
  for (; type[digits] >= '0' && type[digits] <= '9'; ++digits) {
    length = 10 * length + static_cast<size_t>(type[digits] - '0');
  }
  type.remove_prefix(digits + length);
  std::string name = "_Z";
  name.append(kOuter).append(kInner).append(type);
  name.append("vNS_").append(std::to_string(argument.size())).append(argument).append("E");
  return name;
}

}  // namespace openaclnn

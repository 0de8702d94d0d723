// A family of calls.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "tests/ops/harness/call.h"

namespace openaclnn::test {

// A family of calls that differ in shape and elements.
struct Case {
  std::string name;  // letters, digits and underscores
  OperatorCall (*call)(const Shape& shape, uint32_t seed);
};

inline void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

}  // namespace openaclnn::test

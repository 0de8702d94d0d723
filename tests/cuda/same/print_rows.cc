// Prints a line for each of some calls, with a hash of what they give on the device in use: rows,
// and sums of channels, of lengths at which devices share them among threads in another way, in
// layouts that they walk differently.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"
#include "engine/op_spec.h"
#include "fmt/format.h"
#include "gtest/gtest.h"
#include "ops/registry.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/subject.h"

namespace openaclnn::test {
namespace {

uint64_t HashOf(const std::vector<Array>& results) {
  uint64_t hash = 0;
  for (const Array& result : results) {
    const Array parts = PartsOf(result);
    for (int64_t i = 0; i < parts.size(); ++i) {
      const bool is_nan = IsNan(parts.dtype, parts.Bits(i));
      hash = (hash ^ (is_nan ? 0x4e614e : parts.Bits(i))) * 0x9e3779b97f4a7c15;
      hash ^= hash >> 32;
    }
  }
  return hash;
}

void Print(const std::string& what, const OperatorCall& call, const Placement& placement) {
  const std::vector<Array> results = RunOnce(call, placement);
  if (results.empty()) {
    fmt::print(stderr, "{} was refused\n", call.name);
    std::exit(1);
  }
  fmt::print("{} {}: {:016x}\n", call.name, what, HashOf(results));
}

// Numbers whose exponentials matter, some of them equal; here and there one far above or below, or
// a special one.
Array Values(aclDataType dtype, const Shape& shape, uint32_t seed) {
  constexpr double kRare[] = {-300, 30000, HUGE_VAL, -HUGE_VAL, NAN};
  uint32_t state = seed;
  return Array(dtype, shape, [&](int64_t) {
    state = state * 1664525 + 1013904223;
    const uint32_t drawn = state >> 8;
    if (drawn % 2003 == 0) return BitsOf(dtype, kRare[drawn / 2003 % 5]);
    if (drawn % 13 == 0) return BitsOf(dtype, 20.0);
    return BitsOf(dtype, (drawn % 40009 - 20000.0) / 1000);
  });
}

struct AlongAxis {
  std::string_view name;
  size_t inputs;
};

// The operators of rows along an axis that they name, by their rows in tests/oracle.
const std::vector<AlongAxis>& AllAlongAxes() {
  static const std::vector<AlongAxis> all = [] {
    std::vector<AlongAxis> operators;
    for (const oracle::Subject* const subject : oracle::AllSubjects()) {
      const OpSpec& spec = *FindOperator(subject->name)->spec;
      if (!subject->rows || spec.axis_at < 0) continue;
      const auto is_read = [](const ArgumentSpec& argument) { return argument.IsRead(); };
      const auto inputs = std::ranges::count_if(spec.arguments, is_read);
      operators.push_back({spec.name, static_cast<size_t>(inputs)});
    }
    return operators;
  }();
  return all;
}

Placement Everywhere(const Layout& layout, size_t arguments) {
  Placement placement;
  placement.layouts.assign(arguments, &layout);
  return placement;
}

void PrintAlong(const AlongAxis& of, const Shape& shape, int dim, aclDataType from, aclDataType to,
                const Layout& layout, bool in_place = false) {
  OperatorCall call{of.name, {}};
  for (uint32_t k = 0; k < of.inputs; ++k) call.arguments.push_back(Values(from, shape, 3 + k));
  call.arguments.push_back(static_cast<double>(dim));
  call.arguments.push_back(Array(to, shape));
  Placement placement = Everywhere(layout, call.arguments.size());
  if (in_place) placement.in_place = {of.inputs + 1, of.inputs - 1};
  Print(fmt::format("{} {} along {} as {} {}{}", DtypeName(from), TextOf(shape), dim, DtypeName(to),
                    layout.name, in_place ? " in place" : ""),
        call, placement);
}

void PrintCrossEntropy(const Shape& shape, aclDataType dtype, const Layout& layout,
                       bool in_place = false) {
  const OperatorCall call{"aclnnSoftmaxCrossEntropyWithLogits",
                          {Values(dtype, shape, 3), Values(dtype, shape, 4),
                           Array(dtype, {shape[0]}), Array(dtype, shape)}};
  Placement placement = Everywhere(layout, call.arguments.size());
  if (in_place) placement.in_place = {3, 0};
  Print(fmt::format("{} {} {}{}", DtypeName(dtype), TextOf(shape), layout.name,
                    in_place ? " in place" : ""),
        call, placement);
}

// Along the last axis and along the first.
void PrintRows(int64_t rows, int64_t columns) {
  for (const AlongAxis& of : AllAlongAxes()) {
    PrintAlong(of, {rows, columns}, 1, ACL_FLOAT, ACL_FLOAT, Dense());
    PrintAlong(of, {columns, rows}, 0, ACL_FLOAT, ACL_FLOAT, Dense());
  }
  PrintCrossEntropy({rows, columns}, ACL_FLOAT, Dense());
}

void PrintLengths() {
  // Lanes of threads, chunks, and trees of them.
  for (const int64_t columns :
       {0,  1,  2,  3,   4,   5,   8,    9,    15,   16,   17,   31,   32,  33,
        63, 64, 65, 127, 128, 129, 1023, 1024, 1025, 2047, 2048, 2049, 3073}) {
    PrintRows(3, columns);
  }
  PrintRows(1, 35 * 1024 + 5);
  // So many rows that fewer threads share each, to the one that has rows for itself.
  PrintRows(1500, 40);
  PrintRows(9000, 20);
  PrintRows(33000, 9);
  PrintRows(66000, 5);
  // And so many long ones that none is shared by groups.
  PrintAlong(AllAlongAxes()[0], {2100, 1030}, 1, ACL_FLOAT, ACL_FLOAT, Dense());
  PrintCrossEntropy({2100, 1030}, ACL_FLOAT16, Dense());
}

void PrintLayouts() {
  for (const Layout& layout : OutputLayouts()) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const bool in_place : {false, true}) {
        for (const AlongAxis& of : AllAlongAxes()) {
          PrintAlong(of, {3, 40, 5, 7}, 1, dtype, dtype, layout, in_place);
          PrintAlong(of, {6, 1100}, 1, dtype, dtype, layout, in_place);
          PrintAlong(of, {2, 3, 2, 3, 2, 3, 2, 30}, 7, dtype, dtype, layout, in_place);
          PrintAlong(of, {2, 3, 2, 3, 30, 3, 2, 3}, 4, dtype, dtype, layout, in_place);
        }
        PrintCrossEntropy({70, 33}, dtype, layout, in_place);
        PrintCrossEntropy({5, 2100}, dtype, layout, in_place);
      }
    }
  }
}

void PrintDtypes() {
  constexpr aclDataType kFloats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
  constexpr aclDataType kCast[] = {ACL_FLOAT,  ACL_FLOAT16,   ACL_BF16,
                                   ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128};
  for (const AlongAxis& of : AllAlongAxes()) {
    const bool is_gradient = of.inputs == 2;
    for (const aclDataType from : std::span(kFloats, is_gradient ? 3 : 4)) {
      for (const aclDataType to : std::span(kCast, is_gradient ? 6 : 4)) {
        PrintAlong(of, {7, 77}, 1, from, to, Dense());
        PrintAlong(of, {2100, 3}, 0, from, to, OutputLayouts()[1]);
      }
    }
  }
}

void PrintPrelu(const Shape& shape, int64_t channels, aclDataType dtype,
                const Layout& layout = Dense(), bool in_place = false) {
  const OperatorCall call{
      "aclnnPreluBackward",
      {Values(dtype, shape, 3), Values(dtype, shape, 4), RandomArray(dtype, {channels}, 5),
       Array(dtype, shape), Array(dtype, {channels})}};
  Placement placement = Everywhere(layout, call.arguments.size());
  if (in_place) placement.in_place = {3, 1};
  Print(fmt::format("{} {} of {} channels {}{}", DtypeName(dtype), TextOf(shape), channels,
                    layout.name, in_place ? " in place" : ""),
        call, placement);
}

void PrintChannels() {
  // Along rows: lanes, chunks, and trees of them.
  for (const int64_t inner : {15, 16, 17, 127, 128, 129, 255, 256, 1023, 1024, 1025, 5000}) {
    for (const int64_t outer : {1, 2, 7, 8, 9}) PrintPrelu({outer, 3, inner}, 3, ACL_FLOAT);
  }
  for (const int64_t elements : {1, 31, 33, 1025, 40 * 1024 + 7}) {
    PrintPrelu({1, elements}, 1, ACL_FLOAT);
  }
  // Along columns: rows side by side, blocks of them, and trees of these and of inner elements.
  for (const int64_t outer : {1, 7, 8, 15, 16, 63, 64, 65, 127, 129, 1000, 9001}) {
    PrintPrelu({outer, 3}, 3, ACL_FLOAT);
    PrintPrelu({outer, 2, 5}, 2, ACL_FLOAT);
  }
  PrintPrelu({130, 1500}, 1500, ACL_FLOAT);
  PrintPrelu({200, 3, 250}, 3, ACL_FLOAT);
  PrintPrelu({0, 3, 2}, 3, ACL_FLOAT);
  PrintPrelu({2, 3, 0}, 3, ACL_BF16);
  for (const Layout& layout : OutputLayouts()) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const bool in_place : {false, true}) {
        PrintPrelu({5, 4, 30, 11}, 4, dtype, layout, in_place);
        PrintPrelu({70, 4, 3, 5}, 4, dtype, layout, in_place);
        PrintPrelu({2, 3, 2, 3, 2, 3, 2, 3}, 1, dtype, layout, in_place);
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::test

int main() {
  openaclnn::test::PrintChannels();
  openaclnn::test::PrintLengths();
  openaclnn::test::PrintLayouts();
  openaclnn::test::PrintDtypes();
  return testing::UnitTest::GetInstance()->Failed() ? 1 : 0;
}

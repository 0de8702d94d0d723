// Prints a line for each of some calls, with a hash of what they give on the device in use: sums of
// so many terms that they are cut in every way, in layouts in which devices walk them differently.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"
#include "fmt/format.h"
#include "gtest/gtest.h"
#include "kinds/roles.h"
#include "ops/registry.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/subject.h"

namespace openaclnn::test {
namespace {

using Integers = std::vector<int64_t>;

// Numbers between 2^-octaves and 2^octaves in size, so that another order of summation gives
// another sum: in float, or, if there are as many as here, in double. Integers of any size.
Array Terms(aclDataType dtype, const Shape& shape, uint32_t seed, int octaves = 40) {
  if (IsInteger(dtype) || dtype == ACL_BOOL) return RandomPatterns(dtype, shape, seed);
  if (dtype == ACL_FLOAT16) octaves = std::min(octaves, 12);
  uint64_t state = seed;
  return Array(dtype, shape, [&](int64_t) {
    state = state * 6364136223846793005 + 1442695040888963407;
    const auto size = static_cast<int>((state >> 50) % static_cast<uint64_t>(2 * octaves));
    const auto digits = static_cast<double>(static_cast<int64_t>(state << 15));
    return BitsOf(dtype, std::ldexp(digits, size - octaves - 62));
  });
}
constexpr int kFewOctaves = 5;

uint64_t HashOf(const std::vector<Array>& results) {
  uint64_t hash = 0;
  for (const Array& result : results) {
    for (int64_t i = 0; i < result.size(); ++i) {
      const bool is_nan = IsNan(result.dtype, result.Bits(i));
      hash = (hash ^ (is_nan ? 0x4e614e : result.Bits(i))) * 0x9e3779b97f4a7c15;
      hash ^= hash >> 32;
    }
  }
  return hash;
}

void Print(const std::string& what, const OperatorCall& call, const Layout& layout = Dense()) {
  Placement placement;
  placement.layouts.assign(call.arguments.size(), &layout);
  const std::vector<Array> results = RunOnce(call, placement);
  if (results.empty()) {
    fmt::print(stderr, "{} was refused\n", call.name);
    std::exit(1);
  }
  fmt::print("{} {} {}: {:016x}\n", call.name, what, layout.name, HashOf(results));
}

Shape Without(const Shape& shape, const Integers& axes) {
  Shape left;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (std::find(axes.begin(), axes.end(), static_cast<int64_t>(axis)) == axes.end()) {
      left.push_back(shape[axis]);
    }
  }
  return left;
}

void PrintReduction(std::string_view name, const Shape& shape, const Integers& axes,
                    aclDataType from, aclDataType to, const Layout& layout = Dense()) {
  const Array self = Terms(from, shape, 7);
  Print(fmt::format("{} {} over {} as {}", DtypeName(from), TextOf(shape), TextOf(axes),
                    DtypeName(to)),
        {name, {self, axes, 0.0, {0.0, to}, Array(to, Without(shape, axes))}}, layout);
}

void PrintReductions() {
  const auto print = [](const Shape& shape, const Integers& axes, const Layout& layout = Dense()) {
    PrintReduction("aclnnReduceSum", shape, axes, ACL_FLOAT, ACL_DOUBLE, layout);
  };
  // Lanes and chunks of rows, and trees of them.
  for (const int64_t inner : {1, 2, 31, 32, 33, 63, 1023, 1024, 1025, 2048, 3073, 33 * 1024 + 5,
                              1024 * 1024, 1024 * 1024 + 1}) {
    print({inner}, {0});
    print({2, inner}, {1});
  }
  // Several chunks of a thread, few and many, and trees above them.
  for (const int64_t reduced : {9000, 40001, 100000}) print({reduced, 2, 2}, {0, 2});
  print({20, 3, 1500}, {0, 2});
  print({31, 2, 3000}, {0, 2});
  // Blocks of rows, and trees of them.
  for (const int64_t reduced : {1, 63, 64, 65, 128, 129, 31 * 64, 32 * 64, 33 * 64 + 1, 70000}) {
    print({reduced, 3}, {0});
    print({2, reduced, 37}, {1});
  }
  print({200, 70001}, {0});  // several blocks of a thread
  print({2, 129, 40000}, {1});
  // Layouts, and axes of which none are merged.
  for (const Layout& layout : InputLayouts()) {
    if (layout.repeats) continue;
    print({3, 70, 5, 129}, {1, 3}, layout);
    print({3, 70, 5, 129}, {0, 2}, layout);
    print({2, 3, 2, 3, 2, 3, 2, 70}, {1, 4, 6}, layout);
    print({2, 3, 2, 3, 2, 3, 2, 70}, {0, 3, 7}, layout);
  }
  // Every reduction in the dtypes of its row in tests/oracle, and those that are cast first.
  for (const oracle::Subject* const subject : oracle::AllSubjects()) {
    const std::string_view name = subject->name;
    const Work& work = FindOperator(name)->spec->work;
    const bool sums = work.kind == &kReductionKind && work.options[kTermWay] == 0;
    if (!sums || work.at[kNormOrder] >= 0) continue;
    for (const aclDataType from : subject->dtypes->together) {
      for (const aclDataType to : subject->dtypes->together) {
        PrintReduction(name, {3, 2100}, {1}, from, to);
        PrintReduction(name, {130, 5}, {0}, from, to, InputLayouts()[2]);
      }
    }
  }
}

// The index of a class, in one of eight cases one that is ignored, in one of 64 none.
Array Targets(aclDataType dtype, int64_t rows, int64_t classes) {
  return Array(dtype, {rows}, [&](int64_t i) {
    const int64_t mixed = i * 2654435761 >> 7;
    return static_cast<uint64_t>(i % 8 == 5                    ? 1
                                 : i % 64 == 63 && rows > 2000 ? 200
                                                               : mixed % classes);
  });
}

void PrintLoss(aclDataType dtype, aclDataType index, int64_t rows, int64_t classes,
               const Layout& layout = Dense()) {
  const Array self = Terms(dtype, {rows, classes}, 3, 20), weight = Terms(dtype, {classes}, 5, 20);
  const Array targets = Targets(index, rows, classes), total = Terms(dtype, {1}, 4);
  for (const double reduction : {0.0, 1.0, 2.0}) {
    const Shape shape = reduction == 0 ? Shape{rows} : Shape{};
    const std::string what = fmt::format("{} of {} {} reduced by {}", DtypeName(dtype),
                                         DtypeName(index), TextOf(self.shape), reduction);
    for (const aclDataType out : {dtype, ACL_DOUBLE}) {
      Print(what,
            {"aclnnNLLLoss",
             {self, targets, weight, reduction, 1.0, Array(out, shape), Array(out, {})}},
            layout);
    }
    Print(what,
          {"aclnnNLLLossBackward",
           {Terms(dtype, shape, 6), self, targets, weight, reduction, 1.0, total,
            Array(dtype, self.shape)}},
          layout);
  }
}

void PrintLosses() {
  for (const int64_t rows : {0, 1, 5, 1023, 1024, 1025, 31 * 1024, 33 * 1024 + 1}) {
    PrintLoss(ACL_FLOAT, ACL_INT64, rows, 7);
  }
  for (const Layout& layout : InputLayouts()) {
    if (!layout.repeats) PrintLoss(ACL_FLOAT16, ACL_UINT8, 2500, 3, layout);
  }
  PrintLoss(ACL_BF16, ACL_INT32, 3000, 130);
}

void PrintProduct(std::string_view name, aclDataType dtype, aclDataType out, const Shape& a,
                  const Shape& b, const Shape& result, const Layout& layout = Dense()) {
  Print(
      fmt::format("{} {} by {} into {}", DtypeName(dtype), TextOf(a), TextOf(b), DtypeName(out)),
      {name,
       {Terms(dtype, a, 1, kFewOctaves), Terms(dtype, b, 2, kFewOctaves), Array(out, result), 0.0}},
      layout);
}

void PrintProducts() {
  constexpr aclDataType kAll[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  struct Sizes {
    int64_t m, k, n;
  };
  // Around blocks of terms and the tiles of a thread, in products of few results and of many.
  for (const auto [m, k, n] : {Sizes{1, 1, 1},
                               {3, 63, 5},
                               {4, 64, 4},
                               {5, 65, 3},
                               {1, 700, 9},
                               {9, 700, 1},
                               {2, 0, 3},
                               {70, 129, 33},
                               {1, 3, 3000},
                               {512, 5, 513},
                               {515, 65, 514},
                               {4, 130, 70001},
                               {3, 2, 90001}}) {
    for (const aclDataType dtype : kAll) {
      PrintProduct("aclnnMm", dtype, ACL_FLOAT, {m, k}, {k, n}, {m, n});
      PrintProduct("aclnnMm", dtype, dtype, {m, k}, {k, n}, {m, n});
    }
  }
  for (const Layout& layout : InputLayouts()) {
    if (layout.repeats) continue;
    PrintProduct("aclnnMm", ACL_FLOAT, ACL_FLOAT, {21, 150}, {150, 10}, {21, 10}, layout);
    PrintProduct("aclnnMatmul", ACL_BF16, ACL_FLOAT16, {3, 1, 7, 66}, {5, 66, 2}, {3, 5, 7, 2},
                 layout);
    PrintProduct("aclnnMatmul", ACL_FLOAT16, ACL_FLOAT16, {2, 3, 200, 9}, {3, 9, 230},
                 {2, 3, 200, 230}, layout);
    PrintProduct("aclnnMatmul", ACL_FLOAT, ACL_BF16, {1100}, {4, 1100, 3}, {4, 3}, layout);
    PrintProduct("aclnnMatmul", ACL_FLOAT, ACL_BF16, {5, 1100}, {1100}, {5}, layout);
  }
  for (const aclDataType dtype : kAll) {
    const aclDataType other = dtype == ACL_FLOAT ? ACL_BF16 : ACL_FLOAT;
    const Array a = Terms(dtype, {21, 150}, 1, kFewOctaves);
    const Array b = Terms(other, {150, 10}, 2, kFewOctaves);
    for (const Shape& shape : {Shape{21, 10}, Shape{10}, Shape{21, 1}}) {
      for (const double beta : {0.0, 0.3}) {
        Print(
            fmt::format("{} by {} and {} times {}", DtypeName(dtype), DtypeName(other), beta,
                        TextOf(shape)),
            {"aclnnAddmm",
             {Terms(dtype, shape, 3, kFewOctaves), a, b, beta, -1.7, Array(other, {21, 10}), 0.0}});
      }
    }
    Print(std::string(DtypeName(dtype)),
          {"aclnnInplaceAddmm", {Terms(other, {21, 10}, 3, kFewOctaves), a, b, 0.3, -1.7, 0.0}});
  }
}

}  // namespace
}  // namespace openaclnn::test

int main() {
  openaclnn::test::PrintReductions();
  openaclnn::test::PrintLosses();
  openaclnn::test::PrintProducts();
  return testing::UnitTest::GetInstance()->Failed() ? 1 : 0;
}

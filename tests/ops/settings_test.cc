// The same bits whatever the SIMD target, the number of threads and the tile size; and every size.
#include <set>

#include "ops/registry.h"
#include "tests/ops/cases.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"
#include "tests/ops/harness/split.h"
#include "tests/ops/harness/values.h"
#include "tests/sample_shapes.h"

namespace openaclnn::test::settings_test {
namespace {

// The tests below compare equal results; this one shows that different loops gave them.
TEST(KernelsTest, EveryTargetHasItsOwn) {
  for (const Case& c : AllCases()) {
    // Whose loops are not the operator's.
    if (HasShapesOfItsOwn(*FindOperator(c.call({3}, 30).name)->spec)) continue;
    if (KernelOf(c.call({3}, 30)) == nullptr) continue;
    std::set<const Kernel*> kernels;
    for (const int64_t target : VectorTargets()) {
      const ScopedSettings settings([&](Settings& s) { s.simd_targets = target; });
      kernels.insert(KernelOf(c.call({3}, 30)));
    }
    EXPECT_EQ(kernels.size(), VectorTargets().size()) << c.name;
  }
}

class SettingsTest : public testing::TestWithParam<Case> {};

TEST_P(SettingsTest, SameBits) {
  for (const Shape& shape : {Shape{5}, Shape{2, 3, 1031}, Shape{517, 5}}) {
    SCOPED_TRACE(TextOf(shape));
    ExpectSameBitsInAllSettings(GetParam().call(shape, 31));
  }
}

// The first `count` elements.
Array Prefix(const Array& array, int64_t count) {
  Array prefix(array.dtype, {count});
  std::copy_n(array.bytes.begin(), prefix.bytes.size(), prefix.bytes.begin());
  return prefix;
}

// What `long_size` elements, two halves of so many, or so many rows, are of only `size`; other
// arrays as they are.
Array Shortened(const Array& array, int64_t long_size, int64_t size) {
  if (array.shape == Shape{long_size}) return Prefix(array, size);
  if (array.shape == Shape{2 * long_size}) {
    const auto [first, second] = PartsAlong(0, array);
    return JoinedAlong(0, Prefix(first, size), Prefix(second, size));
  }
  if (array.shape.size() != 2 || array.shape[0] != long_size) return array;
  Array rows = Prefix(array, size * array.shape[1]);
  rows.shape = {size, array.shape[1]};
  return rows;
}

// Those whose elements do not depend on each other.
std::vector<Case> CasesByElement() {
  std::vector<Case> cases = AllCases();
  std::erase_if(cases, [](const Case& c) {
    const OpSpec& spec = *FindOperator(c.call({3}, 32).name)->spec;
    return spec.work.kind->cuts != Cuts::kByElement;
  });
  return cases;
}
class SizesTest : public testing::TestWithParam<Case> {};

// For every size around vectors and tiles, each element has the bits that it has in a long array.
TEST_P(SizesTest, EverySize) {
  constexpr int64_t kLong = 2100;
  std::vector<int64_t> sizes;
  for (int64_t size = 0; size <= 131; ++size) sizes.push_back(size);
  for (const int64_t around : {192, 256, 320, 1024, 2048}) {
    for (int64_t size = around - 2; size <= around + 2; ++size) sizes.push_back(size);
  }
  const OperatorCall full = GetParam().call({kLong}, 32);
  const Array expected = RunCall(full)[0];
  for (const int64_t target : SimdTargets()) {
    SCOPED_TRACE(TargetName(target));
    const ScopedSettings settings([&](Settings& s) {
      s.simd_targets = target;
      s.tile = 64;
    });
    for (const int64_t size : sizes) {
      OperatorCall call = full;
      for (CallArgument& argument : call.arguments) {
        argument.array = Shortened(argument.array, kLong, size);
      }
      const Array shortened = Shortened(expected, kLong, size);
      ASSERT_TRUE(SameBits(RunOnce(call)[0], shortened)) << size << " elements";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, SettingsTest, testing::ValuesIn(CasesOfAlike()), CaseName);
INSTANTIATE_TEST_SUITE_P(Operators, SizesTest, testing::ValuesIn(CasesByElement()), CaseName);

// Enough elements for every operator to be shared among threads.
class LargeTest : public testing::TestWithParam<Case> {};

TEST_P(LargeTest, SameBitsOnAnyNumberOfThreads) {
  for (const Shape& shape : {Shape{400'003}, Shape{37, 11, 983}, Shape{40'000, 10}}) {
    SCOPED_TRACE(TextOf(shape));
    const OperatorCall call = GetParam().call(shape, 33);
    std::vector<Array> expected;
    for (const int threads : {1, 2, 3, 8}) {
      const ScopedSettings settings([&](Settings& s) { s.num_threads = threads; });
      const ScopedCacheBytes cache(threads % 2 == 0 ? 0 : 1 << 30);  // streams, or not
      std::vector<Array> results = RunOnce(call);
      if (expected.empty()) expected = results;
      for (size_t i = 0; i < results.size(); ++i) {
        EXPECT_TRUE(SameBits(results[i], expected[i])) << threads << " threads";
      }
    }
  }
}

TEST_P(LargeTest, LayoutsOnSeveralThreads) {
  const ScopedSettings settings([](Settings& s) { s.num_threads = 3; });
  const OperatorCall call = GetParam().call({61, 7, 599}, 34);
  const std::vector<Array> expected = RunOnce(call);
  for (const Layout& layout : OutputLayouts()) {
    for (const bool only_inputs : {false, true}) {
      Placement placement;
      placement.layouts.resize(call.arguments.size());
      for (const size_t i : InputsOf(call)) placement.layouts[i] = &layout;
      if (!only_inputs) {
        for (const size_t i : OutputsOf(call)) placement.layouts[i] = &layout;
      }
      const std::vector<Array> results = RunOnce(call, placement);
      for (size_t i = 0; i < results.size(); ++i) {
        EXPECT_TRUE(SameBits(results[i], expected[i])) << layout.name;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, LargeTest, testing::ValuesIn(FewCases()), CaseName);

}  // namespace
}  // namespace openaclnn::test::settings_test

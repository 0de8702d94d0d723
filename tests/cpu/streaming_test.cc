#include "cpu/streaming.h"

#include <algorithm>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

TEST(StreamingTest, CopiesAnyNumberOfBytesToAnyAddress) {
  std::vector<uint8_t> source(300);
  for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<uint8_t>(i + 1);
  for (const int64_t target : test::SimdTargets()) {
    const test::ScopedSettings settings([&](Settings& s) { s.simd_targets = target; });
    for (int64_t begin = 0; begin < 70; ++begin) {
      for (const int64_t bytes : {0, 1, 15, 63, 64, 65, 129, 200}) {
        std::vector<uint8_t> copy(300), expected(300);
        std::copy_n(source.begin() + 3, bytes, expected.begin() + begin);
        StreamCopy(source.data() + 3, copy.data() + begin, bytes);
        FinishStreaming();
        ASSERT_EQ(copy, expected) << bytes << " bytes to " << begin;
      }
    }
  }
}

TEST(StreamingTest, CountsBroadcastOperandsOnce) {
  const test::ScopedCacheBytes cache(8000);
  const auto exceeds = [](int64_t elements) {
    const OperandView views[] = {{ACL_FLOAT, {0}}, {ACL_FLOAT, {4}}, {ACL_FLOAT16, {2}}};
    return ExceedsCaches(PlanElementwise({elements}, views, 1));
  };
  EXPECT_FALSE(exceeds(1332));  // 4 + 1332 * 6 = 7996 bytes
  EXPECT_TRUE(exceeds(1333));
}

}  // namespace
}  // namespace openaclnn

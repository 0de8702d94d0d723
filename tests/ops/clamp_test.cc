// What is beyond bounds becomes the bound: every dtype into every other, compared exactly.
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

constexpr aclDataType kClamped[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                    ACL_UINT8, ACL_INT16,   ACL_INT32, ACL_INT64};

using Bound = std::optional<CallArgument>;

// The element converted, or the bound in its place.
std::vector<std::byte> Expected(const Array& x, const Bound& min, const Bound& max,
                                aclDataType out) {
  const auto width = static_cast<size_t>(DtypeBytes(x.dtype));
  std::vector<std::byte> results;
  for (int64_t i = 0; i < x.size(); ++i) {
    const long double value = ExactAt(x, i);
    const CallArgument* chosen = nullptr;
    long double t = value;
    if (min && !(t >= min->number)) chosen = &*min, t = min->number;
    if (max && !(t <= max->number)) chosen = &*max, t = max->number;
    const bool nan_bound = (min && std::isnan(min->number)) || (max && std::isnan(max->number));
    std::vector<std::byte> element;
    if (nan_bound || std::isnan(value)) {
      element = Converted(ACL_DOUBLE, out, ArrayOf(ACL_DOUBLE, {kNan}).bytes);
    } else if (chosen != nullptr) {
      element = Converted(ACL_DOUBLE, out, ArrayOf(ACL_DOUBLE, {chosen->number}).bytes);
    } else {
      const auto* const from = &x.bytes[static_cast<size_t>(i) * width];
      element = Converted(x.dtype, out, {from, from + width});
    }
    results.insert(results.end(), element.begin(), element.end());
  }
  return results;
}

CallArgument ArgumentOf(const Bound& bound) { return bound ? *bound : CallArgument(nullptr); }

void ExpectClamped(const Array& x, const Bound& min, const Bound& max, aclDataType out) {
  const std::vector<std::byte> expected = Expected(x, min, max, out);
  std::vector<OperatorCall> calls = {
      {"aclnnClamp", {x, ArgumentOf(min), ArgumentOf(max), Array(out, x.shape)}}};
  if (!max) calls.push_back({"aclnnClampMin", {x, *min, Array(out, x.shape)}});
  if (!min) calls.push_back({"aclnnClampMax", {x, *max, Array(out, x.shape)}});
  if (!min && out == x.dtype) calls.push_back({"aclnnInplaceClampMax", {x, *max}});
  for (const OperatorCall& call : calls) {
    const Array given = RunCall(call).at(0);
    const int64_t at = FirstDifference(out, given.bytes, expected);
    ASSERT_EQ(at, -1) << call.name << " of " << DtypeName(x.dtype) << " into " << DtypeName(out)
                      << " from " << (min ? min->number : kNan) << " to "
                      << (max ? max->number : kNan) << ": " << ExactAt(x, at) << " gives "
                      << ExactAt(given, at);
  }
}

// Ordinary numbers, any patterns, special ones and those next to the bounds.
Array Elements(aclDataType dtype) {
  const Array any = RandomPatterns(dtype, {90}, 1), ordinary = RandomArray(dtype, {90}, 2);
  if (ClassOf(dtype) != DtypeClass::kFloat) return Joined({any, EndsOf(dtype)});
  const std::vector<uint64_t> patterns = SpecialPatterns(dtype);
  const Array special(dtype, {static_cast<int64_t>(patterns.size())},
                      [&](int64_t i) { return patterns[static_cast<size_t>(i)]; });
  return Joined({any, ordinary, special, ArrayOf(dtype, Around(dtype, 0.1))});
}

TEST(ClampTest, AnyDtypeIntoAnyOther) {
  const std::vector<Bound> bounds = {std::nullopt,
                                     CallArgument(0.0, ACL_INT8),
                                     CallArgument(-0.0, ACL_FLOAT),
                                     CallArgument(0.1, ACL_DOUBLE),
                                     CallArgument(-2.7, ACL_DOUBLE),
                                     CallArgument(300, ACL_INT32),
                                     CallArgument(-1e-60, ACL_DOUBLE),
                                     CallArgument(1e-60, ACL_DOUBLE),
                                     CallArgument(1e30, ACL_DOUBLE),
                                     CallArgument(-1e300, ACL_DOUBLE),
                                     CallArgument(0x1p63, ACL_DOUBLE),
                                     CallArgument(-0x1p63, ACL_INT64),
                                     CallArgument(0x1p53 + 2, ACL_INT64),
                                     CallArgument(kInfinity, ACL_FLOAT)};
  for (const aclDataType self : kClamped) {
    const Array x = Elements(self);
    for (const aclDataType out : kClamped) {
      if (!CanCast(self, out)) continue;
      for (size_t a = 0; a < bounds.size(); ++a) {
        for (const size_t b : {size_t{0}, (a + 1) % bounds.size(), (a * 5 + 3) % bounds.size()}) {
          if (!bounds[a] && !bounds[b]) continue;
          ExpectClamped(x, bounds[a], bounds[b], out);
          ExpectClamped(x, bounds[b], bounds[a], out);
          if (HasFailure()) return;
        }
      }
    }
  }
}

TEST(ClampTest, NanBoundsMakeEverythingNan) {
  for (const aclDataType self : kClamped) {
    for (const aclDataType out : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      const Array x = Elements(self);
      ExpectClamped(x, CallArgument(kNan), std::nullopt, out);
      ExpectClamped(x, std::nullopt, CallArgument(kNan), out);
      ExpectClamped(x, CallArgument(0.0), CallArgument(kNan), out);
      if (HasFailure()) return;
    }
  }
}

TEST(ClampTest, NansKeepTheirBits) {
  const Array x(ACL_FLOAT, {40}, [](int64_t i) { return 0x7fc00000u + static_cast<uint64_t>(i); });
  const Array given = RunCall({"aclnnClamp", {x, 0.0, 1.0, Array(ACL_FLOAT, {40})}}).at(0);
  EXPECT_TRUE(SameBits(given, x));
}

// A zero between bounds next to it keeps its sign.
TEST(ClampTest, ZerosKeepTheirSigns) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    const Array x = ArrayOf(dtype, {0.0, -0.0});
    for (const double bound : {0.0, -0.0}) {
      const Array given =
          RunCall({"aclnnClamp", {x, {bound, ACL_DOUBLE}, {bound, ACL_DOUBLE}, x}}).at(0);
      EXPECT_TRUE(SameBits(given, x)) << DtypeName(dtype) << " at " << bound;
    }
  }
}

}  // namespace
}  // namespace openaclnn::test

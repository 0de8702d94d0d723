// What is beyond bounds becomes the bound: every dtype into every other, compared exactly.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::clamp_test {
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
    Append(results, element);
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

// An element of one of several tensors, or NaN.
struct Chosen {
  const Array* from = nullptr;
  long double value = 0;
};

std::vector<std::byte> BytesOf(const Chosen& chosen, int64_t i, aclDataType out) {
  if (chosen.value != chosen.value) {
    return Converted(ACL_DOUBLE, out, ArrayOf(ACL_DOUBLE, {kNan}).bytes);
  }
  const auto width = static_cast<size_t>(DtypeBytes(chosen.from->dtype));
  const auto* const bytes = &chosen.from->bytes[static_cast<size_t>(i) * width];
  return Converted(chosen.from->dtype, out, {bytes, bytes + width});
}

// The larger one, or with `sign` -1 the smaller one; of zeros +0, or -0.
Chosen LargerOf(const Chosen& a, const Chosen& b, long double sign) {
  if (b.from == nullptr || a.value != a.value || b.value != b.value) {
    return b.from != nullptr && b.value != b.value ? b : a;
  }
  const long double x = sign * a.value, y = sign * b.value;
  if (x == y) return std::signbit(x) ? b : a;
  return x > y ? a : b;
}

void ExpectBetween(const Array& x, const Array* low, const Array* high, aclDataType out) {
  std::vector<std::byte> expected;
  const auto at = [](const Array* array, int64_t i) {
    return array == nullptr ? Chosen() : Chosen{array, ExactAt(*array, i)};
  };
  for (int64_t i = 0; i < x.size(); ++i) {
    const Chosen chosen = LargerOf(LargerOf(at(&x, i), at(low, i), 1), at(high, i), -1);
    const std::vector<std::byte> element = BytesOf(chosen, i, out);
    Append(expected, element);
  }
  const auto argument = [](const Array* bound) {
    return bound != nullptr ? CallArgument(*bound) : CallArgument(nullptr);
  };
  const Array given =
      RunCall({"aclnnClampTensor", {x, argument(low), argument(high), Array(out, x.shape)}}).at(0);
  const int64_t wrong = FirstDifference(out, given.bytes, expected);
  ASSERT_EQ(wrong, -1) << DtypeName(x.dtype) << " between "
                       << (low != nullptr ? DtypeName(low->dtype) : "null") << " and "
                       << (high != nullptr ? DtypeName(high->dtype) : "null") << " into "
                       << DtypeName(out) << ": " << ExactAt(x, wrong) << " gives "
                       << ExactAt(given, wrong);
}

TEST(ClampTensorTest, AnyDtypesIntoAnyOther) {
  const Shape shape = {96};
  const auto elements = [&](aclDataType dtype, uint32_t seed) {
    Array array = RandomArray(dtype, shape, seed, -8, 8);
    const std::vector<uint64_t> special =
        ClassOf(dtype) == DtypeClass::kFloat ? SpecialPatterns(dtype) : std::vector<uint64_t>{0};
    for (size_t i = 0; i < special.size(); ++i) {
      array.SetBits(static_cast<int64_t>(i * (1 + seed % 3) % 96), special[i]);
    }
    return array;
  };
  std::vector<aclDataType> bounds(std::begin(kClamped), std::end(kClamped));
  bounds.push_back(ACL_BOOL);
  for (const aclDataType self : kClamped) {
    const Array x = elements(self, 1);
    for (size_t a = 0; a < bounds.size(); ++a) {
      const Array low = elements(bounds[a], 2);
      const Array high = elements(bounds[(a * 3 + 1) % bounds.size()], 3);
      const std::pair<const Array*, const Array*> choices[] = {
          {&low, &high}, {&low, nullptr}, {nullptr, &high}};
      for (const auto& [from, to] : choices) {
        std::optional<aclDataType> promoted = self;
        if (from != nullptr) promoted = Promote(*promoted, from->dtype);
        if (to != nullptr && promoted) promoted = Promote(*promoted, to->dtype);
        ASSERT_TRUE(promoted.has_value());
        for (const aclDataType out : kClamped) {
          if (!CanCast(*promoted, out)) continue;
          ExpectBetween(x, from, to, out);
          if (HasFailure()) return;
        }
      }
    }
  }
}

// Bounds that broadcast, and elements in place of their own tensor.
TEST(ClampTensorTest, BroadcastsAndReplaces) {
  const Array x = ArrayOf(ACL_FLOAT, {-3, 0.5, 7}), low = ArrayOf(ACL_FLOAT, {-1});
  const Array given = RunCall({"aclnnClampTensor", {x, low, nullptr, Array(ACL_FLOAT, {3})}}).at(0);
  EXPECT_TRUE(SameBits(given, ArrayOf(ACL_FLOAT, {-1, 0.5, 7})));
  Array column = ArrayOf(ACL_FLOAT, {0, 1});
  column.shape = {2, 1};
  const Array table =
      RunCall({"aclnnClampTensor", {x, nullptr, column, Array(ACL_FLOAT, {2, 3})}}).at(0);
  for (int64_t i = 0; i < 6; ++i) {
    EXPECT_EQ(table.Value(i), std::min(x.Value(i % 3), column.Value(i / 3)));
  }
}

}  // namespace
}  // namespace openaclnn::test::clamp_test

#include "cpu/convert.h"

#include <bit>
#include <cstring>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "base/half.h"
#include "cpu/targets.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::convert_test {
namespace {

using test::ScopedSettings;

// Runs `body` with each SIMD target of the machine in force.
template <class Body>
void ForEachTarget(const Body& body) {
  for (const int64_t target : test::VectorTargets()) {
    SCOPED_TRACE(test::TargetName(target));
    const ScopedSettings settings([&](Settings& s) { s.simd_targets = target; });
    ApplySimdSetting();
    body();
  }
  ApplySimdSetting();
}

template <class To, class From>
std::vector<To> Converted(ConvertLoop loop, const std::vector<From>& from) {
  std::vector<To> to(from.size());
  loop(from.data(), to.data(), static_cast<int64_t>(from.size()));
  return to;
}

std::vector<uint16_t> AllHalves() {
  std::vector<uint16_t> all(0x10000);
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<uint16_t>(i);
  return all;
}

float FloatOf(std::mt19937& random) {
  return std::bit_cast<float>(static_cast<uint32_t>(random()));
}

// Random bits, and the floats around every value at which rounding to 16 bits decides.
std::vector<float> ManyFloats() {
  std::vector<float> floats;
  std::mt19937 random(1);
  for (int i = 0; i < 200'000; ++i) floats.push_back(FloatOf(random));
  for (uint32_t half = 0; half < 0x10000; ++half) {
    for (const uint32_t middle :
         {std::bit_cast<uint32_t>(FloatFromFloat16(half & 0xffff)) + 0x1000, half << 16 | 0x8000}) {
      for (const uint32_t bits : {middle - 1, middle, middle + 1})
        floats.push_back(std::bit_cast<float>(bits));
    }
  }
  for (uint32_t payload = 1; payload != 0; payload <<= 1) {  // NaNs, signaling ones too
    floats.push_back(std::bit_cast<float>(0x7f800000 | payload));
    floats.push_back(std::bit_cast<float>(0xffc00000 | payload));
  }
  return floats;
}

TEST(ConvertTest, EveryTargetHasConversionsOfItsOwn) {
  std::set<ConvertLoop> loops;
  ForEachTarget([&] { loops.insert(LoadConversion(ACL_FLOAT16, LoopType::kFloat)); });
  EXPECT_EQ(loops.size(), test::VectorTargets().size());
}

TEST(ConvertTest, AllFloat16PatternsToFloat) {
  ForEachTarget([] {
    const auto floats =
        Converted<uint32_t>(LoadConversion(ACL_FLOAT16, LoopType::kFloat), AllHalves());
    for (uint32_t i = 0; i < 0x10000; ++i) {
      const float expected = FloatFromFloat16(static_cast<uint16_t>(i));
      ASSERT_EQ(floats[i], std::bit_cast<uint32_t>(expected)) << "pattern " << i;
    }
  });
}

TEST(ConvertTest, AllBfloat16PatternsToFloat) {
  ForEachTarget([] {
    const auto floats =
        Converted<uint32_t>(LoadConversion(ACL_BF16, LoopType::kFloat), AllHalves());
    for (uint32_t i = 0; i < 0x10000; ++i) ASSERT_EQ(floats[i], i << 16);
  });
}

TEST(ConvertTest, AllPatternsToDouble) {
  const auto from_half =
      Converted<uint64_t>(LoadConversion(ACL_FLOAT16, LoopType::kDouble), AllHalves());
  const auto from_bfloat =
      Converted<uint64_t>(LoadConversion(ACL_BF16, LoopType::kDouble), AllHalves());
  for (uint32_t i = 0; i < 0x10000; ++i) {
    const uint16_t bits = static_cast<uint16_t>(i);
    ASSERT_EQ(from_half[i], std::bit_cast<uint64_t>(DoubleFromFloat16(bits))) << i;
    ASSERT_EQ(from_bfloat[i], std::bit_cast<uint64_t>(DoubleFromBfloat16(bits))) << i;
  }
}

TEST(ConvertTest, FloatToFloat16RoundsOnceAndKeepsNans) {
  const std::vector<float> floats = ManyFloats();
  ForEachTarget([&] {
    const auto halves = Converted<uint16_t>(StoreConversion(LoopType::kFloat, ACL_FLOAT16), floats);
    for (size_t i = 0; i < floats.size(); ++i) {
      ASSERT_EQ(halves[i], Float16FromFloat(floats[i]))
          << std::hex << std::bit_cast<uint32_t>(floats[i]);
    }
  });
}

TEST(ConvertTest, FloatToBfloat16RoundsOnceAndKeepsNans) {
  const std::vector<float> floats = ManyFloats();
  ForEachTarget([&] {
    const auto halves = Converted<uint16_t>(StoreConversion(LoopType::kFloat, ACL_BF16), floats);
    for (size_t i = 0; i < floats.size(); ++i) {
      ASSERT_EQ(halves[i], Bfloat16FromFloat(floats[i]))
          << std::hex << std::bit_cast<uint32_t>(floats[i]);
    }
  });
}

// Doubles just next to the middle of two values of 16 bits, which a rounding to float on the way
// would move onto it.
TEST(ConvertTest, DoubleToSixteenBitsRoundsOnce) {
  std::vector<double> doubles;
  for (uint32_t i = 0; i < 0x7f00; i += 7) {
    for (const double low : {DoubleFromFloat16(i & 0x7bff), DoubleFromBfloat16(i & 0x7f7f)}) {
      const double step = std::bit_cast<double>((std::bit_cast<uint64_t>(low) >> 52) << 52);
      for (const double middle : {low + step / 2048, low + step / 256}) {
        doubles.push_back(middle);
        doubles.push_back(std::nextafter(middle, 0.0));
        doubles.push_back(-std::nextafter(middle, 1e300));
      }
    }
  }
  const auto halves = Converted<uint16_t>(StoreConversion(LoopType::kDouble, ACL_FLOAT16), doubles);
  const auto bfloats = Converted<uint16_t>(StoreConversion(LoopType::kDouble, ACL_BF16), doubles);
  int differs_from_two_roundings = 0;
  for (size_t i = 0; i < doubles.size(); ++i) {
    ASSERT_EQ(halves[i], Float16FromDouble(doubles[i])) << doubles[i];
    ASSERT_EQ(bfloats[i], Bfloat16FromDouble(doubles[i])) << doubles[i];
    differs_from_two_roundings += halves[i] != Float16FromFloat(static_cast<float>(doubles[i]));
  }
  EXPECT_GT(differs_from_two_roundings, 100);  // the inputs do tell
}

TEST(ConvertTest, BetweenFloatAndDouble) {
  const std::vector<double> doubles = {0.1, -1e-320, 1e300, 1 + 0x1p-24, 1 + 0x1.8p-23};
  EXPECT_EQ(Converted<float>(StoreConversion(LoopType::kDouble, ACL_FLOAT), doubles),
            (std::vector<float>{0.1f, -0.0f, std::numeric_limits<float>::infinity(), 1.0f,
                                1 + 0x1p-22f}));
  EXPECT_EQ(Converted<double>(StoreConversion(LoopType::kDouble, ACL_DOUBLE), doubles), doubles);
  EXPECT_EQ(Converted<double>(LoadConversion(ACL_DOUBLE, LoopType::kDouble), doubles), doubles);
  const std::vector<float> floats = {0.1f, -1e-44f, 3e38f};
  EXPECT_EQ(Converted<double>(LoadConversion(ACL_FLOAT, LoopType::kDouble), floats),
            (std::vector<double>{0.1f, -1e-44f, 3e38f}));
  EXPECT_EQ(Converted<double>(StoreConversion(LoopType::kFloat, ACL_DOUBLE), floats),
            (std::vector<double>{0.1f, -1e-44f, 3e38f}));
}

template <class T>
void ExpectIntegers(aclDataType dtype) {
  SCOPED_TRACE(dtype);
  using Limits = std::numeric_limits<T>;
  const std::vector<T> values = {Limits::min(), Limits::max(), 0, 1, static_cast<T>(-1), 77};
  const auto floats = Converted<float>(LoadConversion(dtype, LoopType::kFloat), values);
  const auto doubles = Converted<double>(LoadConversion(dtype, LoopType::kDouble), values);
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(floats[i], static_cast<float>(values[i]));
    EXPECT_EQ(doubles[i], static_cast<double>(values[i]));
  }
}

TEST(ConvertTest, Integers) {
  ExpectIntegers<int8_t>(ACL_INT8);
  ExpectIntegers<int16_t>(ACL_INT16);
  ExpectIntegers<int32_t>(ACL_INT32);
  ExpectIntegers<int64_t>(ACL_INT64);
  ExpectIntegers<uint8_t>(ACL_UINT8);
  ExpectIntegers<uint16_t>(ACL_UINT16);
  ExpectIntegers<uint32_t>(ACL_UINT32);
  ExpectIntegers<uint64_t>(ACL_UINT64);
}

TEST(ConvertTest, AnyNonZeroByteIsTrue) {
  std::vector<uint8_t> bytes(256);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i);
  const auto floats = Converted<float>(LoadConversion(ACL_BOOL, LoopType::kFloat), bytes);
  const auto doubles = Converted<double>(LoadConversion(ACL_BOOL, LoopType::kDouble), bytes);
  for (size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_EQ(floats[i], i != 0 ? 1.0f : 0.0f) << i;
    EXPECT_EQ(doubles[i], i != 0 ? 1.0 : 0.0) << i;
  }
}

TEST(ConvertTest, OtherDtypesHaveNone) {
  for (const LoopType compute : {LoopType::kFloat, LoopType::kDouble}) {
    for (const aclDataType dtype :
         {ACL_DT_UNDEFINED, ACL_STRING, ACL_COMPLEX32, ACL_INT4, ACL_FLOAT8_E5M2}) {
      EXPECT_EQ(LoadConversion(dtype, compute), nullptr) << dtype;
      EXPECT_EQ(StoreConversion(compute, dtype), nullptr) << dtype;
    }
    EXPECT_EQ(LoadConversion(ACL_COMPLEX64, compute), nullptr);
  }
  EXPECT_EQ(LoadConversion(ACL_FLOAT, LoopType::kInt64), nullptr);
}

TEST(ConvertTest, FloatsBecomeIntegers) {
  const std::vector<float> from = {0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 200, -200, 1e30f, -1e30f, NAN};
  using Bytes = std::vector<int8_t>;
  EXPECT_EQ(Converted<int8_t>(StoreConversion(LoopType::kFloat, ACL_INT8), from),
            (Bytes{0, 0, 1, 2, -2, 127, -128, 127, -128, 0}));
  EXPECT_EQ(Converted<int8_t>(StoreConversion(LoopType::kFloat, ACL_INT8, true), from),
            (Bytes{0, 0, 2, 2, -2, 127, -128, 127, -128, 0}));
  const std::vector<double> large = {0x1p63, -0x1p63, 0x1p62, -0x1p70, NAN};
  EXPECT_EQ(Converted<int64_t>(StoreConversion(LoopType::kDouble, ACL_INT64), large),
            (std::vector<int64_t>{INT64_MAX, INT64_MIN, int64_t{1} << 62, INT64_MIN, 0}));
}

TEST(ConvertTest, IntegersKeepLowBitsOrRoundOnce) {
  const std::vector<int64_t> from = {-1, 300, 65520, (int64_t{1} << 54) + (int64_t{1} << 46) + 1,
                                     -(int64_t{1} << 54) - (int64_t{1} << 46) - 1};
  EXPECT_EQ(Converted<uint8_t>(StoreConversion(LoopType::kInt64, ACL_UINT8), from),
            (std::vector<uint8_t>{255, 44, 240, 1, 255}));
  // The last two: as a double the number is halfway between two BFLOAT16; it lies beyond that.
  EXPECT_EQ(Converted<uint16_t>(StoreConversion(LoopType::kInt64, ACL_BF16), from),
            (std::vector<uint16_t>{0xbf80, 0x4396, 0x4780, 0x5a81, 0xda81}));
}

// Each element of each count, from and to addresses that are not aligned, with the same result as
// in a long array and nothing written beyond.
template <class From, class To>
void ExpectEveryCount(ConvertLoop loop, const std::vector<From>& from) {
  constexpr size_t kGuard = 16;
  const std::vector<To> all = Converted<To>(loop, from);
  for (size_t count = 0; count <= from.size(); ++count) {
    std::vector<std::byte> source(1 + count * sizeof(From));
    std::memcpy(source.data() + 1, from.data(), count * sizeof(From));
    std::vector<std::byte> target(kGuard + 1 + count * sizeof(To) + kGuard, std::byte{0x5c});
    loop(source.data() + 1, target.data() + kGuard + 1, static_cast<int64_t>(count));
    ASSERT_EQ(std::memcmp(target.data() + kGuard + 1, all.data(), count * sizeof(To)), 0) << count;
    for (size_t i = 0; i < kGuard; ++i) {
      ASSERT_EQ(target[i], std::byte{0x5c}) << count;
      ASSERT_EQ(target[target.size() - 1 - i], std::byte{0x5c}) << count;
    }
  }
}

TEST(ConvertTest, EveryCountUnaligned) {
  std::mt19937 random(2);
  std::vector<uint16_t> halves(67);
  for (uint16_t& half : halves) half = static_cast<uint16_t>(random());
  std::vector<float> floats(67);
  for (float& value : floats) value = FloatOf(random);
  ForEachTarget([&] {
    for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
      ExpectEveryCount<uint16_t, float>(LoadConversion(dtype, LoopType::kFloat), halves);
      ExpectEveryCount<float, uint16_t>(StoreConversion(LoopType::kFloat, dtype), floats);
    }
    ExpectEveryCount<uint16_t, double>(LoadConversion(ACL_BF16, LoopType::kDouble), halves);
    ExpectEveryCount<float, double>(LoadConversion(ACL_FLOAT, LoopType::kDouble), floats);
  });
}

}  // namespace
}  // namespace openaclnn::convert_test

// Every pair of dtypes, on numbers at which conversions are decided, against exact numbers.
#include "cpu/cast.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "cpu/targets.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

using Bytes = std::vector<std::byte>;

template <class T>
Bytes BytesOf(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <class Bits>
Bytes AllPatterns() {
  std::vector<Bits> all(size_t{1} << (8 * sizeof(Bits)));
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Bits>(i);
  return BytesOf(all);
}

// Powers of 2, the middles between numbers of every precision, and what lies next to them.
template <class Bits>
Bytes ManyIntegers() {
  std::vector<Bits> numbers;
  constexpr int kBits = 8 * sizeof(Bits);
  const auto add = [&numbers](uint64_t around) {
    for (const int64_t beside : {-2, -1, 0, 1, 2}) {
      const uint64_t number = around + static_cast<uint64_t>(beside);
      numbers.push_back(static_cast<Bits>(number));
      numbers.push_back(static_cast<Bits>(-number));
    }
  };
  add(65504), add(65520), add(65536);
  for (int high = 0; high < kBits; ++high) {
    add(uint64_t{1} << high);
    for (int low = 0; low < high; ++low) {
      add(uint64_t{1} << high | uint64_t{1} << low);
      add(uint64_t{1} << high | uint64_t{3} << low);
    }
  }
  std::mt19937_64 random(1);
  for (int i = 0; i < 5'000; ++i) numbers.push_back(static_cast<Bits>(random() >> random() % 64));
  return BytesOf(numbers);
}

// T: float or double; Bits as wide.
template <class T, class Bits>
Bytes ManyFloats() {
  std::vector<T> numbers;
  const auto add = [&numbers](T around) {
    for (const T number : {around, -around}) {
      for (const int beside : {-1, 0, 1}) {
        const Bits bits = std::bit_cast<Bits>(number) + static_cast<Bits>(beside);
        numbers.push_back(std::bit_cast<T>(bits));
      }
    }
  };
  using Limits = std::numeric_limits<T>;
  for (const T special : {T{0}, Limits::infinity(), Limits::quiet_NaN(), Limits::max(),
                          Limits::min(), Limits::denorm_min(), static_cast<T>(0.1)}) {
    add(special);
  }
  for (const int bits : {7, 8, 15, 16, 31, 32, 63, 64}) {  // the ends of the integers
    for (const T beside : {T{-1}, T{-0.5}, T{0}, T{0.5}, T{1}}) {
      add(std::ldexp(T{1}, bits) + beside);
    }
  }
  for (const T small : {T{0.5}, static_cast<T>(0.99), T{1}, T{1.5}, T{2.5}, T{254.5}, T{255.5}})
    add(small);
  std::mt19937_64 random(2);
  for (int i = 0; i < 10'000; ++i) {
    numbers.push_back(std::bit_cast<T>(static_cast<Bits>(random())));
    // Within the range of integers and of FLOAT16.
    numbers.push_back(std::ldexp(static_cast<T>(static_cast<int64_t>(random())),
                                 -static_cast<int>(random() % 100)));
  }
  // Around the middles between numbers of FLOAT16, BFLOAT16 and, for a double, FLOAT: in the
  // subnormal ones too.
  for (const int fraction : {7, 10, 23}) {
    if (fraction + 1 >= Limits::digits) continue;
    for (int i = 0; i < 5'000; ++i) {
      const int exponent = static_cast<int>(random() % 300) - 160;
      const T precise = static_cast<T>(uint64_t{1} << fraction | random() % (1u << fraction));
      add(std::ldexp(precise + T{0.5}, exponent - fraction));
      const int cut = static_cast<int>(random() % static_cast<unsigned>(fraction));
      add(std::ldexp(std::trunc(std::ldexp(precise, -cut)) + T{0.5}, exponent + cut - fraction));
    }
  }
  return BytesOf(numbers);
}

Bytes ElementsOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT:
    case ACL_COMPLEX64:
      return ManyFloats<float, uint32_t>();
    case ACL_DOUBLE:
      return ManyFloats<double, uint64_t>();
    case ACL_COMPLEX128: {  // also with one part zero
      Bytes bytes = ManyFloats<double, uint64_t>();
      for (size_t i = 0; i + 48 <= bytes.size(); i += 48) std::memset(&bytes[i], 0, 8);
      return bytes;
    }
    default:
      break;
  }
  switch (DtypeBytes(dtype)) {
    case 1:
      return AllPatterns<uint8_t>();
    case 2:
      return AllPatterns<uint16_t>();
    case 4:
      return ManyIntegers<uint32_t>();
    default:
      return ManyIntegers<uint64_t>();
  }
}

// Through the chain, from addresses that fit no element.
Bytes CastOf(aclDataType from, aclDataType to, const Bytes& elements) {
  const size_t count = elements.size() / static_cast<size_t>(DtypeBytes(from));
  const Cast cast(from, to);
  if (cast.IsIdentity()) return elements;
  Bytes source(elements.size() + 1), target(count * static_cast<size_t>(DtypeBytes(to)) + 1);
  std::copy(elements.begin(), elements.end(), source.begin() + 1);
  Bytes scratch(count * Cast::kWidest), other(count * Cast::kWidest);
  cast(source.data() + 1, target.data() + 1, static_cast<int64_t>(count), scratch.data(),
       other.data());
  return {target.begin() + 1, target.end()};
}

std::string Text(const Bytes& elements, aclDataType dtype, int64_t index) {
  std::string text;
  const int64_t item = DtypeBytes(dtype);
  for (int64_t i = item; i-- > 0;) {
    constexpr char kDigits[] = "0123456789abcdef";
    const auto byte = std::to_integer<unsigned>(elements[static_cast<size_t>(index * item + i)]);
    text += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return text;
}

class CastTest : public testing::TestWithParam<aclDataType> {};

TEST_P(CastTest, IntoEveryDtype) {
  const aclDataType from = GetParam();
  const Bytes elements = ElementsOf(from);
  for (const aclDataType to : test::ConvertedDtypes()) {
    const Bytes expected = test::Converted(from, to, elements);
    for (const int64_t target : test::SimdTargets()) {
      const test::ScopedSettings settings([&](Settings& s) { s.simd_targets = target; });
      ApplySimdSetting();
      const Bytes given = CastOf(from, to, elements);
      ASSERT_EQ(given.size(), expected.size());
      const int64_t at = test::FirstDifference(to, given, expected);
      ASSERT_EQ(at, -1) << DtypeName(from) << " 0x" << Text(elements, from, at) << " to "
                        << DtypeName(to) << " is 0x" << Text(given, to, at) << ", expected 0x"
                        << Text(expected, to, at) << " on " << test::TargetName(target);
    }
  }
  ApplySimdSetting();
}

// An element's result does not depend on how many there are.
TEST_P(CastTest, FewElements) {
  const aclDataType from = GetParam();
  const size_t item = static_cast<size_t>(DtypeBytes(from));
  const Bytes all = ElementsOf(from);
  for (const aclDataType to : test::ConvertedDtypes()) {
    for (size_t count = 0; count < 20; ++count) {
      const Bytes elements(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count * item));
      const Bytes given = CastOf(from, to, elements);
      EXPECT_EQ(test::FirstDifference(to, given, test::Converted(from, to, elements)), -1)
          << DtypeName(from) << " to " << DtypeName(to) << ", " << count;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(From, CastTest, testing::ValuesIn(test::ConvertedDtypes()),
                         [](const auto& of) { return DtypeName(of.param); });

TEST(IsCastableTest, OnlyTheseDtypes) {
  for (const DtypeInfo& info : kDtypes) {
    const auto moved = test::ConvertedDtypes();
    EXPECT_EQ(IsCastable(info.dtype),
              std::find(moved.begin(), moved.end(), info.dtype) != moved.end())
        << info.name;
  }
}

}  // namespace
}  // namespace openaclnn

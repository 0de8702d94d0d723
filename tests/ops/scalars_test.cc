// Scalars at the ends of dtypes, and where float and double run out of whole numbers, with
// integers and BOOL: every operator that computes with both, against exact numbers.
#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/bounded_sums.h"
#include "tensor/promote.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::scalars_test {
namespace {

using Dtypes = std::vector<aclDataType>;
const Dtypes kIntegers = {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64};
const Dtypes kIntegersAndBool = {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL};
Dtypes With(Dtypes dtypes, std::initializer_list<aclDataType> more) {
  dtypes.insert(dtypes.end(), more);
  return dtypes;
}

// ---- Exact numbers

// Infinities are far out.
struct Number {
  Int128 floor = 0;
  bool has_fraction = false;

  Int128 Truncated() const { return has_fraction && floor < 0 ? floor + 1 : floor; }
  friend auto operator<=>(const Number&, const Number&) = default;
};

Number NumberAt(const Array& array, int64_t i) {
  const uint64_t bits = array.Bits(i);
  if (array.dtype == ACL_INT64) return {static_cast<int64_t>(bits)};
  if (array.dtype == ACL_UINT64) return {bits};
  const double value = std::clamp(array.Value(i), -0x1p100, 0x1p100);
  return {static_cast<Int128>(std::floor(value)), std::floor(value) != value};
}

uint64_t MaskOf(aclDataType dtype) { return ~uint64_t{0} >> (64 - 8 * DtypeBytes(dtype)); }

struct Range {
  Int128 lowest, highest;
};
Range RangeOf(aclDataType dtype) {
  const Int128 all = MaskOf(dtype);
  if (ClassOf(dtype) != DtypeClass::kSigned) return {0, all};
  return {-(all / 2) - 1, all / 2};
}

// The element of integers, or BOOL, that has the low bits of a number, and the one nearest to it.
Int128 Wrapped(aclDataType dtype, Int128 number) {
  if (dtype == ACL_BOOL) return number != 0 ? 1 : 0;
  const Int128 low = number & Int128{MaskOf(dtype)};
  return low > RangeOf(dtype).highest ? low - Int128{MaskOf(dtype)} - 1 : low;
}
Int128 Nearest(aclDataType dtype, Int128 number) {
  return std::clamp(number, RangeOf(dtype).lowest, RangeOf(dtype).highest);
}

// ---- Scalars and elements

bool IsFloat(aclDataType dtype) { return ClassOf(dtype) == DtypeClass::kFloat; }

Array OfBits(aclDataType dtype, uint64_t bits) {
  return Array(dtype, {1}, [bits](int64_t) { return bits; });
}

// Arrays of one element: near 0, 2^24, 2^53, 2^63 and 2^64 and the ends of the dtype, on either
// side as far as what a double rounds to these.
std::vector<Array> ScalarsOf(aclDataType dtype) {
  std::vector<Array> scalars;
  if (IsFloat(dtype)) {
    for (const double end : {0.0, 2.5, 255.5, 0x1p24, 0x1p53, 0x1p62, 0x1p63, 0x1p64, 1e30}) {
      for (const double value : Around(dtype, end)) {
        for (const double sign : {1, -1}) scalars.push_back(ArrayOf(dtype, {sign * value}));
      }
    }
    for (const double sign : {1, -1}) scalars.push_back(ArrayOf(dtype, {sign * kInfinity}));
    return scalars;
  }
  constexpr uint64_t kEnds[] = {0,
                                uint64_t{1} << 7,
                                uint64_t{1} << 15,
                                uint64_t{1} << 24,
                                uint64_t{1} << 31,
                                uint64_t{1} << 53,
                                uint64_t{1} << 63};
  constexpr uint64_t kOffsets[] = {0, 1, 2, 3, 256, 257, 511, 512, 513, 1024, 1025};
  std::set<uint64_t> all;
  for (const uint64_t end : kEnds) {
    for (const uint64_t offset : kOffsets) {
      for (const uint64_t bits : {end + offset, end - offset, offset - end, 0 - end - offset}) {
        all.insert(dtype == ACL_BOOL ? bits & 1 : bits & MaskOf(dtype));
      }
    }
  }
  for (const uint64_t bits : all) scalars.push_back(OfBits(dtype, bits));
  return scalars;
}
const std::vector<Array>& Scalars() {
  static const std::vector<Array> all = [] {
    std::vector<Array> scalars;
    for (const aclDataType dtype :
         {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_UINT16, ACL_INT32, ACL_UINT32, ACL_INT64, ACL_UINT64,
          ACL_BOOL, ACL_FLOAT, ACL_DOUBLE}) {
      for (const Array& scalar : ScalarsOf(dtype)) scalars.push_back(scalar);
    }
    return scalars;
  }();
  return all;
}
// Another one for scalar i.
const Array& Second(size_t i) { return Scalars()[(i * 37 + 11) % Scalars().size()]; }

// Those at the ends of dtypes, and those next to a scalar.
Array ElementsBeside(aclDataType dtype, const Array& scalar) {
  if (dtype == ACL_BOOL) return ArrayOf(dtype, {0, 1});
  const Array beside(dtype, {5}, [&](int64_t i) {
    const Int128 element = Nearest(dtype, NumberAt(scalar, 0).floor + i - 2);
    return static_cast<uint64_t>(element) & MaskOf(dtype);
  });
  return Joined({EndsOf(dtype), beside});
}

std::string TextOf(const Array& scalar) {
  return DtypeName(scalar.dtype) + " " + std::to_string(ExactAt(scalar, 0));
}

// Element i of the result is expected(i).
template <class Exact>
void ExpectIntegers(const OperatorCall& call, const Exact& expected) {
  const Array given = RunOnce(call).at(0);
  for (int64_t i = 0; i < given.size(); ++i) {
    const Int128 exact = expected(i);
    ASSERT_TRUE(NumberAt(given, i).floor == exact)
        << call.name << ", element " << i << ": " << ExactAt(given, i) << " for "
        << static_cast<long double>(exact);
  }
}

std::string InPlace(std::string_view name) { return "aclnnInplace" + std::string(name.substr(5)); }

// ---- Integers modulo 2 to the power of their bits

// Low bits of elements and scalars.
struct Terms {
  uint64_t x, y, s, t;
  aclDataType promoted;
};

uint64_t Power(uint64_t base, uint64_t exponent) {
  uint64_t power = 1;
  for (; exponent != 0; exponent /= 2, base *= base) {
    if (exponent % 2 != 0) power *= base;
  }
  return power;
}

uint64_t ScalarToPower(const Terms& v) {
  const auto base = static_cast<int64_t>(Wrapped(v.promoted, v.s));
  if (static_cast<int64_t>(v.x) >= 0) return Power(static_cast<uint64_t>(base), v.x);
  if (base == -1) return v.x % 2 == 0 ? 1 : ~uint64_t{0};
  return base == 1 ? 1 : 0;
}

uint64_t SumOrZero(const Terms& v) {
  return static_cast<uint64_t>(std::max<Int128>(0, Wrapped(v.promoted, v.x + v.s * v.y)));
}

enum class Form { kNumbers, kFactor, kBase };  // whether scalars promote, and come first

struct Operation {
  std::string_view name;
  Dtypes dtypes;
  int tensors;  // x, and others that are y
  int scalars;  // s, and perhaps t
  Form form;
  uint64_t (*exact)(const Terms&);
};

const std::vector<Operation>& Operations() {
  static const Dtypes four = {ACL_INT8, ACL_UINT8, ACL_INT32, ACL_INT64};
  static const std::vector<Operation> all = {
      {"aclnnAdd", kIntegersAndBool, 2, 1, Form::kFactor,
       [](const Terms& v) { return v.x + v.s * v.y; }},
      {"aclnnSub", kIntegersAndBool, 2, 1, Form::kFactor,
       [](const Terms& v) { return v.x - v.s * v.y; }},
      {"aclnnAddRelu", kIntegers, 2, 1, Form::kFactor, SumOrZero},
      {"aclnnAddcmul", four, 3, 1, Form::kFactor,
       [](const Terms& v) { return v.x + v.s * v.y * v.y; }},
      {"aclnnAddcdiv",
       {ACL_INT64},
       3,
       1,
       Form::kFactor,
       [](const Terms& v) { return v.y == 0 ? v.x : v.x + v.s; }},
      {"aclnnAdds", kIntegersAndBool, 1, 2, Form::kNumbers,
       [](const Terms& v) { return v.x + v.t * v.s; }},
      {"aclnnSubs", kIntegersAndBool, 1, 2, Form::kNumbers,
       [](const Terms& v) { return v.x - v.t * v.s; }},
      {"aclnnRsubs", kIntegers, 1, 2, Form::kNumbers,
       [](const Terms& v) { return v.s - v.t * v.x; }},
      {"aclnnMuls", kIntegersAndBool, 1, 1, Form::kNumbers,
       [](const Terms& v) { return v.x * v.s; }},
      {"aclnnBitwiseAndScalar", kIntegersAndBool, 1, 1, Form::kNumbers,
       [](const Terms& v) { return v.x & v.s; }},
      {"aclnnBitwiseOrScalar", With(kIntegersAndBool, {ACL_UINT32}), 1, 1, Form::kNumbers,
       [](const Terms& v) { return v.x | v.s; }},
      {"aclnnBitwiseXorScalar", kIntegersAndBool, 1, 1, Form::kNumbers,
       [](const Terms& v) { return v.x ^ v.s; }},
      {"aclnnPowTensorScalar", kIntegersAndBool, 1, 1, Form::kNumbers,
       [](const Terms& v) { return Power(v.x, v.s); }},
      {"aclnnPowScalarTensor", kIntegersAndBool, 1, 1, Form::kBase, ScalarToPower}};
  return all;
}

// What a call computes in; ACL_DT_UNDEFINED if in floats, or if it is refused.
aclDataType ComputedIn(const Operation& operation, aclDataType dtype, const Array& s,
                       const Array& t) {
  const auto promoted = operation.form == Form::kFactor ? dtype : PromoteWithScalar(dtype, s.dtype);
  if (!promoted || IsFloat(*promoted) || !Promote(*promoted, ACL_INT8)) return ACL_DT_UNDEFINED;
  const Array& factor = operation.scalars == 2 ? t : s;
  if (!CanCast(factor.dtype, *promoted) && operation.form != Form::kBase) return ACL_DT_UNDEFINED;
  if (operation.name.starts_with("aclnnBitwise")) {
    const bool takes_uint32 = !operation.name.starts_with("aclnnBitwiseAnd");
    if (s.dtype == ACL_UINT64 || (s.dtype == ACL_UINT32 && !takes_uint32)) return ACL_DT_UNDEFINED;
  }
  if (operation.name.starts_with("aclnnPow")) {
    if (*promoted == ACL_BOOL || !Promote(s.dtype, ACL_INT8)) return ACL_DT_UNDEFINED;
    const Int128 power = NumberAt(s, 0).floor;
    const bool is_power = power >= 0 && power <= RangeOf(*promoted).highest;
    if (operation.form != Form::kBase && !is_power) return ACL_DT_UNDEFINED;
  }
  return *promoted;
}

class ModularTest : public testing::TestWithParam<size_t> {};

TEST_P(ModularTest, AnyScalars) {
  const Operation& operation = Operations()[GetParam()];
  for (const aclDataType dtype : operation.dtypes) {
    for (size_t k = 0; k < Scalars().size(); ++k) {
      const Array &s = Scalars()[k], &t = Second(k);
      const aclDataType promoted = ComputedIn(operation, dtype, s, t);
      if (promoted == ACL_DT_UNDEFINED) continue;
      SCOPED_TRACE(DtypeName(dtype) + ", " + TextOf(s) + ", " + TextOf(t));
      const Array x = ElementsBeside(dtype, s);
      const Array y(dtype, x.shape, [&x](int64_t i) { return x.Bits(x.size() - 1 - i); });
      const auto exact = [&](int64_t i) {
        const auto low = [](const Array& array, int64_t at) {
          return static_cast<uint64_t>(NumberAt(array, at).floor);
        };
        return Wrapped(promoted,
                       operation.exact({low(x, i), low(y, i), low(s, 0), low(t, 0), promoted}));
      };
      OperatorCall call = {operation.name, {x}};
      for (int i = 1; i < operation.tensors; ++i) call.arguments.emplace_back(y);
      call.arguments.insert(call.arguments.end() - (operation.form == Form::kBase ? 1 : 0), s);
      if (operation.scalars == 2) call.arguments.emplace_back(t);
      const bool has_in_place = operation.form != Form::kBase && operation.name != "aclnnRsubs";
      if (promoted == dtype && has_in_place) {
        const std::string in_place = InPlace(operation.name);
        ExpectIntegers({in_place, call.arguments}, exact);
      }
      call.arguments.emplace_back(Array(promoted, x.shape));
      ExpectIntegers(call, exact);
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, ModularTest, testing::Range(size_t{0}, Operations().size()),
                         [](const auto& operation) {
                           return std::string(Operations()[operation.param].name.substr(5));
                         });

// ---- Comparisons and bounds

struct ScalarRelation {
  const char* name;
  bool takes_uint16, takes_uint32;
  bool (*holds)(std::strong_ordering order);
};
const ScalarRelation kScalarRelations[] = {
    {"aclnnGtScalar", true, true, [](std::strong_ordering order) { return order > 0; }},
    {"aclnnGeScalar", true, true, [](std::strong_ordering order) { return order >= 0; }},
    {"aclnnLtScalar", true, true, [](std::strong_ordering order) { return order < 0; }},
    {"aclnnLeScalar", true, false, [](std::strong_ordering order) { return order <= 0; }},
    {"aclnnEqScalar", false, false, [](std::strong_ordering order) { return order == 0; }},
    {"aclnnNeScalar", false, false, [](std::strong_ordering order) { return order != 0; }}};

TEST(ScalarsTest, AreCompared) {
  for (const ScalarRelation& relation : kScalarRelations) {
    for (const aclDataType dtype : With(kIntegersAndBool, {ACL_UINT64})) {
      for (const Array& s : Scalars()) {
        if (s.dtype == ACL_UINT16 && !relation.takes_uint16) continue;
        if (s.dtype == ACL_UINT32 && !relation.takes_uint32) continue;
        if (!PromoteWithScalar(dtype, s.dtype)) continue;
        SCOPED_TRACE(DtypeName(dtype) + ", " + TextOf(s));
        const Array x = ElementsBeside(dtype, s);
        const auto exact = [&](int64_t i) {
          return Int128{relation.holds(NumberAt(x, i) <=> NumberAt(s, 0))};
        };
        ExpectIntegers({relation.name, {x, s, Array(ACL_BOOL, x.shape)}}, exact);
        const std::string in_place = InPlace(relation.name);
        ExpectIntegers({in_place, {x, s}}, exact);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(ScalarsTest, AreBounds) {
  for (const aclDataType dtype : kIntegers) {
    for (size_t k = 0; k < Scalars().size(); ++k) {
      const Array &s = Scalars()[k], &t = Second(k);
      SCOPED_TRACE(DtypeName(dtype) + ", " + TextOf(s) + ", " + TextOf(t));
      const Array x = ElementsBeside(dtype, s);
      for (const aclDataType out : {dtype, ACL_INT16, ACL_INT64}) {
        const auto clamped = [&](int64_t i, const Array* min, const Array* max) {
          const Number number = NumberAt(x, i);
          const bool is_below = min != nullptr && number < NumberAt(*min, 0);
          const bool is_above =
              max != nullptr && (is_below ? NumberAt(*min, 0) : number) > NumberAt(*max, 0);
          if (!is_below && !is_above) return Wrapped(out, number.floor);
          return Nearest(out, NumberAt(is_above ? *max : *min, 0).Truncated());
        };
        const Array to(out, x.shape);
        ExpectIntegers({"aclnnClampMin", {x, s, to}},
                       [&](int64_t i) { return clamped(i, &s, nullptr); });
        ExpectIntegers({"aclnnClampMax", {x, s, to}},
                       [&](int64_t i) { return clamped(i, nullptr, &s); });
        ExpectIntegers({"aclnnClamp", {x, s, t, to}},
                       [&](int64_t i) { return clamped(i, &s, &t); });
        if (out != dtype) continue;
        ExpectIntegers({"aclnnInplaceClampMax", {x, s}},
                       [&](int64_t i) { return clamped(i, nullptr, &s); });
      }
      const bool is_first = NumberAt(s, 0) <= NumberAt(t, 0);
      const Array &low = is_first ? s : t, &high = is_first ? t : s;
      const auto limited = [&](int64_t i) {
        return std::clamp(NumberAt(x, i).floor, Nearest(dtype, NumberAt(low, 0).Truncated()),
                          Nearest(dtype, NumberAt(high, 0).Truncated()));
      };
      ExpectIntegers({"aclnnHardtanh", {x, low, high, Array(dtype, x.shape)}}, limited);
      ExpectIntegers({"aclnnInplaceHardtanh", {x, low, high}}, limited);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(ScalarsTest, AreThresholds) {
  for (const aclDataType dtype : kIntegers) {
    for (size_t k = 0; k < Scalars().size(); ++k) {
      const Array &s = Scalars()[k], &t = Second(k);
      SCOPED_TRACE(DtypeName(dtype) + ", " + TextOf(s) + ", " + TextOf(t));
      const Array x = ElementsBeside(dtype, s), to(dtype, x.shape);
      const Int128 value = NumberAt(t, 0).Truncated();
      if (Nearest(dtype, value) == value) {
        const auto exact = [&](int64_t i) {
          return NumberAt(x, i).floor <= NumberAt(s, 0).Truncated() ? value : NumberAt(x, i).floor;
        };
        ExpectIntegers({"aclnnThreshold", {x, s, t, to}}, exact);
        ExpectIntegers({"aclnnInplaceThreshold", {x, s, t}}, exact);
      }
      if (dtype != ACL_INT16 && dtype != ACL_INT64) {  // whose threshold is a float
        const auto threshold = static_cast<float>(ExactAt(s, 0));
        ExpectIntegers({"aclnnThresholdBackward", {x, x, s, to}}, [&](int64_t i) {
          return ExactAt(x, i) <= threshold ? 0 : NumberAt(x, i).floor;
        });
      }
      if (HasFatalFailure()) return;
    }
  }
}

TEST(ScalarsTest, BecomeElements) {
  for (const aclDataType dtype : With(kIntegersAndBool, {ACL_UINT16, ACL_UINT32, ACL_UINT64})) {
    for (const Array& s : Scalars()) {
      if (!PromoteWithScalar(dtype, s.dtype)) continue;
      SCOPED_TRACE(DtypeName(dtype) + ", " + TextOf(s));
      const Number number = NumberAt(s, 0);
      const bool saturates = IsFloat(s.dtype) && dtype != ACL_BOOL;
      const Int128 exact = dtype == ACL_BOOL ? number != Number{}
                           : saturates       ? Nearest(dtype, number.Truncated())
                                             : Wrapped(dtype, number.floor);
      ExpectIntegers({"aclnnInplaceFillScalar", {Array(dtype, {3}), s}},
                     [exact](int64_t) { return exact; });
      if (HasFatalFailure()) return;
    }
  }
}

// ---- Quotients

TEST(ScalarsTest, AreDivisors) {
  for (const aclDataType dtype : kIntegersAndBool) {
    for (const Array& s : Scalars()) {
      const auto promoted = PromoteWithScalar(dtype, s.dtype);
      if (!promoted || IsFloat(*promoted) || !Promote(s.dtype, ACL_INT8)) continue;
      SCOPED_TRACE(DtypeName(dtype) + ", " + TextOf(s));
      const Array x = ElementsBeside(dtype, s);
      const Int128 divisor = NumberAt(s, 0).floor;
      for (const aclDataType out : kIntegers) {
        ExpectIntegers({"aclnnDivs", {x, s, Array(out, x.shape)}}, [&](int64_t i) {
          const Int128 dividend = NumberAt(x, i).floor;
          if (divisor != 0) return Nearest(out, dividend / divisor);
          return dividend == 0 ? 0 : dividend < 0 ? RangeOf(out).lowest : RangeOf(out).highest;
        });
      }
      const Array given = RunOnce({"aclnnDivs", {x, s, Array(ACL_FLOAT, x.shape)}}).at(0);
      for (int64_t i = 0; i < x.size() && divisor != 0; ++i) {
        const long double exact = ExactAt(x, i) / ExactAt(s, 0);
        const auto nearest = static_cast<float>(exact);
        const long double unit = std::nextafter(std::fabs(nearest), INFINITY) - std::fabs(nearest);
        ASSERT_LE(std::fabs(given.Value(i) - exact), 0.501L * unit)
            << ExactAt(x, i) << " gives " << given.Value(i);
      }
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::scalars_test

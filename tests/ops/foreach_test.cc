// Operators over lists: each member has the bits that the operator of one tensor gives, in any
// layout, in place, and however many threads share the elements.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_list.h"
#include "aclnnop/aclnn_foreach_lerp_scalar.h"
#include "aclnnop/aclnn_foreach_mul_scalar.h"
#include "aclnnop/aclnn_foreach_mul_scalar_v2.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/format.h"
#include "tests/oracle/whole.h"

namespace openaclnn::test::foreach_test {
namespace {

using Arrays = std::vector<Array>;

// An operator of lists, and the one of one tensor that has the same numbers besides.
struct OfLists {
  const char* name;
  const char* alone;
  size_t lists;
  std::vector<double> numbers = {};          // of both
  std::vector<double> numbers_alone = {};    // of the other
  std::vector<double> number_for_each = {};  // a list of scalars
  std::vector<aclDataType> dtypes = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

  OperatorCall OfAll(const std::vector<Arrays>& operands) const {
    OperatorCall call{name, {operands.begin(), operands.end()}};
    for (const double number : numbers) call.arguments.push_back(Number(operands, number));
    if (!number_for_each.empty()) call.arguments.emplace_back(ArrayOf(ACL_DOUBLE, number_for_each));
    Arrays results;
    for (const Array& array : operands[0]) results.emplace_back(array.dtype, array.shape);
    call.arguments.emplace_back(results);
    return call;
  }
  OperatorCall OfOne(const std::vector<Arrays>& operands, size_t member) const {
    OperatorCall call{alone, {}};
    for (const Arrays& list : operands) call.arguments.emplace_back(list[member]);
    for (const double number : numbers) call.arguments.push_back(Number(operands, number));
    if (!number_for_each.empty()) {
      call.arguments.push_back(Number(operands, number_for_each[member]));
    }
    for (const double number : numbers_alone) call.arguments.push_back(Number(operands, number));
    call.arguments.emplace_back(Array(operands[0][member].dtype, operands[0][member].shape));
    return call;
  }

 private:
  static CallArgument Number(const std::vector<Arrays>& operands, double number) {
    return {number, IsInteger(operands[0][0].dtype) ? ACL_INT64 : ACL_DOUBLE};
  }
};

const std::vector<OfLists>& AllOfLists() {
  const std::vector<aclDataType> with_int32 = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32};
  std::vector<aclDataType> with_narrow = with_int32;
  with_narrow.insert(with_narrow.end(), {ACL_INT16, ACL_INT8, ACL_UINT8});
  static const std::vector<OfLists> all = {
      {"aclnnForeachAddListV2", "aclnnAdd", 2, {-3}, {}, {}, with_narrow},
      {"aclnnForeachAcos", "aclnnAcos", 1},
      {"aclnnForeachAddScalarList", "aclnnAdds", 1, {}, {1}, {7, -3, 0}, with_int32},
      {"aclnnForeachAddScalarV2", "aclnnAdds", 1, {7}, {1}, {}, with_narrow},
      {"aclnnForeachAddcdivScalarV2", "aclnnAddcdiv", 3, {0.3}},
      {"aclnnForeachAddcmulScalarV2", "aclnnAddcmul", 3, {3}, {}, {}, with_int32},
      {"aclnnForeachAsin", "aclnnAsin", 1},
      {"aclnnForeachAtan", "aclnnAtan", 1},
      {"aclnnForeachCos", "aclnnCos", 1},
      {"aclnnForeachCosh", "aclnnCosh", 1},
      {"aclnnForeachDivList", "aclnnDiv", 2},
      {"aclnnForeachDivScalarList", "aclnnDivs", 1, {}, {}, {3, -0.7, 0}},
      {"aclnnForeachDivScalarV2", "aclnnDivs", 1, {-0.7}},
      {"aclnnForeachErf", "aclnnErf", 1},
      {"aclnnForeachErfc", "aclnnErfc", 1},
      {"aclnnForeachExp", "aclnnExp", 1},
      {"aclnnForeachExpm1", "aclnnExpm1", 1},
      {"aclnnForeachLerpList", "aclnnLerp", 3},
      {"aclnnForeachLerpScalar", "aclnnLerps", 2, {0.3}},
      {"aclnnForeachLog", "aclnnLog", 1},
      {"aclnnForeachLog10", "aclnnLog10", 1},
      {"aclnnForeachLog1p", "aclnnLog1p", 1},
      {"aclnnForeachLog2", "aclnnLog2", 1},
      {"aclnnForeachMaximumList", "aclnnMaximum", 2, {}, {}, {}, with_int32},
      {"aclnnForeachMinimumList", "aclnnMinimum", 2, {}, {}, {}, with_int32},
      {"aclnnForeachMulList", "aclnnMul", 2, {}, {}, {}, with_narrow},
      {"aclnnForeachMulScalarList", "aclnnMuls", 1, {}, {}, {3, -7, 0}, with_int32},
      {"aclnnForeachMulScalarV2", "aclnnMuls", 1, {-3}, {}, {}, with_int32},
      {"aclnnForeachNeg", "aclnnNeg", 1, {}, {}, {}, {ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT8}},
      {"aclnnForeachPowList", "aclnnPowTensorTensor", 2, {}, {}, {}, with_int32},
      {"aclnnForeachPowScalarList", "aclnnPowTensorScalar", 1, {}, {}, {3, 2, 0}, with_int32},
      {"aclnnForeachPowScalarV2", "aclnnPowTensorScalar", 1, {-0.7}},
      {"aclnnForeachReciprocal", "aclnnReciprocal", 1},
      {"aclnnForeachSigmoid", "aclnnSigmoid", 1},
      {"aclnnForeachSign", "aclnnSign", 1, {}, {}, {}, {ACL_FLOAT, ACL_BF16, ACL_INT64}},
      {"aclnnForeachSin", "aclnnSin", 1},
      {"aclnnForeachSinh", "aclnnSinh", 1},
      {"aclnnForeachSqrt", "aclnnSqrt", 1},
      {"aclnnForeachSubListV2", "aclnnSub", 2, {-3}, {}, {}, with_narrow},
      {"aclnnForeachSubScalarList", "aclnnSubs", 1, {}, {1}, {7, -3, 0}, with_int32},
      {"aclnnForeachSubScalarV2", "aclnnSubs", 1, {7}, {1}, {}, with_int32},
      {"aclnnForeachTan", "aclnnTan", 1},
      {"aclnnForeachTanh", "aclnnTanh", 1},
  };
  return all;
}

std::vector<Arrays> AnyOperands(aclDataType dtype, size_t lists, const std::vector<Shape>& shapes) {
  std::vector<Arrays> operands(lists);
  uint32_t seed = 1;
  for (Arrays& list : operands) {
    for (const Shape& shape : shapes) list.push_back(RandomPatterns(dtype, shape, seed++));
  }
  return operands;
}

void ExpectAlone(const OfLists& of, const std::vector<Arrays>& operands, const Arrays& results) {
  ASSERT_EQ(results.size(), operands[0].size());
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_TRUE(SameBits(results[i], RunOnce(of.OfOne(operands, i))[0])) << "member " << i;
  }
}

TEST(ForeachTest, EachMemberAsAlone) {
  for (const OfLists& of : AllOfLists()) {
    for (const aclDataType dtype : of.dtypes) {
      SCOPED_TRACE(std::string(of.name) + " of dtype " + std::to_string(dtype));
      const std::vector<Arrays> operands = AnyOperands(dtype, of.lists, {{5, 7}, {3000}, {}});
      ExpectAlone(of, operands, RunCall(of.OfAll(operands)));
    }
  }
}

TEST(ForeachTest, InPlaceOfAnyListAndLayout) {
  for (const OfLists& of : AllOfLists()) {
    const std::vector<Arrays> operands =
        AnyOperands(of.dtypes.back(), of.lists, {{2, 3, 5}, {2, 3, 40}, {1, 2, 9}});
    const OperatorCall call = of.OfAll(operands);
    const Arrays expected = RunOnce(call);
    for (size_t list = 0; list < of.lists; ++list) {
      for (const Layout& layout : OutputLayouts()) {
        SCOPED_TRACE(std::string(of.name) + ", list " + std::to_string(list) + ", " + layout.name);
        Placement placement{.layouts = std::vector<const Layout*>(call.arguments.size()),
                            .in_place = {{call.arguments.size() - 1, list}}};
        placement.layouts[list] = &layout;
        const Arrays results = RunOnce(call, placement);
        ASSERT_EQ(results.size(), expected.size());
        for (size_t i = 0; i < results.size(); ++i) {
          EXPECT_TRUE(SameBits(results[i], expected[i])) << "member " << i;
        }
      }
    }
  }
}

TEST(ForeachTest, ThreadsShareAllMembers) {
  const OfLists& of = AllOfLists()[0];
  std::vector<Shape> shapes;
  for (int64_t k = 0; k < 40; ++k) shapes.push_back({k % 3 == 0 ? 20001 + k : k});
  const std::vector<Arrays> operands = AnyOperands(ACL_BF16, 2, shapes);
  for (const int threads : {1, 2, 5}) {
    const ScopedSettings settings([&](Settings& s) { s.num_threads = threads; });
    const ScopedCacheBytes cache(threads == 2 ? 0 : 1 << 30);  // streams, or not
    ExpectAlone(of, operands, RunOnce(of.OfAll(operands)));
  }
}

// An operator whose numbers lie in a tensor, against the oracle.
void ExpectNumbersOfATensor(const char* name, oracle::WholeDefinition definition) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    std::vector<Arrays> operands(3);
    for (uint32_t k = 0; k < 9; ++k) {
      operands[k / 3].push_back(RandomArray(dtype, {k % 3 + 2, 99}, k));
    }
    const Array numbers = ArrayOf(dtype, {3, 1}, {0.3, -2, 1e-3});
    Arrays results;
    oracle::WholeCall whole(5);
    for (size_t list = 0; list < 3; ++list) {
      whole[list].is_list = true;
      for (const Array& array : operands[list]) {
        whole[list].tensors.push_back(
            {array.shape, [&array](int64_t at) { return array.Value(at); }});
        if (list == 0) results.emplace_back(dtype, array.shape);
      }
    }
    whole[3].tensors = {{{3}, [&numbers](int64_t at) { return numbers.Value(at); }}};
    whole[4].is_list = true;
    const oracle::WholeResults exact = definition(std::move(whole));
    const OperatorCall call{name, {operands[0], operands[1], operands[2], numbers, results}};
    for (const Layout* const layout : {&OutputLayouts()[0], &OutputLayouts()[1]}) {
      const Arrays given =
          RunCall(call, {.layouts = {nullptr, nullptr, nullptr, layout}, .in_place = {}});
      int64_t element = 0;
      for (const Array& array : given) {
        for (int64_t i = 0; i < array.size(); ++i, ++element) {
          const double expected = ValueOf(dtype, BitsOf(dtype, exact(4, element).exact.ToDouble()));
          ASSERT_TRUE(array.Value(i) == expected ||
                      (IsNan(dtype, array.Bits(i)) && expected != expected))
              << array.Value(i) << ", expected " << expected;
        }
      }
    }
  }
}

TEST(ForeachTest, NumbersOfATensor) {
  ExpectNumbersOfATensor("aclnnForeachAddcdivList", oracle::OfMembers<oracle::kAddcdiv>);
  ExpectNumbersOfATensor("aclnnForeachAddcdivScalarList", oracle::OfMembers<oracle::kAddcdiv>);
  ExpectNumbersOfATensor("aclnnForeachAddcmulList", oracle::OfMembers<oracle::kAddcmul>);
  ExpectNumbersOfATensor("aclnnForeachAddcmulScalarList", oracle::OfMembers<oracle::kAddcmul>);
}

TEST(ForeachTest, WholeNumbersOfATensorWrap) {
  const Arrays x = {ArrayOf(ACL_INT32, {1, -2, 2147483647}), ArrayOf(ACL_INT32, {3})};
  const Array numbers = ArrayOf(ACL_INT32, {1 << 30, -1});
  const Arrays results =
      RunCall({"aclnnForeachAddcmulScalarList",
               {x, x, x, numbers, Arrays{Array(ACL_INT32, {3}), Array(ACL_INT32, {1})}}});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(SameBits(results[0], ArrayOf(ACL_INT32, {1 + (1 << 30), -2, -1073741825})));
  EXPECT_TRUE(SameBits(results[1], ArrayOf(ACL_INT32, {3 - 9})));
}

// The form of an operator whose number lies in a tensor, and the one whose number is a scalar.
struct OfNumber {
  const char* name;
  const char* by_scalar;
  size_t lists;
  std::vector<aclDataType> dtypes;
};

aclDataType BesideTensorsOf(aclDataType dtype) {
  if (IsInteger(dtype)) return ACL_INT32;
  return dtype == ACL_FLOAT16 ? ACL_FLOAT16 : ACL_FLOAT;
}

void ExpectAsByScalar(const OfNumber& of, aclDataType dtype, aclDataType of_number, double number) {
  const std::vector<Arrays> operands = AnyOperands(dtype, of.lists, {{5, 7}, {3000}, {}, {0, 2}});
  Arrays results;
  for (const Array& array : operands[0]) results.emplace_back(dtype, array.shape);
  OperatorCall by_tensor{of.name, {operands.begin(), operands.end()}};
  OperatorCall by_scalar{of.by_scalar, by_tensor.arguments};
  by_tensor.arguments.emplace_back(ArrayOf(of_number, {1, 1}, {number}));
  by_tensor.arguments.emplace_back(results);
  by_scalar.arguments.emplace_back(number, of_number);
  by_scalar.arguments.emplace_back(results);
  const Arrays expected = RunOnce(by_scalar);
  for (const Layout& layout : OutputLayouts()) {
    Placement placement{.layouts = std::vector<const Layout*>(of.lists + 2), .in_place = {}};
    placement.layouts[of.lists] = &layout;
    const Arrays given = RunCall(by_tensor, placement);
    ASSERT_EQ(given.size(), expected.size());
    for (size_t i = 0; i < given.size(); ++i) {
      EXPECT_TRUE(SameBits(given[i], expected[i])) << "member " << i << ", " << layout.name;
    }
  }
}

TEST(ForeachTest, NumberOfATensor) {
  const std::vector<aclDataType> floats = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  const std::vector<aclDataType> with_int32 = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32};
  std::vector<aclDataType> with_narrow = with_int32;
  with_narrow.insert(with_narrow.end(), {ACL_INT16, ACL_INT8, ACL_UINT8});
  const OfNumber all[] = {
      {"aclnnForeachAddList", "aclnnForeachAddListV2", 2, with_narrow},
      {"aclnnForeachAddScalar", "aclnnForeachAddScalarV2", 1, with_narrow},
      {"aclnnForeachAddcdivScalar", "aclnnForeachAddcdivScalarV2", 3, floats},
      {"aclnnForeachAddcmulScalar", "aclnnForeachAddcmulScalarV2", 3, with_int32},
      {"aclnnForeachDivScalar", "aclnnForeachDivScalarV2", 1, floats},
      {"aclnnForeachMaximumScalar", "aclnnForeachMaximumScalarV2", 1, with_int32},
      {"aclnnForeachMinimumScalar", "aclnnForeachMinimumScalarV2", 1, with_int32},
      {"aclnnForeachMulScalar", "aclnnForeachMulScalarV2", 1, with_int32},
      {"aclnnForeachPowScalar", "aclnnForeachPowScalarV2", 1, floats},
      {"aclnnForeachSubList", "aclnnForeachSubListV2", 2, with_narrow},
      {"aclnnForeachSubScalar", "aclnnForeachSubScalarV2", 1, with_int32},
  };
  for (const OfNumber& of : all) {
    for (const aclDataType dtype : of.dtypes) {
      SCOPED_TRACE(std::string(of.name) + " of dtype " + std::to_string(dtype));
      ExpectAsByScalar(of, dtype, BesideTensorsOf(dtype), IsInteger(dtype) ? -77777 : -0.7);
    }
  }
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT16}) {
    for (double mode = -1; mode < 9; ++mode) {
      const OfNumber of = {"aclnnForeachRoundOffNumber", "aclnnForeachRoundOffNumberV2", 1, {}};
      ExpectAsByScalar(of, dtype, ACL_INT8, mode);
    }
  }
}

TEST(ForeachTest, FirstListIsReplaced) {
  const struct {
    const char *name, *elsewhere;
    size_t lists;
    bool has_number, has_int32;
  } all[] = {
      {"aclnnForeachACosInplace", "aclnnForeachAcos", 1, false, false},
      {"aclnnForeachAddListInplace", "aclnnForeachAddList", 2, true, true},
      {"aclnnForeachDivListInplace", "aclnnForeachDivList", 2, false, false},
      {"aclnnForeachLogInplace", "aclnnForeachLog", 1, false, false},
      {"aclnnForeachMulListInplace", "aclnnForeachMulList", 2, false, true},
      {"aclnnForeachMulScalarInplace", "aclnnForeachMulScalar", 1, true, true},
      {"aclnnForeachSubListInplace", "aclnnForeachSubList", 2, true, true},
      {"aclnnForeachSubScalarInplace", "aclnnForeachSubScalar", 1, true, true},
  };
  for (const auto& of : all) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32}) {
      if (IsInteger(dtype) && !of.has_int32) continue;
      SCOPED_TRACE(std::string(of.name) + " of dtype " + std::to_string(dtype));
      const std::vector<Arrays> operands = AnyOperands(dtype, of.lists, {{5, 7}, {3000}, {0}});
      OperatorCall call{of.name, {operands.begin(), operands.end()}};
      if (of.has_number) call.arguments.emplace_back(ArrayOf(BesideTensorsOf(dtype), {-3}));
      OperatorCall elsewhere{of.elsewhere, call.arguments};
      elsewhere.arguments.emplace_back(operands[0]);
      const Arrays expected = RunOnce(elsewhere);
      for (const Layout& layout : OutputLayouts()) {
        const Arrays given = RunCall(call, {.layouts = {&layout}, .in_place = {}});
        ASSERT_EQ(given.size(), expected.size());
        for (size_t i = 0; i < given.size(); ++i) {
          EXPECT_TRUE(SameBits(given[i], expected[i])) << "member " << i << ", " << layout.name;
        }
      }
    }
  }
}

TEST(ForeachTest, FloatBesideHalvesOnSomeProducts) {
  const ScopedSettings settings([](Settings& s) { s.chip = Chip::kAscend950; });
  for (const std::string name : {"AddScalar", "AddcmulScalar", "MulScalar"}) {
    const std::string by_tensor = "aclnnForeach" + name, by_scalar = by_tensor + "V2";
    const size_t lists = name == "AddcmulScalar" ? 3 : 1;
    ExpectAsByScalar({by_tensor.c_str(), by_scalar.c_str(), lists, {}}, ACL_FLOAT16, ACL_FLOAT,
                     0.30001);
  }
}

TEST(ForeachTest, IntegersToAPowerOfATensor) {
  const Arrays x = {RandomPatterns(ACL_INT32, {99}, 1), ArrayOf(ACL_INT32, {1, -1, 2, 0})};
  const Arrays out = {Array(ACL_INT32, {99}), Array(ACL_INT32, {4})};
  for (const double power : {3.0, 0.0, -3.0}) {
    const Arrays expected =
        RunOnce({"aclnnForeachPowScalarList", {x, ArrayOf(ACL_INT64, {power, power}), out}});
    const Arrays given = RunCall({"aclnnForeachPowScalar", {x, ArrayOf(ACL_INT32, {power}), out}});
    for (size_t i = 0; i < 2; ++i) EXPECT_TRUE(SameBits(given[i], expected[i])) << power;
  }
}

// The number that is in memory when the stream runs the call counts, in each run anew.
TEST(ForeachTest, NumberIsReadInTheStream) {
  EnsureDevice();
  float x[3] = {1, 2, 3}, out[3] = {}, number = 5;
  const int64_t extent = 3, one = 1;
  const auto tensor = [](const int64_t& of, float* memory) {
    return aclCreateTensor(&of, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &of, 1, memory);
  };
  const aclTensor* const member = tensor(extent, x);
  const aclTensor* const result = tensor(extent, out);
  aclTensorList *const from = aclCreateTensorList(&member, 1), *const to =
                                                                   aclCreateTensorList(&result, 1);
  aclTensor* const factor = tensor(one, &number);
  uint64_t size = 1;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnForeachMulScalarGetWorkspaceSize(from, factor, to, &size, &executor), 0);
  EXPECT_EQ(size, 0u);
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  for (const float given : {-2.0f, 0.5f}) {
    number = given;
    ASSERT_EQ(aclnnForeachMulScalar(nullptr, 0, executor, nullptr), 0);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(out[i], given * x[i]);
  }
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
  aclDestroyTensorList(from);
  aclDestroyTensorList(to);
  aclDestroyTensor(factor);
}

// A number to powers, and integers to powers below 0.
TEST(ForeachTest, PowersOfANumber) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32}) {
    const aclDataType of_base = dtype == ACL_INT32 ? ACL_INT64 : ACL_DOUBLE;
    const Array x = RandomArray(dtype, {999}, 1, -8, 8);
    for (const double base : {3.0, -1.0, 0.0, 1.0, 4294967297.0}) {
      const Array expected =
          RunOnce({"aclnnPowScalarTensor", {{base, of_base}, x, Array(dtype, {999})}})[0];
      const Arrays given = RunCall({"aclnnForeachPowScalarAndTensor",
                                    {{base, of_base}, Arrays{x}, Arrays{Array(dtype, {999})}}});
      EXPECT_TRUE(SameBits(given[0], expected)) << base << " of dtype " << dtype;
    }
  }
  const Arrays x = {ArrayOf(ACL_INT32, {1, -1, 2, 0}), ArrayOf(ACL_INT32, {-1})};
  const Arrays given = RunCall(
      {"aclnnForeachPowScalarList",
       {x, ArrayOf(ACL_INT64, {-3, -2}), Arrays{Array(ACL_INT32, {4}), Array(ACL_INT32, {1})}}});
  EXPECT_TRUE(SameBits(given[0], ArrayOf(ACL_INT32, {1, -1, 0, 0})));
  EXPECT_TRUE(SameBits(given[1], ArrayOf(ACL_INT32, {1})));
}

// Which whole number, or what is left of it, for each mode from 0 on.
double RoundedOff(double x, int mode) {
  const double down = std::floor(x), up = std::ceil(x);
  switch (mode) {
    case 2:
      return std::copysign(down, x);
    case 3:
      return std::copysign(up, x);
    case 4:
      return std::round(x);
    case 5:
      return std::trunc(x);
    case 6:
      return std::copysign(std::fmod(down, 2) != 0 || down == up ? down : up, x);
    case 7:
      return x - std::trunc(x);
    default:
      return std::nearbyint(x);
  }
}

TEST(ForeachTest, ModesOfRounding) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32, ACL_INT16}) {
    const bool is_integer = IsInteger(dtype);
    Array x = is_integer ? RandomPatterns(dtype, {3000}, 1) : RandomArray(dtype, {3000}, 1, -8, 8);
    for (int64_t i = 0; i < 200 && !is_integer; ++i) {  // halves, zeros, whole numbers
      x.SetBits(i, BitsOf(dtype, static_cast<double>(i - 100) / 2));
    }
    for (int mode = 0; mode < 10; ++mode) {
      const Arrays given = RunCall(
          {"aclnnForeachRoundOffNumberV2",
           {Arrays{x}, {static_cast<double>(mode), ACL_INT8}, Arrays{Array(dtype, {3000})}}});
      for (int64_t i = 0; i < x.size(); ++i) {
        const double expected = RoundedOff(x.Value(i), mode), value = given[0].Value(i);
        ASSERT_TRUE(value == expected || (expected != expected && value != value))
            << x.Value(i) << " in mode " << mode << ": " << value;
        if (mode < 7 && expected == expected) {
          ASSERT_EQ(std::signbit(value), std::signbit(expected)) << x.Value(i);
        }
      }
    }
  }
}

TEST(ForeachTest, CopiesAndZeros) {
  const std::pair<aclDataType, aclDataType> pairs[] = {
      {ACL_FLOAT, ACL_FLOAT},   {ACL_FLOAT, ACL_BF16},    {ACL_FLOAT, ACL_FLOAT16},
      {ACL_BF16, ACL_FLOAT},    {ACL_FLOAT16, ACL_FLOAT}, {ACL_UINT32, ACL_UINT32},
      {ACL_DOUBLE, ACL_DOUBLE}, {ACL_BOOL, ACL_BOOL}};
  for (const auto& [from, to] : pairs) {
    const Arrays x = {RandomPatterns(from, {5, 7}, 1), Array(from, {0}),
                      RandomPatterns(from, {}, 2)};
    const Arrays out = {Array(to, {5, 7}), Array(to, {0}), Array(to, {})};
    const Arrays given = RunCall({"aclnnForeachCopy", {x, out}});
    for (size_t i = 0; i < x.size(); ++i) {
      const Array expected =
          RunOnce({"aclnnCast", {x[i], CallArgument(0.0, to), Array(to, x[i].shape)}})[0];
      EXPECT_TRUE(SameBits(given[i], expected)) << from << " into " << to;
    }
  }
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32, ACL_INT16}) {
    const Arrays x = {RandomPatterns(dtype, {5, 7}, 1), Array(dtype, {0, 3})};
    const Arrays given = RunCall({"aclnnForeachZeroInplace", {x}});
    ASSERT_EQ(given.size(), 2u);
    EXPECT_TRUE(SameBits(given[0], ArrayOf(dtype, {5, 7}, std::vector<double>(35, 0))));
  }
}

// The larger or the smaller of elements and a number, which are those of a tensor of this number.
TEST(ForeachTest, MaximumAndMinimumOfNumbers) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32}) {
    const bool is_integer = IsInteger(dtype);
    for (const double number : {0.0, -0.0, 3.0, is_integer ? -7.0 : kNan}) {
      const Array x = is_integer ? RandomArray(dtype, {999}, 1) : WildArray(dtype, {999}, 1);
      const Array other(dtype, {999}, [&](int64_t) { return BitsOf(dtype, number); });
      for (const std::string name : {"Maximum", "Minimum"}) {
        const Array expected = RunOnce({"aclnn" + name, {x, other, Array(dtype, {999})}})[0];
        const std::string scalar = "aclnnForeach" + name + "ScalarV2";
        const CallArgument given(number, is_integer ? ACL_INT64 : ACL_DOUBLE);
        const Arrays out = {Array(dtype, {999})};
        EXPECT_TRUE(SameBits(RunCall({scalar, {Arrays{x}, given, out}})[0], expected));
        const std::string list = "aclnnForeach" + name + "ScalarList";
        const Array numbers = ArrayOf(is_integer ? ACL_INT64 : ACL_DOUBLE, {number});
        EXPECT_TRUE(SameBits(RunCall({list, {Arrays{x}, numbers, out}})[0], expected));
      }
    }
  }
}

// What is refused.
class ForeachRefusalTest : public testing::Test {
 protected:
  ForeachRefusalTest() { EnsureDevice(); }

  struct Member {
    aclDataType dtype = ACL_FLOAT;
    Shape shape = {2, 2};
    int at = 0;  // in memory
  };
  using MemberList = std::vector<Member>;

  static aclTensor* TensorOf(const Member& member) {
    static float memory[256];
    return aclCreateTensor(member.shape.data(), member.shape.size(), member.dtype, nullptr, 0,
                           ACL_FORMAT_ND, member.shape.data(), member.shape.size(),
                           memory + 16 * member.at);
  }
  static aclTensorList* ListOf(const MemberList& members) {
    std::vector<const aclTensor*> tensors;
    for (const Member& member : members) tensors.push_back(TensorOf(member));
    return aclCreateTensorList(tensors.data(), tensors.size());
  }
  // The message after the function's name, or "" on success.
  static std::string MessageOf(aclnnStatus status, aclOpExecutor* executor) {
    if (status == ACLNN_SUCCESS) {
      EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
      return "";
    }
    EXPECT_EQ(status, ACLNN_ERR_PARAM_INVALID);
    const std::string message = aclGetRecentErrMsg();
    const size_t at = message.find("WorkspaceSize: "), end = message.find(" [EZ");
    return message.substr(at + 15, end - at - 15);
  }
  static std::string MulByTensor(const MemberList& x, const Member& number) {
    uint64_t size = 1;
    aclOpExecutor* executor = nullptr;
    aclTensor* const factor = TensorOf(number);
    aclTensorList *const from = ListOf(x), *const to = ListOf(x);
    const aclnnStatus status =
        aclnnForeachMulScalarGetWorkspaceSize(from, factor, to, &size, &executor);
    EXPECT_EQ(size, status == ACLNN_SUCCESS ? 0u : 1u);
    aclDestroyTensorList(from);
    aclDestroyTensorList(to);
    aclDestroyTensor(factor);
    return MessageOf(status, executor);
  }
  static std::string MulScalar(const MemberList& x, aclDataType scalar, const MemberList& out) {
    uint64_t size = 1;
    aclOpExecutor* executor = nullptr;
    double number = 0;
    aclScalar* const factor = aclCreateScalar(&number, scalar);
    aclTensorList *const from = ListOf(x), *const to = ListOf(out);
    const aclnnStatus status =
        aclnnForeachMulScalarV2GetWorkspaceSize(from, factor, to, &size, &executor);
    EXPECT_EQ(size, status == ACLNN_SUCCESS ? 0u : 1u);
    aclDestroyTensorList(from);
    aclDestroyTensorList(to);
    aclDestroyScalar(factor);
    return MessageOf(status, executor);
  }
};

TEST_F(ForeachRefusalTest, Dtypes) {
  const Member half{ACL_FLOAT16};
  const auto at = [](Member member, int place) { return member.at = place, member; };
  EXPECT_EQ(MulScalar({{ACL_INT64}}, ACL_INT64, {{ACL_INT64}}),
            "x[0]: dtype is INT64, expected FLOAT, FLOAT16, BFLOAT16 or INT32");
  EXPECT_EQ(MulScalar({{}, half}, ACL_FLOAT, {{}, at(half, 1)}),
            "x[1]: dtype is FLOAT16, expected FLOAT, that of the first tensor");
  EXPECT_EQ(MulScalar({{}, {}}, ACL_FLOAT, {{}, at(half, 1)}),
            "out[1]: dtype is FLOAT16, expected FLOAT, the dtype of x[1]");
  EXPECT_EQ(MulScalar({half}, ACL_FLOAT, {half}),
            "scalar: dtype is FLOAT, expected FLOAT16 or DOUBLE beside FLOAT16, the dtype of x[0]");
  EXPECT_EQ(MulScalar({{ACL_INT32}}, ACL_FLOAT, {{ACL_INT32}}),
            "scalar: dtype is FLOAT, expected INT32 or INT64 beside INT32, the dtype of x[0]");
  EXPECT_EQ(MulScalar({half}, ACL_FLOAT16, {half}), "");
}

TEST_F(ForeachRefusalTest, NumbersInTensors) {
  const auto number = [](aclDataType dtype) { return Member{dtype, {1}, 2}; };
  const Member half{ACL_FLOAT16}, bfloat16{ACL_BF16}, integers{ACL_INT32};
  EXPECT_EQ(MulByTensor({half}, number(ACL_FLOAT16)), "");
  EXPECT_EQ(MulByTensor({half}, number(ACL_FLOAT)),
            "scalar: dtype is FLOAT, expected FLOAT16 beside FLOAT16, the dtype of x[0]");
  EXPECT_EQ(MulByTensor({bfloat16}, number(ACL_FLOAT)), "");
  EXPECT_EQ(MulByTensor({bfloat16}, number(ACL_BF16)),
            "scalar: dtype is BFLOAT16, expected FLOAT beside BFLOAT16, the dtype of x[0]");
  EXPECT_EQ(MulByTensor({integers}, number(ACL_INT64)),
            "scalar: dtype is INT64, expected INT32 beside INT32, the dtype of x[0]");
  EXPECT_EQ(MulByTensor({{}}, {ACL_FLOAT, {}, 2}), "");
  EXPECT_EQ(MulByTensor({{}}, {ACL_FLOAT, {2}, 2}), "scalar: shape is [2], expected one element");
  EXPECT_EQ(MulByTensor({{}}, {ACL_FLOAT, {0}, 2}), "scalar: shape is [0], expected one element");
  EXPECT_EQ(MulByTensor({}, number(ACL_FLOAT)), "");
}

TEST_F(ForeachRefusalTest, CountsAndShapes) {
  EXPECT_EQ(MulScalar({{}, {}}, ACL_FLOAT, {{}}), "out: has 1 items, expected 2, as many as x");
  EXPECT_EQ(MulScalar({{}}, ACL_FLOAT, {{ACL_FLOAT, {4}}}),
            "out[0]: shape is [4], expected [2, 2], the shape of x[0]");
  const Shape nine(9, 1);
  EXPECT_EQ(MulScalar({{ACL_FLOAT, nine}}, ACL_FLOAT, {{ACL_FLOAT, nine}}).substr(0, 4), "x[0]");
  EXPECT_EQ(MulScalar({}, ACL_FLOAT, {}), "");
  EXPECT_EQ(MulScalar({{ACL_FLOAT, {0, 3}}}, ACL_FLOAT, {{ACL_FLOAT, {0, 3}}}), "");
}

TEST_F(ForeachRefusalTest, OtherMembersAreNoPlaceForAResult) {
  const Member first, second{ACL_FLOAT, {2, 2}, 1};
  EXPECT_EQ(MulScalar({first, second}, ACL_FLOAT, {first, second}), "");
  EXPECT_EQ(MulScalar({first, first}, ACL_FLOAT, {first, second}),
            "out[0]: shares memory with x[1], in place of which it cannot be computed; use other "
            "memory");
}

}  // namespace
}  // namespace openaclnn::test::foreach_test

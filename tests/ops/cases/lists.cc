// Lists of tensors, and optimizers.
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

// Three tensors of a list, of which one has more elements and one none.
std::vector<Shape> ShapesOfMembers(const Shape& shape) {
  Shape more = shape, none = {0, 3};
  more.insert(more.begin(), 3);
  if (more.size() > 8) more.pop_back();
  return {shape, none, more};
}

std::vector<Array> Members(aclDataType dtype, const Shape& shape, uint32_t seed) {
  std::vector<Array> members;
  for (const Shape& of_member : ShapesOfMembers(shape)) {
    members.push_back(Finite(dtype, of_member, seed++));
  }
  return members;
}

std::vector<Array> ResultMembers(aclDataType dtype, const Shape& shape) {
  std::vector<Array> members;
  for (const Shape& of_member : ShapesOfMembers(shape)) members.emplace_back(dtype, of_member);
  return members;
}

// A call of lists with what the operator has besides, if anything.
template <aclDataType dtype, size_t lists>
OperatorCall OfLists(const char* name, const Shape& shape, uint32_t seed,
                     const std::vector<CallArgument>& number = {}) {
  OperatorCall call{name, {}};
  for (size_t k = 0; k < lists; ++k) {
    call.arguments.emplace_back(Members(dtype, shape, seed));
    seed += 3;
  }
  call.arguments.insert(call.arguments.end(), number.begin(), number.end());
  call.arguments.emplace_back(ResultMembers(dtype, shape));
  return call;
}

// The same of an operator that replaces its first list.
template <aclDataType dtype, size_t lists>
OperatorCall InFirstList(const char* name, const Shape& shape, uint32_t seed,
                         const std::vector<CallArgument>& number = {}) {
  OperatorCall call = OfLists<dtype, lists>(name, shape, seed, number);
  call.arguments.pop_back();
  return call;
}

CallArgument NumbersOfMembers(aclDataType dtype) { return ArrayOf(dtype, {3, -0.7, 2}); }

template <aclDataType dtype>
OperatorCall ForeachNorm(const Shape& shape, uint32_t seed) {
  return {
      "aclnnForeachNorm",
      {Members(dtype, shape, seed), {2.0, ACL_DOUBLE}, std::vector<Array>(3, Array(dtype, {}))}};
}

template <aclDataType dtype>
OperatorCall ForeachNonFiniteCheckAndUnscale(const Shape& shape, uint32_t seed) {
  return {"aclnnForeachNonFiniteCheckAndUnscale",
          {Members(dtype, shape, seed), Array(ACL_FLOAT, {1}), ArrayOf(ACL_FLOAT, {0.3})}};
}

template <aclDataType dtype, bool amsgrad>
OperatorCall ApplyAdamWV2(const Shape& shape, uint32_t seed) {
  const auto sizes = [&](uint32_t more) { return RandomArray(dtype, shape, seed + more, 0, 1); };
  return {"aclnnApplyAdamWV2",
          {Finite(dtype, shape, seed), Finite(dtype, shape, seed + 1), sizes(2), sizes(3),
           Finite(dtype, shape, seed + 4), ArrayOf(ACL_FLOAT, {3}), 0.01, 0.9, 0.999, 0.1, 1e-8,
           amsgrad ? 1.0 : 0.0, 0.0}};
}

template <aclDataType dtype, bool nesterov>
OperatorCall ApplyAdam(const Shape& shape, uint32_t seed) {
  const auto number = [](double value) { return ArrayOf(ACL_FLOAT, {value}); };
  return {"aclnnApplyAdam",
          {Finite(dtype, shape, seed), Finite(dtype, shape, seed + 1),
           RandomArray(dtype, shape, seed + 2, 0, 1), number(0.729), number(0.997), number(0.01),
           number(0.9), number(0.999), number(1e-7), Finite(dtype, shape, seed + 4), 0.0,
           nesterov ? 1.0 : 0.0}};
}

template <aclDataType dtype, bool amsgrad>
OperatorCall ApplyAdamW(const Shape& shape, uint32_t seed) {
  const auto number = [](double value) { return ArrayOf(dtype, {value}); };
  const auto sizes = [&](uint32_t more) { return RandomArray(dtype, shape, seed + more, 0, 1); };
  return {"aclnnApplyAdamW",
          {Finite(dtype, shape, seed), Finite(dtype, shape, seed + 1), sizes(2), number(0.729),
           number(0.9), number(0.01), number(0.1), number(0.9), number(0.95), number(1e-3),
           Finite(dtype, shape, seed + 4), sizes(5), amsgrad ? 1.0 : 0.0, 0.0}};
}

template <aclDataType dtype, int mode>
OperatorCall ApplyFusedEmaAdam(const Shape& shape, uint32_t seed) {
  return {"aclnnApplyFusedEmaAdam",
          {Finite(dtype, shape, seed), Finite(dtype, shape, seed + 1),
           Finite(dtype, shape, seed + 2), RandomArray(dtype, shape, seed + 3, 0, 1),
           Finite(dtype, shape, seed + 4), ArrayOf(ACL_INT64, {7}), 0.01, 0.99, 0.9, 0.999, 1e-8,
           double(mode), mode == 0 ? 1.0 : 0.0, 0.1}};
}

template <aclDataType dtype, bool amsgrad>
OperatorCall FusedAdamw(const Shape& shape, uint32_t seed) {
  const auto sizes = [&](uint32_t more) {
    std::vector<Array> members;
    for (const Shape& of_member : ShapesOfMembers(shape)) {
      members.push_back(RandomArray(dtype, of_member, seed + more++, 0, 1));
    }
    return members;
  };
  return {"aclnnFusedAdamw",
          {Members(dtype, shape, seed), Members(dtype, shape, seed + 3),
           Members(dtype, shape, seed + 6), sizes(9), sizes(12),
           std::vector<Array>{ArrayOf(ACL_FLOAT, {3}), ArrayOf(ACL_FLOAT, {1}),
                              ArrayOf(ACL_FLOAT, {1000})},
           ArrayOf(ACL_FLOAT, {1.5}), ArrayOf(ACL_FLOAT, {0}), 0.01, 0.9, 0.999, 0.1, 1e-8,
           amsgrad ? 1.0 : 0.0, 0.0}};
}

template <aclDataType dtype>
OperatorCall ForeachPowScalarAndTensor(const Shape& shape, uint32_t seed) {
  OperatorCall call = OfLists<dtype, 1>("aclnnForeachPowScalarAndTensor", shape, seed);
  call.arguments.insert(call.arguments.begin(), CallArgument(1.5, ACL_DOUBLE));
  return call;
}

template <aclDataType from, aclDataType to>
OperatorCall ForeachCopy(const Shape& shape, uint32_t seed) {
  return {"aclnnForeachCopy", {Members(from, shape, seed), ResultMembers(to, shape)}};
}

template <aclDataType dtype, bool is_first>
OperatorCall FusedSgd(const Shape& shape, uint32_t seed) {
  return {"aclnnFusedSgd",
          {Members(dtype, shape, seed), Members(dtype, shape, seed + 3),
           Members(dtype, shape, seed + 6), ArrayOf(ACL_FLOAT, {1.5}), 0.1, 0.9, 0.05, 0.2, 1.0,
           0.0, is_first ? 1.0 : 0.0}};
}

OperatorCall AmpUpdateScale(const Shape&, uint32_t seed) {
  return {"aclnnAmpUpdateScale",
          {ArrayOf(ACL_FLOAT, {64}), ArrayOf(ACL_INT32, {double(seed % 4)}),
           ArrayOf(ACL_FLOAT, {double(seed % 2)}), 2.0, 0.5, 3.0, Array(ACL_FLOAT, {1}),
           Array(ACL_INT32, {1})}};
}

}  // namespace

std::vector<Case> ListsCases() {
  return {
      {"ForeachAbsBfloat16",
       [](const Shape& s, uint32_t seed) { return OfLists<kBf16, 1>("aclnnForeachAbs", s, seed); }},
      {"ForeachAddListBfloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kBf16, 2>("aclnnForeachAddList", s, seed, {ArrayOf(kF32, {0.3})});
       }},
      {"ForeachAddListInt8",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT8, 2>("aclnnForeachAddList", s, seed, {ArrayOf(ACL_INT32, {-3})});
       }},
      {"ForeachAddListV2Float",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 2>("aclnnForeachAddListV2", s, seed, {{-3.0, ACL_DOUBLE}});
       }},
      {"ForeachAddListV2Uint8",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_UINT8, 2>("aclnnForeachAddListV2", s, seed, {{-3.0, ACL_INT64}});
       }},
      {"ForeachAddScalarInt32",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT32, 1>("aclnnForeachAddScalar", s, seed, {ArrayOf(ACL_INT32, {7})});
       }},
      {"ForeachAddScalarListFloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF16, 1>("aclnnForeachAddScalarList", s, seed,
                                 {NumbersOfMembers(ACL_DOUBLE)});
       }},
      {"ForeachAddScalarV2Bfloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kBf16, 1>("aclnnForeachAddScalarV2", s, seed, {{3.0, ACL_DOUBLE}});
       }},
      {"ForeachAddScalarV2Int16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT16, 1>("aclnnForeachAddScalarV2", s, seed, {{3.0, ACL_INT64}});
       }},
      {"ForeachAddcdivListFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 3>("aclnnForeachAddcdivList", s, seed, {NumbersOfMembers(kF32)});
       }},
      {"ForeachAddcdivScalarFloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF16, 3>("aclnnForeachAddcdivScalar", s, seed, {ArrayOf(kF16, {0.3})});
       }},
      {"ForeachAddcdivScalarListFloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF16, 3>("aclnnForeachAddcdivScalarList", s, seed,
                                 {NumbersOfMembers(kF16)});
       }},
      {"ForeachAddcdivScalarV2Float",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 3>("aclnnForeachAddcdivScalarV2", s, seed, {{0.3, ACL_DOUBLE}});
       }},
      {"ForeachAddcmulListBfloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kBf16, 3>("aclnnForeachAddcmulList", s, seed, {NumbersOfMembers(kBf16)});
       }},
      {"ForeachAddcmulScalarBfloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kBf16, 3>("aclnnForeachAddcmulScalar", s, seed, {ArrayOf(kF32, {0.3})});
       }},
      {"ForeachAddcmulScalarListInt32",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT32, 3>("aclnnForeachAddcmulScalarList", s, seed,
                                      {NumbersOfMembers(ACL_INT32)});
       }},
      {"ForeachAddcmulScalarV2Float",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 3>("aclnnForeachAddcmulScalarV2", s, seed, {{3.0, ACL_DOUBLE}});
       }},
      {"ForeachAddcmulScalarV2Int32",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT32, 3>("aclnnForeachAddcmulScalarV2", s, seed, {{3.0, ACL_INT64}});
       }},
      {"ForeachCosFloat",
       [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachCos", s, seed); }},
      {"ForeachDivListFloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF16, 2>("aclnnForeachDivList", s, seed);
       }},
      {"ForeachDivScalarFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachDivScalar", s, seed, {ArrayOf(kF32, {0.3})});
       }},
      {"ForeachDivScalarListFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachDivScalarList", s, seed,
                                 {NumbersOfMembers(ACL_DOUBLE)});
       }},
      {"ForeachDivScalarV2Bfloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kBf16, 1>("aclnnForeachDivScalarV2", s, seed, {{3.0, ACL_DOUBLE}});
       }},
      {"ForeachErfFloat16",
       [](const Shape& s, uint32_t seed) { return OfLists<kF16, 1>("aclnnForeachErf", s, seed); }},
      {"ForeachLerpScalarBfloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kBf16, 2>("aclnnForeachLerpScalar", s, seed, {0.3});
       }},
      {"ForeachLogFloat",
       [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachLog", s, seed); }},
      {"ForeachMaximumListFloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF16, 2>("aclnnForeachMaximumList", s, seed);
       }},
      {"ForeachMaximumScalarFloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF16, 1>("aclnnForeachMaximumScalar", s, seed, {ArrayOf(kF16, {0.5})});
       }},
      {"ForeachMaximumScalarListInt32",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT32, 1>("aclnnForeachMaximumScalarList", s, seed,
                                      {NumbersOfMembers(ACL_DOUBLE)});
       }},
      {"ForeachMaximumScalarV2Float",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachMaximumScalarV2", s, seed, {{0.5, ACL_DOUBLE}});
       }},
      {"ForeachMinimumListInt32",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT32, 2>("aclnnForeachMinimumList", s, seed);
       }},
      {"ForeachMinimumScalarInt32",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT32, 1>("aclnnForeachMinimumScalar", s, seed,
                                      {ArrayOf(ACL_INT32, {-7})});
       }},
      {"ForeachMinimumScalarListFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachMinimumScalarList", s, seed,
                                 {NumbersOfMembers(ACL_DOUBLE)});
       }},
      {"ForeachMinimumScalarV2Bfloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kBf16, 1>("aclnnForeachMinimumScalarV2", s, seed, {{0.5, ACL_DOUBLE}});
       }},
      {"ForeachMulListFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 2>("aclnnForeachMulList", s, seed);
       }},
      {"ForeachMulListInt8",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT8, 2>("aclnnForeachMulList", s, seed);
       }},
      {"ForeachMulScalarBfloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kBf16, 1>("aclnnForeachMulScalar", s, seed, {ArrayOf(kF32, {0.3})});
       }},
      {"ForeachMulScalarListFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachMulScalarList", s, seed,
                                 {NumbersOfMembers(ACL_DOUBLE)});
       }},
      {"ForeachMulScalarV2Float16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF16, 1>("aclnnForeachMulScalarV2", s, seed, {{3.0, ACL_DOUBLE}});
       }},
      {"ForeachMulScalarV2Int32",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT32, 1>("aclnnForeachMulScalarV2", s, seed, {{3.0, ACL_INT64}});
       }},
      {"ForeachNegFloat16",
       [](const Shape& s, uint32_t seed) { return OfLists<kF16, 1>("aclnnForeachNeg", s, seed); }},
      {"ForeachNegUint8",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_UINT8, 1>("aclnnForeachNeg", s, seed);
       }},
      {"ForeachReciprocalFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachReciprocal", s, seed);
       }},
      {"ForeachSigmoidFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachSigmoid", s, seed);
       }},
      {"ForeachSignInt8",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT8, 1>("aclnnForeachSign", s, seed);
       }},
      {"ForeachSinBfloat16",
       [](const Shape& s, uint32_t seed) { return OfLists<kBf16, 1>("aclnnForeachSin", s, seed); }},
      {"ForeachSqrtFloat",
       [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachSqrt", s, seed); }},
      {"ForeachSubListFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 2>("aclnnForeachSubList", s, seed, {ArrayOf(kF32, {0.3})});
       }},
      {"ForeachSubListV2Float16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF16, 2>("aclnnForeachSubListV2", s, seed, {{2.0, ACL_DOUBLE}});
       }},
      {"ForeachSubScalarFloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF16, 1>("aclnnForeachSubScalar", s, seed, {ArrayOf(kF16, {0.3})});
       }},
      {"ForeachSubScalarListFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachSubScalarList", s, seed,
                                 {NumbersOfMembers(ACL_DOUBLE)});
       }},
      {"ForeachSubScalarV2Int32",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT32, 1>("aclnnForeachSubScalarV2", s, seed, {{3.0, ACL_INT64}});
       }},
      {"ForeachTanhFloat",
       [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachTanh", s, seed); }},
      {"ForeachAcosFloat",
       [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachAcos", s, seed); }},
      {"ForeachAsinFloat16",
       [](const Shape& s, uint32_t seed) { return OfLists<kF16, 1>("aclnnForeachAsin", s, seed); }},
      {"ForeachAtanBfloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kBf16, 1>("aclnnForeachAtan", s, seed);
       }},
      {"ForeachCoshFloat",
       [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachCosh", s, seed); }},
      {"ForeachErfcFloat16",
       [](const Shape& s, uint32_t seed) { return OfLists<kF16, 1>("aclnnForeachErfc", s, seed); }},
      {"ForeachExpFloat",
       [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachExp", s, seed); }},
      {"ForeachExpm1Bfloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kBf16, 1>("aclnnForeachExpm1", s, seed);
       }},
      {"ForeachLog10Float",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachLog10", s, seed);
       }},
      {"ForeachLog1pFloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF16, 1>("aclnnForeachLog1p", s, seed);
       }},
      {"ForeachLog2Bfloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kBf16, 1>("aclnnForeachLog2", s, seed);
       }},
      {"ForeachSinhFloat",
       [](const Shape& s, uint32_t seed) { return OfLists<kF32, 1>("aclnnForeachSinh", s, seed); }},
      {"ForeachTanFloat16",
       [](const Shape& s, uint32_t seed) { return OfLists<kF16, 1>("aclnnForeachTan", s, seed); }},
      {"ForeachLerpListFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 3>("aclnnForeachLerpList", s, seed);
       }},
      {"ForeachPowListFloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF16, 2>("aclnnForeachPowList", s, seed);
       }},
      {"ForeachPowListInt32",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT32, 2>("aclnnForeachPowList", s, seed);
       }},
      {"ForeachPowScalarFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachPowScalar", s, seed, {ArrayOf(kF32, {3})});
       }},
      {"ForeachPowScalarInt32",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT32, 1>("aclnnForeachPowScalar", s, seed, {ArrayOf(ACL_INT32, {3})});
       }},
      {"ForeachPowScalarListFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachPowScalarList", s, seed,
                                 {NumbersOfMembers(ACL_DOUBLE)});
       }},
      {"ForeachPowScalarV2Bfloat16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kBf16, 1>("aclnnForeachPowScalarV2", s, seed, {{0.3, ACL_DOUBLE}});
       }},
      {"ForeachPowScalarAndTensorFloat", ForeachPowScalarAndTensor<kF32>},
      {"ForeachRoundOffNumberInt16",
       [](const Shape& s, uint32_t seed) {
         return OfLists<ACL_INT16, 1>("aclnnForeachRoundOffNumber", s, seed,
                                      {ArrayOf(ACL_INT8, {7})});
       }},
      {"ForeachRoundOffNumberFloat",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachRoundOffNumber", s, seed,
                                 {ArrayOf(ACL_INT8, {static_cast<double>(seed % 8)})});
       }},
      {"ForeachRoundOffNumberV2Float",
       [](const Shape& s, uint32_t seed) {
         return OfLists<kF32, 1>("aclnnForeachRoundOffNumberV2", s, seed,
                                 {{static_cast<double>(seed % 8), ACL_INT8}});
       }},
      {"ForeachCopyFloat16OfFloat", ForeachCopy<kF32, kF16>},
      {"ForeachCopyInt64", ForeachCopy<ACL_INT64, ACL_INT64>},
      {"ForeachACosInplaceFloat16",
       [](const Shape& s, uint32_t seed) {
         return InFirstList<kF16, 1>("aclnnForeachACosInplace", s, seed);
       }},
      {"ForeachAddListInplaceBfloat16",
       [](const Shape& s, uint32_t seed) {
         return InFirstList<kBf16, 2>("aclnnForeachAddListInplace", s, seed,
                                      {ArrayOf(kF32, {0.3})});
       }},
      {"ForeachDivListInplaceFloat",
       [](const Shape& s, uint32_t seed) {
         return InFirstList<kF32, 2>("aclnnForeachDivListInplace", s, seed);
       }},
      {"ForeachLogInplaceFloat",
       [](const Shape& s, uint32_t seed) {
         return InFirstList<kF32, 1>("aclnnForeachLogInplace", s, seed);
       }},
      {"ForeachMulListInplaceInt32",
       [](const Shape& s, uint32_t seed) {
         return InFirstList<ACL_INT32, 2>("aclnnForeachMulListInplace", s, seed);
       }},
      {"ForeachMulScalarInplaceFloat16",
       [](const Shape& s, uint32_t seed) {
         return InFirstList<kF16, 1>("aclnnForeachMulScalarInplace", s, seed,
                                     {ArrayOf(kF16, {0.3})});
       }},
      {"ForeachSubListInplaceFloat",
       [](const Shape& s, uint32_t seed) {
         return InFirstList<kF32, 2>("aclnnForeachSubListInplace", s, seed, {ArrayOf(kF32, {0.3})});
       }},
      {"ForeachSubScalarInplaceInt32",
       [](const Shape& s, uint32_t seed) {
         return InFirstList<ACL_INT32, 1>("aclnnForeachSubScalarInplace", s, seed,
                                          {ArrayOf(ACL_INT32, {7})});
       }},
      {"ForeachZeroInplaceInt16",
       [](const Shape& s, uint32_t seed) -> OperatorCall {
         return {"aclnnForeachZeroInplace", {Members(ACL_INT16, s, seed)}};
       }},
      {"FusedSgdFloat", FusedSgd<kF32, false>},
      {"FusedSgdBfloat16", FusedSgd<kBf16, true>},
      {"AmpUpdateScaleFloat", AmpUpdateScale},
      {"ApplyAdamFloat", ApplyAdam<kF32, false>},
      {"ApplyAdamFloat16", ApplyAdam<kF16, true>},
      {"ApplyAdamWFloat", ApplyAdamW<kF32, false>},
      {"ApplyAdamWBfloat16", ApplyAdamW<kBf16, true>},
      {"ApplyFusedEmaAdamFloat", ApplyFusedEmaAdam<kF32, 0>},
      {"ApplyFusedEmaAdamFloat16", ApplyFusedEmaAdam<kF16, 1>},
      {"FusedAdamwFloat", FusedAdamw<kF32, false>},
      {"FusedAdamwBfloat16", FusedAdamw<kBf16, true>},
      {"ApplyAdamWV2Float", ApplyAdamWV2<kF32, false>},
      {"ApplyAdamWV2Bfloat16", ApplyAdamWV2<kBf16, true>},
      {"ForeachNonFiniteCheckAndUnscaleFloat16", ForeachNonFiniteCheckAndUnscale<kF16>},
      {"ForeachNormFloat", ForeachNorm<kF32>},
  };
}

}  // namespace openaclnn::test

// Every number of the enumeration aclDataType, the gaps in it, and the dtypes that operators.md
// lists, written down here again so that a mistake in a spec shows.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "acl/acl_base.h"

namespace openaclnn::test {

// As far as an object of this type can hold numbers.
inline const std::vector<aclDataType>& AllDtypes() {
  static const std::vector<aclDataType> all = [] {
    std::vector<aclDataType> dtypes;
    for (int value = -3; value <= 63; ++value) dtypes.push_back(static_cast<aclDataType>(value));
    return dtypes;
  }();
  return all;
}

inline bool IsOneOf(aclDataType dtype, const std::vector<aclDataType>& dtypes) {
  return std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end();
}

// What aclnnCast and aclnnInplaceCopy move, in any pair.
inline const std::vector<aclDataType>& MovedDtypes() {
  static const std::vector<aclDataType> moved = {
      ACL_FLOAT,  ACL_FLOAT16, ACL_INT8,      ACL_INT32,      ACL_UINT8,
      ACL_INT16,  ACL_UINT16,  ACL_UINT32,    ACL_INT64,      ACL_UINT64,
      ACL_DOUBLE, ACL_BOOL,    ACL_COMPLEX64, ACL_COMPLEX128, ACL_BF16};
  return moved;
}

using DtypeList = std::vector<aclDataType>;

inline DtypeList operator+(DtypeList a, const DtypeList& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
inline const DtypeList& Floats() {
  static const DtypeList floats = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  return floats;
}
inline const DtypeList& Integers() {
  static const DtypeList integers = {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64};
  return integers;
}

// What one operator's tensors may be: all of them together, and each one with others of FLOAT
// where that is not FLOAT alone.
struct DtypesOfOperator {
  std::string_view name;
  DtypeList together;
  std::vector<std::pair<std::string_view, DtypeList>> beside_float = {};
};

// One row for each operator that takes more than floats of one dtype, by the name of its room.
inline const std::vector<DtypesOfOperator>& DtypesOfOperators() {
  static const DtypeList f3 = Floats(), f4 = f3 + DtypeList{ACL_DOUBLE};
  static const DtypeList reals = f4 + Integers() + DtypeList{ACL_BOOL};
  static const DtypeList f4_bool_int64 = f4 + DtypeList{ACL_INT64, ACL_BOOL};
  static const DtypeList wide = {ACL_UINT64};
  static const DtypeList compared = reals + wide + DtypeList{ACL_UINT16, ACL_UINT32};
  static const DtypeList with_complex = f4 + DtypeList{ACL_COMPLEX64, ACL_COMPLEX128};
  static const DtypeList complex = {ACL_COMPLEX64, ACL_COMPLEX128}, uint16 = {ACL_UINT16};
  static const DtypeList promoted = f3 + Integers() + DtypeList{ACL_BOOL};  // to FLOAT
  static const DtypeList summed = f4 + Integers();
  static const DtypeList targets = {ACL_INT64, ACL_INT32, ACL_UINT8};
  static const DtypeList relu = f3 + DtypeList{ACL_INT8, ACL_UINT8, ACL_INT32, ACL_INT64};
  static const DtypeList relu_and_double = relu + DtypeList{ACL_DOUBLE};
  static const DtypeList f4_int64 = f4 + DtypeList{ACL_INT64};
  static const DtypeList selu = f3 + DtypeList{ACL_INT32, ACL_INT8};
  static const std::vector<DtypesOfOperator> rows = {
      {"aclnnCast", MovedDtypes(), {{"self", MovedDtypes()}}},
      {"aclnnInplaceCopy", MovedDtypes(), {{"selfRef", MovedDtypes()}, {"src", MovedDtypes()}}},
      {"aclnnInplaceFillScalar", MovedDtypes(), {{"selfRef", reals + complex}}},
      {"aclnnInplaceOne", reals + uint16, {{"selfRef", reals + uint16}}},
      {"aclnnInplaceZero", reals + uint16 + complex, {{"selfRef", reals + uint16 + complex}}},
      {"aclnnSWhere",
       MovedDtypes(),
       {{"condition", {ACL_BOOL, ACL_UINT8}},
        {"self", reals},
        {"other", reals},
        {"out", with_complex}}},
      {"aclnnErfinv", f3, {{"self", promoted}, {"out", f4}}},
      {"aclnnInplaceErfinv", f3, {{"selfRef", f3}}},
      {"aclnnGeluBackward", f3, {{"gradOutput", promoted}, {"self", promoted}, {"gradInput", f3}}},
      {"aclnnBinaryCrossEntropyWithLogitsTargetBackward",
       f3,
       {{"gradOutput", f3}, {"self", f3}, {"weightOptional", f3}, {"posWeightOptional", f3}}},
      {"aclnnCelu", f3, {{"self", f3}, {"out", f4}}},
      {"aclnnInplaceCelu", f3, {{"selfRef", f3}}},
      {"aclnnElu", f4, {{"self", f4}, {"out", f4}}},
      {"aclnnInplaceElu", f4, {{"selfRef", f4}}},
      {"aclnnEluBackward", f3, {{"gradInput", with_complex}}},
      {"aclnnGeluBackwardV2", f3, {{"gradOutput", promoted}, {"self", promoted}}},
      {"aclnnAddRelu",
       f3 + Integers(),
       {{"self", f3 + Integers()}, {"other", f3 + Integers()}, {"out", f4}}},
      {"aclnnAbs", reals},
      {"aclnnCos", f4, {{"input", reals}, {"out", f4}}},
      {"aclnnInplaceCos", f4, {{"inputRef", f4}}},
      {"aclnnErf", f4, {{"self", f4_bool_int64}, {"out", f4}}},
      {"aclnnInplaceErf", f4, {{"selfRef", f4}}},
      {"aclnnExp", f4, {{"self", f4_bool_int64}, {"out", f4}}},
      {"aclnnInplaceExp", f4, {{"selfRef", f4}}},
      {"aclnnLog", f4, {{"self", reals}, {"out", f4}}},
      {"aclnnInplaceLog", f4, {{"selfRef", f4}}},
      {"aclnnNeg",
       f4 + DtypeList{ACL_INT8, ACL_INT32, ACL_INT64},
       {{"self", f4 + DtypeList{ACL_INT8, ACL_INT32, ACL_INT64}}, {"out", f4}}},
      {"aclnnInplaceNeg",
       f4 + DtypeList{ACL_INT8, ACL_INT32, ACL_INT64},
       {{"selfRef", f4 + DtypeList{ACL_INT8, ACL_INT32, ACL_INT64}}}},
      {"aclnnReciprocal", f4, {{"self", reals}, {"out", f4}}},
      {"aclnnInplaceReciprocal", f4, {{"selfRef", f4}}},
      {"aclnnRsqrt", f4, {{"self", reals}, {"out", f4}}},
      {"aclnnInplaceRsqrt", f4, {{"selfRef", f4}}},
      {"aclnnSign", f4 + DtypeList{ACL_INT32, ACL_INT64, ACL_BOOL}},
      {"aclnnSin", f4, {{"self", reals}, {"out", f4}}},
      {"aclnnInplaceSin", f4, {{"selfRef", f4}}},
      {"aclnnSqrt", f4, {{"self", reals}, {"out", f4}}},
      {"aclnnInplaceSqrt", f4, {{"self", f4}}},
      {"aclnnAdd", reals, {{"self", reals}, {"other", reals}, {"out", f4}}},
      {"aclnnInplaceAdd", reals, {{"selfRef", f4}, {"other", reals}}},
      {"aclnnAdds", reals, {{"self", reals}, {"out", f4}}},
      {"aclnnInplaceAdds", reals, {{"selfRef", f4}}},
      {"aclnnSub", reals, {{"self", reals}, {"other", reals}, {"out", f4}}},
      {"aclnnInplaceSub", reals, {{"selfRef", f4}, {"other", reals}}},
      {"aclnnSubs", reals, {{"self", reals}, {"out", f4}}},
      {"aclnnInplaceSubs", reals, {{"selfRef", f4}}},
      {"aclnnMul", reals, {{"self", reals}, {"other", reals}, {"out", f4}}},
      {"aclnnInplaceMul", reals, {{"selfRef", f4}, {"other", reals}}},
      {"aclnnMuls", reals, {{"self", reals}, {"out", f4}}},
      {"aclnnInplaceMuls", reals, {{"selfRef", f4}}},
      {"aclnnDiv", reals, {{"self", reals}, {"other", reals}, {"out", f4}}},
      {"aclnnInplaceDiv", reals, {{"selfRef", f4}, {"other", reals}}},
      {"aclnnDivs", reals, {{"self", reals}, {"out", f4}}},
      {"aclnnInplaceDivs", reals, {{"selfRef", reals}}},
      {"aclnnAddcmul",
       relu_and_double,
       {{"self", relu_and_double},
        {"tensor1", relu_and_double},
        {"tensor2", relu_and_double},
        {"out", f4}}},
      {"aclnnInplaceAddcmul",
       relu_and_double,
       {{"selfRef", f4}, {"tensor1", relu_and_double}, {"tensor2", relu_and_double}}},
      {"aclnnAddcdiv",
       f4_int64,
       {{"self", f4_int64}, {"tensor1", f4_int64}, {"tensor2", f4_int64}, {"out", f4}}},
      {"aclnnInplaceAddcdiv",
       f4_int64,
       {{"selfRef", f4}, {"tensor1", f4_int64}, {"tensor2", f4_int64}}},
      {"aclnnLerps", f3, {{"out", f4}}},
      {"aclnnMaximum", reals, {{"self", reals}, {"other", reals}, {"out", f4}}},
      {"aclnnMinimum", reals, {{"self", reals}, {"other", reals}, {"out", f4}}},
      {"aclnnReduceSum", reals, {{"self", reals}}},
      {"aclnnMean", summed, {{"self", summed}, {"out", summed}}},
      {"aclnnMm", f3, {{"self", f3}, {"mat2", f3}, {"out", f3}}},
      {"aclnnMatmul", f3, {{"self", f3}, {"mat2", f3}, {"out", f3}}},
      {"aclnnAddmm", f3, {{"self", f3}, {"mat1", f3}, {"mat2", f3}, {"out", f3}}},
      {"aclnnInplaceAddmm", f3, {{"selfRef", f3}, {"mat1", f3}, {"mat2", f3}}},
      {"aclnnNLLLoss", f3, {{"target", targets}, {"out", f4}, {"totalWeightOut", f4}}},
      {"aclnnNLLLossBackward", f3, {{"target", targets}, {"out", f4}}},
      {"aclnnClamp", f4 + Integers(), {{"self", f4 + Integers()}, {"out", f4}}},
      {"aclnnClampMin", f4 + Integers(), {{"self", f4 + Integers()}, {"out", f4}}},
      {"aclnnClampMax", f4 + Integers(), {{"self", f4 + Integers()}, {"out", f4}}},
      {"aclnnInplaceClampMax", f4 + Integers(), {{"selfRef", f4 + Integers()}}},
      {"aclnnEqScalar", reals + wide, {{"self", reals}, {"out", compared}}},
      {"aclnnInplaceEqScalar", reals + wide, {{"selfRef", reals}}},
      {"aclnnGtScalar", compared, {{"self", reals}, {"out", compared}}},
      {"aclnnInplaceGtScalar", compared, {{"selfRef", reals}}},
      {"aclnnLtScalar", compared, {{"self", reals}, {"out", compared}}},
      {"aclnnInplaceLtScalar", compared, {{"selfRef", reals}}},
      {"aclnnPowTensorScalar", f4 + Integers(), {{"self", reals}, {"out", f4}}},
      {"aclnnInplacePowTensorScalar", f4 + Integers(), {{"self", f4}}},
      {"aclnnPowScalarTensor", f4 + Integers(), {{"exponent", reals}, {"out", f4}}},
      {"aclnnInplaceAddRelu", f3 + Integers(), {{"selfRef", f3}, {"other", f3 + Integers()}}},
      {"aclnnGlu", f4, {{"self", f4}, {"out", f4}}},
      {"aclnnGluBackward", f4},
      {"aclnnHardshrink", f3, {{"self", f3}, {"out", f3}}},
      {"aclnnHardshrinkBackward", f3, {{"gradOutput", f3}, {"self", f3}, {"gradInput", f3}}},
      {"aclnnHardsigmoid", f3 + DtypeList{ACL_INT32}},
      {"aclnnInplaceHardsigmoid", f3 + DtypeList{ACL_INT32}, {{"self", f3 + DtypeList{ACL_INT32}}}},
      {"aclnnHardsigmoidBackward", f3, {{"gradOutput", f3}, {"self", f3}, {"out", with_complex}}},
      {"aclnnHardswish", f3, {{"self", f3}, {"out", f3}}},
      {"aclnnInplaceHardswish", f3, {{"self", f3}}},
      {"aclnnHardtanh", f4 + Integers()},
      {"aclnnInplaceHardtanh", f4 + Integers(), {{"selfRef", f4 + Integers()}}},
      {"aclnnLeakyRelu", f4, {{"self", f4}, {"out", f4}}},
      {"aclnnInplaceLeakyRelu", f4, {{"selfRef", f4}}},
      {"aclnnLeakyReluBackward", f4, {{"gradOutput", f4}, {"self", f4}, {"out", with_complex}}},
      {"aclnnInplaceMish", f3, {{"selfRef", f3}}},
      {"aclnnMishBackward", f3, {{"gradOutput", f3}, {"self", f3}, {"gradInput", f3}}},
      {"aclnnPrelu", f3, {{"self", f3}, {"weight", f3}, {"out", f3}}},
      {"aclnnRelu", relu},
      {"aclnnInplaceRelu", relu, {{"selfRef", relu}}},
      {"aclnnSelu", selu, {{"self", selu}, {"out", f3}}},
      {"aclnnInplaceSelu", selu, {{"selfRef", selu}}},
      {"aclnnSeluBackward", selu},
      {"aclnnSigmoid", f4, {{"self", reals}, {"out", f4}}},
      {"aclnnInplaceSigmoid", f4, {{"selfRef", f4}}},
      {"aclnnSigmoidBackward",
       with_complex,
       {{"gradOutput", f4}, {"output", f4}, {"gradInput", with_complex}}},
      {"aclnnSoftmax", f4, {{"self", f4}, {"out", f4}}},
      {"aclnnLogSoftmax", f4, {{"self", f4}, {"out", f4}}},
      {"aclnnSoftmaxBackward", f3, {{"out", with_complex}}},
      {"aclnnLogSoftmaxBackward", f3, {{"out", with_complex}}},
      {"aclnnSoftplus", f3, {{"self", f3}, {"out", f4}}},
      {"aclnnSoftplusBackward", f4, {{"gradOutput", f4}, {"self", reals}, {"gradInput", f4}}},
      {"aclnnTanh", f3, {{"self", promoted}, {"out", f3}}},
      {"aclnnInplaceTanh", f3, {{"selfRef", f3}}},
      {"aclnnTanhBackward", f4},
      {"aclnnShrink",
       {ACL_FLOAT, ACL_FLOAT16},
       {{"self", {ACL_FLOAT, ACL_FLOAT16}}, {"out", {ACL_FLOAT, ACL_FLOAT16}}}},
      {"aclnnSoftshrink", f3, {{"self", f3}, {"out", f3}}},
      {"aclnnSoftshrinkBackward", f3, {{"gradOutput", f3}, {"self", f3}}},
      {"aclnnThreshold", f3 + Integers(), {{"self", f3 + Integers()}, {"out", f4}}},
      {"aclnnInplaceThreshold", f3 + Integers(), {{"selfRef", f3 + Integers()}}},
      {"aclnnThresholdBackward", f3 + DtypeList{ACL_INT8, ACL_UINT8, ACL_INT32}},
  };
  return rows;
}

inline const DtypesOfOperator* RowOf(std::string_view op) {
  for (const DtypesOfOperator& row : DtypesOfOperators()) {
    if (row.name == op) return &row;
  }
  return nullptr;
}

// What the argument of a call whose other tensors are FLOAT may be.
inline DtypeList DtypesBesideFloat(std::string_view op, std::string_view argument) {
  if (const DtypesOfOperator* const row = RowOf(op)) {
    for (const auto& [name, dtypes] : row->beside_float) {
      if (name == argument) return dtypes;
    }
  }
  return {ACL_FLOAT};
}

// What all tensors of a call may be together.
inline DtypeList DtypesOfAll(std::string_view op) {
  const DtypesOfOperator* const row = RowOf(op);
  return row != nullptr ? row->together : Floats();
}

inline std::vector<aclDataType> RealDtypes() {
  std::vector<aclDataType> real;
  for (const aclDataType dtype : AllDtypes()) {
    const int value = static_cast<int>(dtype);
    const bool gap = value < 0 || value > 41 || value == 5 || value == 14 || value == 15 ||
                     (value >= 18 && value <= 26) || value == 28 || value == 31 || value == 32;
    const bool complex = IsOneOf(dtype, {ACL_COMPLEX32, ACL_COMPLEX64, ACL_COMPLEX128});
    if (!gap && !complex && dtype != ACL_STRING) real.push_back(dtype);
  }
  return real;
}

}  // namespace openaclnn::test

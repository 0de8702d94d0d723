// Arithmetic and functions, element by element.
#include <algorithm>
#include <iterator>
#include <vector>

#include "tests/ops/cases/made.h"

namespace openaclnn::test {
namespace {

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Add(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnAdd", shape, seed, {{1.0, ACL_INT32}});
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Sub(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnSub", shape, seed, {{3.0, ACL_INT32}});
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Mul(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnMul", shape, seed);
}

// The second factor, or the divisor, is for the last axis.
template <aclDataType self, aclDataType tensor1, aclDataType tensor2, aclDataType out>
OperatorCall OfThree(const char* name, const Shape& shape, uint32_t seed, CallArgument value) {
  const Shape last(shape.end() - std::min<ptrdiff_t>(1, std::ssize(shape)), shape.end());
  return {name,
          {RandomArray(self, shape, seed), RandomArray(tensor1, shape, seed + 1),
           RandomArray(tensor2, last, seed + 2), value, Array(out, shape)}};
}

template <aclDataType self, aclDataType tensor1, aclDataType tensor2, aclDataType out>
OperatorCall Addcmul(const Shape& shape, uint32_t seed) {
  return OfThree<self, tensor1, tensor2, out>("aclnnAddcmul", shape, seed, {1.0, ACL_INT8});
}

template <aclDataType self, aclDataType tensor1, aclDataType tensor2, aclDataType out>
OperatorCall ScaledAddcmul(const Shape& shape, uint32_t seed) {
  return OfThree<self, tensor1, tensor2, out>("aclnnAddcmul", shape, seed, {-3.0, ACL_INT32});
}

template <aclDataType self, aclDataType tensor1, aclDataType tensor2, aclDataType out>
OperatorCall Addcdiv(const Shape& shape, uint32_t seed) {
  return OfThree<self, tensor1, tensor2, out>("aclnnAddcdiv", shape, seed, {-3.0, ACL_INT32});
}

template <aclDataType dtype, aclDataType out>
OperatorCall Lerps(const Shape& shape, uint32_t seed) {
  return Gradient<dtype, dtype, out>("aclnnLerps", shape, seed, {0.3});
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Maximum(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnMaximum", shape, seed);
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Minimum(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnMinimum", shape, seed);
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Div(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnDiv", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall AbsTo(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnAbs", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall Real(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnReal", shape, seed);
}

template <aclDataType x>
OperatorCall IsInf(const Shape& shape, uint32_t seed) {
  return Unary<x, ACL_BOOL>("aclnnIsInf", shape, seed);
}

template <aclDataType dtype, int decimals>
OperatorCall RoundDecimals(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnRoundDecimals", shape, seed, {double{decimals}});
}

template <aclDataType element, bool inverts>
OperatorCall IsInTensorScalar(const Shape& shape, uint32_t seed) {
  return Unary<element, ACL_BOOL>("aclnnIsInTensorScalar", shape, seed,
                                  {{3.0, ACL_INT8}, 0.0, inverts ? 1.0 : 0.0});
}

template <aclDataType self, aclDataType out>
OperatorCall Adds(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnAdds", shape, seed, {{100.0, ACL_INT32}, {1.0, ACL_INT32}});
}

template <aclDataType self, aclDataType out>
OperatorCall Muls(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnMuls", shape, seed, {0.3});
}

template <aclDataType self, aclDataType out>
OperatorCall Divs(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnDivs", shape, seed, {{-7.0, ACL_INT8}});
}

template <aclDataType self, aclDataType out>
OperatorCall Clamp(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnClamp", shape, seed, {{-1.5, ACL_DOUBLE}, {100.0, ACL_INT32}});
}

template <aclDataType self, aclDataType out>
OperatorCall ClampMin(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnClampMin", shape, seed, {{0.1, ACL_DOUBLE}});
}

// The upper bounds are for the last axis, or there are none.
template <aclDataType self, aclDataType low, aclDataType high, aclDataType out>
OperatorCall ClampTensor(const Shape& shape, uint32_t seed) {
  const Shape last(shape.end() - std::min<ptrdiff_t>(1, std::ssize(shape)), shape.end());
  return {"aclnnClampTensor",
          {RandomArray(self, shape, seed, -8, 8), RandomArray(low, shape, seed + 1, -8, 8),
           RandomArray(high, last, seed + 2, -8, 8), Array(out, shape)}};
}

template <aclDataType self, aclDataType low, aclDataType out>
OperatorCall ClampTensorFromBelow(const Shape& shape, uint32_t seed) {
  return {"aclnnClampTensor",
          {RandomArray(self, shape, seed, -8, 8), RandomArray(low, shape, seed + 1, -8, 8), nullptr,
           Array(out, shape)}};
}

template <aclDataType self, aclDataType out>
OperatorCall GtScalar(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnGtScalar", shape, seed, {{1.0, ACL_INT8}});
}

template <aclDataType self, aclDataType out>
OperatorCall NeScalar(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnNeScalar", shape, seed, {{1.0, ACL_INT8}});
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall GeTensor(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnGeTensor", shape, seed);
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall LogicalOr(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnLogicalOr", shape, seed);
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall BitwiseXor(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnBitwiseXorTensor", shape, seed);
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Rsub(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnRsub", shape, seed, {{3.0, ACL_INT32}});
}

template <aclDataType self, aclDataType out>
OperatorCall Rsubs(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnRsubs", shape, seed, {{100.0, ACL_INT32}, {1.0, ACL_INT32}});
}

template <aclDataType dtype>
OperatorCall Round(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnRound", shape, seed);
}

template <aclDataType self>
OperatorCall IsClose(const Shape& shape, uint32_t seed) {
  return {"aclnnIsClose",
          {RandomArray(self, shape, seed), RandomArray(self, shape, seed + 1), 0.5, 0.25, 1.0,
           Array(ACL_BOOL, shape)}};
}

template <aclDataType self>
OperatorCall IsFinite(const Shape& shape, uint32_t seed) {
  return Unary<self, ACL_BOOL>("aclnnIsFinite", shape, seed);
}

template <aclDataType dtype>
OperatorCall NanToNum(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnNanToNum", shape, seed, {0.5, 7.0, -7.0});
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall FloorDivide(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnFloorDivide", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall DivMods(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnDivMods", shape, seed, {{-0.3, ACL_FLOAT}, 1.0});
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Remainder(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnRemainderTensorTensor", shape, seed);
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall PowTensorTensor(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnPowTensorTensor", shape, seed);
}

template <aclDataType self>
OperatorCall MaskedFillScalar(const Shape& shape, uint32_t seed) {
  return {"aclnnInplaceMaskedFillScalar",
          {RandomArray(self, shape, seed), RandomArray(ACL_BOOL, shape, seed + 1), {0.3}}};
}

template <aclDataType self, aclDataType out>
OperatorCall PowTensorScalar(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnPowTensorScalar", shape, seed, {{7.0, ACL_INT8}});
}

template <aclDataType self, aclDataType out>
OperatorCall Square(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnPowTensorScalar", shape, seed, {{2.0, ACL_INT8}});
}

template <aclDataType exponent, aclDataType out>
OperatorCall PowScalarTensor(const Shape& shape, uint32_t seed) {
  OperatorCall call = Unary<exponent, out>("aclnnPowScalarTensor", shape, seed);
  call.arguments.insert(call.arguments.begin(), CallArgument(-3.0, ACL_INT8));
  return call;
}

template <aclDataType self, aclDataType out>
OperatorCall Exp(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnExp", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall Sqrt(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnSqrt", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall Neg(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnNeg", shape, seed);
}

template <aclDataType dtype>
OperatorCall Abs(const Shape& shape, uint32_t seed) {
  return Unary<dtype, dtype>("aclnnAbs", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall Sin(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnSin", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall Log1p(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnLog1p", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall Tan(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnTan", shape, seed);
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Atan2(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnAtan2", shape, seed);
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall LogAddExp(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnLogAddExp", shape, seed);
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall XLogY(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnXLogYTensor", shape, seed);
}

// The components lie along the first axis or the last, for another seed.
template <aclDataType dtype>
OperatorCall LinalgCross(const Shape& shape, uint32_t seed) {
  Shape vectors = shape;
  vectors.insert(seed % 2 == 0 ? vectors.begin() : vectors.end(), 3);
  return {"aclnnLinalgCross",
          {RandomArray(dtype, vectors, seed, -8, 8), RandomArray(dtype, vectors, seed + 1, -8, 8),
           seed % 2 == 0 ? 0.0 : -1.0, Array(dtype, vectors)}};
}

// A few rectangles, of which most overlap: corners are between 0 and 1, and between 0.5 and 2.5.
template <aclDataType dtype, bool of_first, bool aligned>
OperatorCall Iou(const Shape& shape, uint32_t seed) {
  const int64_t m = std::min<int64_t>(CountOf(shape), 40), n = aligned ? m : (m + 1) / 2;
  const auto boxes = [&](int64_t count, uint32_t of) {
    std::mt19937 random(of);
    return Array(dtype, {count, 4}, [&](int64_t i) {
      const double share = static_cast<double>(random() >> 8) * 0x1p-24;
      return BitsOf(dtype, i % 4 < 2 ? share : 0.5 + 2 * share);
    });
  };
  return {"aclnnIou",
          {boxes(m, seed), boxes(n, seed + 1), of_first ? "iof" : "iou", 0.125, aligned ? 1.0 : 0.0,
           Array(dtype, {m, aligned ? 1 : n})}};
}

template <aclDataType x, aclDataType out>
OperatorCall AngleV2(const Shape& shape, uint32_t seed) {
  return {"aclnnAngleV2", {RandomArray(x, shape, seed), Array(out, shape)}};
}

template <aclDataType part, aclDataType out>
OperatorCall Complex(const Shape& shape, uint32_t seed) {
  return Gradient<part, part, out>("aclnnComplex", shape, seed);
}

OperatorCall Polar(const Shape& shape, uint32_t seed) {
  return Gradient<kF32, kF32, ACL_COMPLEX64>("aclnnPolar", shape, seed);
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Gcd(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnGcd", shape, seed);
}

template <aclDataType self, aclDataType places, aclDataType out>
OperatorCall Shift(const char* name, const Shape& shape, uint32_t seed) {
  return {name,
          {RandomPatterns(self, shape, seed), RandomArray(places, shape, seed + 1, -2, 20),
           Array(out, shape)}};
}

template <aclDataType self, aclDataType places, aclDataType out>
OperatorCall LeftShift(const Shape& shape, uint32_t seed) {
  return Shift<self, places, out>("aclnnLeftShift", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall LeftShifts(const Shape& shape, uint32_t seed) {
  return {"aclnnLeftShifts",
          {RandomPatterns(self, shape, seed), {5.0, ACL_INT16}, Array(out, shape)}};
}

template <aclDataType self, aclDataType places, aclDataType out>
OperatorCall RightShift(const Shape& shape, uint32_t seed) {
  return Shift<self, places, out>("aclnnRightShift", shape, seed);
}

template <aclDataType self, aclDataType other, aclDataType out>
OperatorCall Fmod(const Shape& shape, uint32_t seed) {
  return Gradient<self, other, out>("aclnnFmodTensor", shape, seed);
}

template <aclDataType self, aclDataType out>
OperatorCall Signbit(const Shape& shape, uint32_t seed) {
  return Unary<self, out>("aclnnSignbit", shape, seed);
}

}  // namespace

std::vector<Case> MathCases() {
  return {
      {"Log1pFloat", Log1p<kF32, kF32>},
      {"Log1pFloat16OfInt32", Log1p<ACL_INT32, kF16>},
      {"TanBfloat16", Tan<kBf16, kBf16>},
      {"TanDoubleOfInt64", Tan<ACL_INT64, kF64>},
      {"Atan2Float", Atan2<kF32, kF32, kF32>},
      {"Atan2Float16OfInt32", Atan2<ACL_INT32, kF16, kF16>},
      {"LogAddExpFloat", LogAddExp<kF32, kF32, kF32>},
      {"LogAddExpBfloat16OfUint32", LogAddExp<ACL_UINT32, kF64, kBf16>},
      {"XLogYFloatOfBool", XLogY<ACL_BOOL, kF32, kF32>},
      {"AngleV2FloatOfComplex64", AngleV2<ACL_COMPLEX64, kF32>},
      {"AngleV2Float16OfInt8", AngleV2<ACL_INT8, kF16>},
      {"IouFloat", Iou<kF32, false, false>},
      {"IouOfPairsBfloat16", Iou<kBf16, false, true>},
      {"IouOfSecondFloat16", Iou<kF16, true, false>},
      {"LinalgCrossFloat", LinalgCross<kF32>},
      {"LinalgCrossFloat16", LinalgCross<kF16>},
      {"LinalgCrossDouble", LinalgCross<kF64>},
      {"LinalgCrossInt16", LinalgCross<ACL_INT16>},
      {"ComplexFloat", Complex<kF32, ACL_COMPLEX64>},
      {"ComplexFloat16", Complex<kF16, ACL_COMPLEX32>},
      {"ComplexDouble", Complex<kF64, ACL_COMPLEX128>},
      {"Polar", Polar},
      {"GcdInt32OfInt8", Gcd<ACL_INT8, ACL_INT32, ACL_INT32>},
      {"GcdInt16OfBool", Gcd<ACL_BOOL, ACL_INT16, ACL_INT16>},
      {"LeftShiftInt16", LeftShift<ACL_INT16, ACL_INT16, ACL_INT16>},
      {"LeftShiftsInt64OfUint8", LeftShifts<ACL_UINT8, ACL_INT64>},
      {"RightShiftUint64", RightShift<ACL_UINT64, ACL_UINT64, ACL_UINT64>},
      {"RightShiftInt8OfInt64", RightShift<ACL_INT64, ACL_INT8, ACL_INT8>},
      {"FmodFloat16", Fmod<kF16, kF16, kF16>},
      {"FmodInt32OfUint8", Fmod<ACL_UINT8, ACL_INT32, ACL_INT32>},
      {"SignbitBoolOfFloat", Signbit<kF32, ACL_BOOL>},
      {"SignbitInt8OfUint64", Signbit<ACL_UINT64, ACL_INT8>},
      {"ExpFloat", Exp<kF32, kF32>},
      {"ExpFloat16OfBool", Exp<ACL_BOOL, kF16>},
      {"SqrtBfloat16OfFloat", Sqrt<kF32, kBf16>},
      {"SqrtDoubleOfInt32", Sqrt<ACL_INT32, kF64>},
      {"NegFloatOfInt8", Neg<ACL_INT8, kF32>},
      {"NegInt16OfInt8", Neg<ACL_INT8, ACL_INT16>},
      {"NegFloat16", Neg<kF16, kF16>},
      {"AbsBool", Abs<ACL_BOOL>},
      {"AbsInt8", Abs<ACL_INT8>},
      {"AbsBfloat16", Abs<kBf16>},
      {"SinFloatOfInt64", Sin<ACL_INT64, kF32>},
      {"SinDouble", Sin<kF64, kF64>},
      {"AddFloat", Add<kF32, kF32, kF32>},
      {"AddBfloat16", Add<kBf16, kBf16, kBf16>},
      {"AddFloat16OfInt32", Add<ACL_INT32, kF16, kF16>},
      {"AbsFloatOfComplex64", AbsTo<ACL_COMPLEX64, kF32>},
      {"AddComplex64", Add<ACL_COMPLEX64, ACL_COMPLEX64, ACL_COMPLEX64>},
      {"AddComplex128OfFloat", Add<kF32, ACL_COMPLEX128, ACL_COMPLEX128>},
      {"AddsComplex64", Adds<ACL_COMPLEX64, ACL_COMPLEX64>},
      {"SubComplex64", Sub<ACL_COMPLEX64, ACL_COMPLEX64, ACL_COMPLEX64>},
      {"MulComplex64", Mul<ACL_COMPLEX64, ACL_COMPLEX64, ACL_COMPLEX64>},
      {"MulComplex128", Mul<ACL_COMPLEX128, ACL_COMPLEX64, ACL_COMPLEX128>},
      {"MulsComplex64", Muls<ACL_COMPLEX64, ACL_COMPLEX64>},
      {"RealFloatOfComplex64", Real<ACL_COMPLEX64, kF32>},
      {"RealFloat16", Real<kF16, kF16>},
      {"IsInfFloat16", IsInf<kF16>},
      {"RoundDecimalsFloat", RoundDecimals<kF32, 2>},
      {"RoundDecimalsFloat16", RoundDecimals<kF16, 1>},
      {"RoundDecimalsDouble", RoundDecimals<kF64, -1>},
      {"IsInTensorScalarFloat", IsInTensorScalar<kF32, false>},
      {"IsInTensorScalarInt64", IsInTensorScalar<ACL_INT64, true>},
      {"AddBool", Add<ACL_BOOL, ACL_BOOL, ACL_BOOL>},
      {"AddsInt8", Adds<ACL_INT8, ACL_INT8>},
      {"AddsDouble", Adds<kF64, kF64>},
      {"SubFloatOfBfloat16", Sub<kBf16, kF32, kF32>},
      {"SubInt64OfUint8", Sub<ACL_UINT8, ACL_INT8, ACL_INT64>},
      {"MulFloat16", Mul<kF16, kF16, kF16>},
      {"MulDoubleOfInt16", Mul<ACL_INT16, ACL_INT32, kF64>},
      {"MulsFloat", Muls<kF32, kF32>},
      {"MulsBfloat16OfInt64", Muls<ACL_INT64, kBf16>},
      {"DivFloat", Div<kF32, kF32, kF32>},
      {"DivFloatOfInt8", Div<ACL_INT8, ACL_INT32, kF32>},
      {"DivInt16OfInt64", Div<ACL_INT64, ACL_INT64, ACL_INT16>},
      {"DivsFloat16", Divs<kF16, kF16>},
      {"DivsInt32", Divs<ACL_INT32, ACL_INT32>},
      {"ClampFloat", Clamp<kF32, kF32>},
      {"ClampBfloat16", Clamp<kBf16, kBf16>},
      {"ClampInt8OfInt32", Clamp<ACL_INT32, ACL_INT8>},
      {"ClampMinDoubleOfFloat16", ClampMin<kF16, kF64>},
      {"ClampMinFloat16OfInt64", ClampMin<ACL_INT64, kF16>},
      {"ClampTensorFloat", ClampTensor<kF32, kF32, kF32, kF32>},
      {"ClampTensorBfloat16", ClampTensor<kBf16, kBf16, kBf16, kBf16>},
      {"ClampTensorInt16OfInt64", ClampTensor<ACL_INT8, ACL_INT64, ACL_BOOL, ACL_INT16>},
      {"ClampTensorFloat16", ClampTensorFromBelow<kF16, kF16, kF16>},
      {"ClampTensorDoubleOfInt32", ClampTensorFromBelow<ACL_INT32, kF32, kF64>},
      {"GtScalarBoolOfFloat", GtScalar<kF32, ACL_BOOL>},
      {"GtScalarFloat16", GtScalar<kF16, kF16>},
      {"GtScalarBoolOfUint64", GtScalar<ACL_UINT64, ACL_BOOL>},
      {"GtScalarDoubleOfInt16", GtScalar<ACL_INT16, kF64>},
      {"NeScalarFloat16", NeScalar<kF16, kF16>},
      {"GeTensorBoolOfFloat", GeTensor<kF32, kF32, ACL_BOOL>},
      {"GeTensorBfloat16OfInt64", GeTensor<kF32, ACL_INT64, kBf16>},
      {"GeTensorBoolOfUint64", GeTensor<ACL_UINT64, ACL_UINT64, ACL_BOOL>},
      {"LogicalOrBool", LogicalOr<ACL_BOOL, ACL_BOOL, ACL_BOOL>},
      {"LogicalOrInt32OfBfloat16", LogicalOr<kBf16, ACL_BOOL, ACL_INT32>},
      {"BitwiseXorBool", BitwiseXor<ACL_BOOL, ACL_BOOL, ACL_BOOL>},
      {"BitwiseXorInt16OfInt8", BitwiseXor<ACL_INT8, ACL_INT16, ACL_INT16>},
      {"RsubFloat", Rsub<kF32, kF32, kF32>},
      {"RsubsFloat16", Rsubs<kF16, kF16>},
      {"RsubsInt8", Rsubs<ACL_INT8, ACL_INT8>},
      {"RoundFloat", Round<kF32>},
      {"RoundBfloat16", Round<kBf16>},
      {"IsCloseFloat", IsClose<kF32>},
      {"IsCloseInt64", IsClose<ACL_INT64>},
      {"IsFiniteFloat16", IsFinite<kF16>},
      {"NanToNumFloat16", NanToNum<kF16>},
      {"FloorDivideFloat", FloorDivide<kF32, kF32, kF32>},
      {"FloorDivideInt32OfInt8", FloorDivide<ACL_INT8, ACL_INT32, ACL_INT32>},
      {"DivModsFloat16", DivMods<kF16, kF16>},
      {"RemainderFloat", Remainder<kF32, kF32, kF32>},
      {"RemainderBfloat16", Remainder<kBf16, kBf16, kBf16>},
      {"RemainderDouble", Remainder<kF64, kF64, kF64>},
      {"RemainderInt64OfInt32", Remainder<ACL_INT32, ACL_INT64, ACL_INT64>},
      {"PowTensorTensorFloat", PowTensorTensor<kF32, kF32, kF32>},
      {"PowTensorTensorInt16OfInt8", PowTensorTensor<ACL_INT8, ACL_INT16, ACL_INT16>},
      {"MaskedFillScalarFloat", MaskedFillScalar<kF32>},
      {"MaskedFillScalarInt64", MaskedFillScalar<ACL_INT64>},
      {"PowTensorScalarFloat", PowTensorScalar<kF32, kF32>},
      {"PowTensorScalarFloat16OfBfloat16", PowTensorScalar<kBf16, kF16>},
      {"PowTensorScalarDouble", PowTensorScalar<kF64, kF64>},
      {"PowTensorScalarUint32OfInt16", PowTensorScalar<ACL_INT16, ACL_UINT32>},
      {"SquareFloat", Square<kF32, kF32>},
      {"SquareBfloat16", Square<kBf16, kBf16>},
      {"PowScalarTensorFloat", PowScalarTensor<kF32, kF32>},
      {"PowScalarTensorInt64OfInt32", PowScalarTensor<ACL_INT32, ACL_INT64>},
      {"AddcmulFloat", Addcmul<kF32, kF32, kF32, kF32>},
      {"AddcmulFloat16", Addcmul<kF16, kF16, kF16, kF16>},
      {"AddcmulBfloat16", ScaledAddcmul<kBf16, kBf16, kBf16, kBf16>},
      {"AddcmulDoubleOfFloat", ScaledAddcmul<kF32, kF64, kF16, kF64>},
      {"AddcmulFloat16OfInt32", ScaledAddcmul<kF16, ACL_INT32, kF16, kF16>},
      {"AddcmulInt64OfUint8", ScaledAddcmul<ACL_INT32, ACL_UINT8, ACL_UINT8, ACL_INT64>},
      {"AddcdivFloat", Addcdiv<kF32, kF32, kF32, kF32>},
      {"AddcdivBfloat16", Addcdiv<kBf16, kBf16, kBf16, kBf16>},
      {"AddcdivFloatOfInt64", Addcdiv<ACL_INT64, kF16, ACL_INT64, kF32>},
      {"AddcdivInt32OfInt64", Addcdiv<ACL_INT64, ACL_INT64, ACL_INT64, ACL_INT32>},
      {"LerpsFloat", Lerps<kF32, kF32>},
      {"LerpsFloat16", Lerps<kF16, kF16>},
      {"LerpsDoubleOfBfloat16", Lerps<kBf16, kF64>},
      {"MaximumFloat", Maximum<kF32, kF32, kF32>},
      {"MaximumBfloat16", Maximum<kBf16, kBf16, kBf16>},
      {"MaximumInt32OfInt8", Maximum<ACL_INT8, ACL_INT32, ACL_INT32>},
      {"MinimumDouble", Minimum<kF64, kF64, kF64>},
      {"MinimumFloat16OfInt64", Minimum<ACL_INT64, kF16, kF16>},
      {"MinimumBool", Minimum<ACL_BOOL, ACL_BOOL, ACL_BOOL>},
  };
}

}  // namespace openaclnn::test

// Words of the families' tables: kinks, promises, and lists of dtypes.
#pragma once

#include "tests/oracle/fast.h"
#include "tests/oracle/subject.h"

namespace openaclnn::oracle {

// ---- Kinks
inline std::vector<double> Zero(Scalars) { return {0}; }
inline std::vector<double> One(Scalars) { return {0, 1}; }
inline std::vector<double> Ends(Scalars) { return {-1, 1}; }
inline std::vector<double> UnitEnds(Scalars) { return {0, 1}; }
inline std::vector<double> Wholes(Scalars) { return {-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2}; }
inline std::vector<double> Three(Scalars) { return {-3, 3}; }
inline std::vector<double> First(Scalars s) { return {s.first}; }
inline std::vector<double> Bounds(Scalars s) { return {s.first, s.second}; }
inline std::vector<double> BothSigns(Scalars s) { return {s.first, -s.first}; }
inline std::vector<double> Threshold(Scalars s) { return {s.second / s.first}; }
inline std::vector<double> Domain(Scalars s) { return {s.first, 1 - s.first, 1.0}; }
inline std::vector<double> SeluRoot(Scalars) { return {0, kSeluBackward.root}; }
inline std::vector<double> GeluRoots(Scalars) { return {kGeluErfRoot, kGeluTanhRoot}; }
inline std::vector<double> MishRoot(Scalars) { return {kMishRoot}; }
inline std::vector<double> SiluRoot(Scalars) { return {kSiluRoot}; }
inline std::vector<double> SwishRoot(Scalars s) { return {kSiluRoot / s.first}; }
inline std::vector<double> FastGeluRoot(Scalars) { return {kSiluRoot / 1.702}; }

// ---- Promises
inline constexpr Promise kCorrectlyRounded = {.float_ulp = 0.5};
inline constexpr Promise kCorrectlyRoundedInDouble = {.float_ulp = 0.5, .double_ulp = 0.5};
inline constexpr Promise kRoundedOnce = {.float_ulp = 0.5001};

// ---- Dtypes
inline DtypeList operator+(DtypeList a, const DtypeList& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

inline const DtypeList kFloats = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
inline const DtypeList kFloats4 = kFloats + DtypeList{ACL_DOUBLE};
inline const DtypeList kIntegers = {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64};
inline const DtypeList kReals = kFloats4 + kIntegers + DtypeList{ACL_BOOL};
inline const DtypeList kPromoted = kFloats + kIntegers + DtypeList{ACL_BOOL};  // to FLOAT
inline const DtypeList kSummed = kFloats4 + kIntegers;
inline const DtypeList kOuter =
    DtypeList{ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE} + kIntegers + DtypeList{ACL_BOOL};
inline const DtypeList kWide = {ACL_UINT64};
inline const DtypeList kUint16 = {ACL_UINT16};
inline const DtypeList kUnsigned = {ACL_UINT16, ACL_UINT32, ACL_UINT64};
inline const DtypeList kUint32 = {ACL_UINT32};
inline const DtypeList kMasked = kFloats + DtypeList{ACL_INT8, ACL_INT32, ACL_INT64, ACL_BOOL};
inline const DtypeList kTruths = {ACL_BOOL};
inline const DtypeList kInt32 = {ACL_INT32};
inline const DtypeList kBits = kIntegers + DtypeList{ACL_BOOL};
inline const DtypeList kCompared = kReals + kWide + DtypeList{ACL_UINT16, ACL_UINT32};
inline const DtypeList kNumbers = kSummed + kWide + DtypeList{ACL_UINT16, ACL_UINT32};
inline const DtypeList kComplex = {ACL_COMPLEX64, ACL_COMPLEX128};
inline const DtypeList kWithComplex = kFloats4 + kComplex;
inline const DtypeList kFloats4Int64 = kFloats4 + DtypeList{ACL_INT64};
inline const DtypeList kFloats4BoolInt64 = kFloats4Int64 + DtypeList{ACL_BOOL};
inline const DtypeList kTargets = {ACL_INT64, ACL_INT32, ACL_UINT8};
inline const DtypeList kReluDtypes = kFloats + DtypeList{ACL_INT8, ACL_UINT8, ACL_INT32, ACL_INT64};
inline const DtypeList kReluAndDouble = kReluDtypes + DtypeList{ACL_DOUBLE};
inline const DtypeList kSeluDtypes = kFloats + DtypeList{ACL_INT32, ACL_INT8};
// What aclnnCast and aclnnInplaceCopy move, in any pair.
inline const DtypeList kMoved = {ACL_FLOAT,  ACL_FLOAT16, ACL_INT8,      ACL_INT32,      ACL_UINT8,
                                 ACL_INT16,  ACL_UINT16,  ACL_UINT32,    ACL_INT64,      ACL_UINT64,
                                 ACL_DOUBLE, ACL_BOOL,    ACL_COMPLEX64, ACL_COMPLEX128, ACL_BF16};

}  // namespace openaclnn::oracle

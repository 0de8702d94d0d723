#include "tensor/promote.h"

#include "base/dtype.h"

namespace openaclnn {
namespace {

// How dtypes that meet others compare: a higher kind decides, bits among one kind.
enum class Kind { kApart, kBool, kInteger, kFloat, kComplex };

Kind KindOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_BOOL:
      return Kind::kBool;
    case ACL_UINT8:
    case ACL_INT8:
    case ACL_INT16:
    case ACL_INT32:
    case ACL_INT64:
      return Kind::kInteger;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_FLOAT:
    case ACL_DOUBLE:
      return Kind::kFloat;
    case ACL_COMPLEX32:
    case ACL_COMPLEX64:
    case ACL_COMPLEX128:
      return Kind::kComplex;
    default:
      return Kind::kApart;
  }
}

int BitsOf(aclDataType dtype) { return FindDtype(dtype)->bits; }

// The wider one of two dtypes of one kind.
aclDataType Wider(aclDataType a, aclDataType b) {
  if (BitsOf(a) != BitsOf(b)) return BitsOf(a) > BitsOf(b) ? a : b;
  // Only UINT8 with INT8 and FLOAT16 with BFLOAT16 are of equal width; neither holds the other.
  return KindOf(a) == Kind::kInteger ? ACL_INT16 : ACL_FLOAT;
}

// The complex dtype whose parts hold values of a float dtype.
aclDataType ComplexOf(aclDataType real) {
  switch (real) {
    case ACL_FLOAT16:
      return ACL_COMPLEX32;
    case ACL_DOUBLE:
      return ACL_COMPLEX128;
    default:
      return ACL_COMPLEX64;
  }
}

}  // namespace

std::optional<aclDataType> Promote(aclDataType a, aclDataType b) {
  if (FindDtype(a) == nullptr || FindDtype(b) == nullptr) return std::nullopt;
  if (a == b) return a;
  const Kind kind_a = KindOf(a), kind_b = KindOf(b);
  if (kind_a == Kind::kApart || kind_b == Kind::kApart) return std::nullopt;
  if (kind_a == kind_b) return Wider(a, b);
  const aclDataType higher = kind_a > kind_b ? a : b;
  const aclDataType lower = kind_a > kind_b ? b : a;
  if (KindOf(higher) == Kind::kComplex && KindOf(lower) == Kind::kFloat) {
    return Promote(ComplexOf(lower), higher);
  }
  return higher;
}

std::optional<aclDataType> PromoteWithScalar(aclDataType tensor, aclDataType scalar) {
  const auto is_number = [](aclDataType dtype) { return IsReal(dtype) || IsComplex(dtype); };
  if (!is_number(tensor) || !is_number(scalar)) return std::nullopt;
  if (IsComplex(tensor)) return tensor;
  if (IsComplex(scalar)) {
    if (KindOf(tensor) == Kind::kApart) return std::nullopt;
    return tensor == ACL_DOUBLE ? ACL_COMPLEX128 : ACL_COMPLEX64;
  }
  const bool meets_others = KindOf(tensor) != Kind::kApart;
  const bool is_float = ClassOf(scalar) == DtypeClass::kFloat;
  if (KindOf(tensor) == Kind::kFloat) return tensor;
  if (is_float) return meets_others ? std::optional(ACL_FLOAT) : std::nullopt;
  if (KindOf(tensor) != Kind::kBool)
    return IsInteger(tensor) ? std::optional(tensor) : std::nullopt;
  return KindOf(scalar) != Kind::kApart ? std::optional(scalar) : std::nullopt;
}

bool CanCast(aclDataType from, aclDataType to) {
  if ((!IsReal(from) && !IsComplex(from)) || (!IsReal(to) && !IsComplex(to))) return false;
  if (from == to || IsComplex(to)) return true;
  if (IsComplex(from) || ClassOf(to) == DtypeClass::kBool) return false;
  return ClassOf(from) != DtypeClass::kFloat || ClassOf(to) == DtypeClass::kFloat;
}

}  // namespace openaclnn

// The functions of acl_base_rt.h.

#include "acl/acl_base.h"
#include "base/half.h"
#include "base/settings.h"

namespace {

constexpr uint16_t kSign = 0x8000, kExponent = 0x7c00, kFraction = 0x03ff, kLargest = 0x7bff;

}  // namespace

extern "C" {

size_t aclDataTypeSize(aclDataType dataType) {
  switch (dataType) {
    case ACL_DT_UNDEFINED:
    case ACL_STRING:
      return 0;
    case ACL_UINT1:
    case ACL_INT4:
    case ACL_BOOL:
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_HIFLOAT8:
    case ACL_FLOAT8_E5M2:
    case ACL_FLOAT8_E4M3FN:
    case ACL_FLOAT8_E8M0:
      return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16:
      return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_COMPLEX32:
      return 4;
    case ACL_COMPLEX128:
      return 16;
    default:
      return 8;
  }
}

float aclFloat16ToFloat(aclFloat16 value) {
  if ((value & kExponent) != kExponent) return openaclnn::FloatFromFloat16(value);
  const float magnitude = static_cast<float>((value & kFraction) + 1024) * 64.0f;
  return (value & kSign) != 0 ? -magnitude : magnitude;
}

aclFloat16 aclFloatToFloat16(float value) {
  const uint16_t bits = openaclnn::Float16FromFloat(value);
  if (value != value) return kLargest;
  if ((bits & kExponent) != kExponent) return bits;
  return static_cast<aclFloat16>((bits & kSign) | kLargest);
}

const char* aclrtGetSocName(void) { return openaclnn::GetSettings().soc_name.c_str(); }

}  // extern "C"

#include "base/dtype.h"

#include "fmt/core.h"

namespace openaclnn {

std::string DtypeName(aclDataType dtype) {
  if (dtype == ACL_DT_UNDEFINED) return "UNDEFINED";
  const DtypeInfo* const info = FindDtype(dtype);
  return info != nullptr ? info->name : fmt::format("unknown dtype {}", static_cast<int>(dtype));
}

std::string DtypeSet::Text() const {
  std::string text;
  const char* last = nullptr;
  for (const DtypeInfo& info : kDtypes) {
    if (!Has(info.dtype)) continue;
    if (last != nullptr) text.append(text.empty() ? "" : ", ").append(last);
    last = info.name;
  }
  if (last == nullptr) return "none";
  return text.append(text.empty() ? "" : " or ").append(last);
}

std::string FormatName(aclFormat format) {
  switch (format) {
    case ACL_FORMAT_UNDEFINED:
      return "UNDEFINED";
    case ACL_FORMAT_NCHW:
      return "NCHW";
    case ACL_FORMAT_NHWC:
      return "NHWC";
    case ACL_FORMAT_ND:
      return "ND";
    case ACL_FORMAT_NC1HWC0:
      return "NC1HWC0";
    case ACL_FORMAT_FRACTAL_Z:
      return "FRACTAL_Z";
    case ACL_FORMAT_NC1HWC0_C04:
      return "NC1HWC0_C04";
    case ACL_FORMAT_HWCN:
      return "HWCN";
    case ACL_FORMAT_NDHWC:
      return "NDHWC";
    case ACL_FORMAT_FRACTAL_NZ:
      return "FRACTAL_NZ";
    case ACL_FORMAT_NCDHW:
      return "NCDHW";
    case ACL_FORMAT_NDC1HWC0:
      return "NDC1HWC0";
    case ACL_FRACTAL_Z_3D:
      return "FRACTAL_Z_3D";
    case ACL_FORMAT_NC:
      return "NC";
    case ACL_FORMAT_NCL:
      return "NCL";
    case ACL_FORMAT_FRACTAL_NZ_C0_16:
      return "FRACTAL_NZ_C0_16";
    case ACL_FORMAT_FRACTAL_NZ_C0_32:
      return "FRACTAL_NZ_C0_32";
    case ACL_FORMAT_FRACTAL_NZ_C0_2:
      return "FRACTAL_NZ_C0_2";
    case ACL_FORMAT_FRACTAL_NZ_C0_4:
      return "FRACTAL_NZ_C0_4";
    case ACL_FORMAT_FRACTAL_NZ_C0_8:
      return "FRACTAL_NZ_C0_8";
  }
  return fmt::format("unknown format {}", static_cast<int>(format));
}

}  // namespace openaclnn

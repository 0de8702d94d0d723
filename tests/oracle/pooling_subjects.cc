// The operators of pooling.
#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& PoolingSubjects() {
  static const DtypeList kPlaces = {ACL_INT32, ACL_INT64};
  static const DtypeList kOnnx = kFloats + kIntegers + kUint16;
  static const Dtypes kWithPlaces = {kFloats, {{"indices", kPlaces}}};
  static const Dtypes kWithPlacesOut = {kFloats, {{"indicesOut", kPlaces}}};
  static const DtypeList kUnpooledWithBool = DtypeList{ACL_FLOAT, ACL_FLOAT16} + kIntegers;
  static const DtypeList kUnpooled = kUnpooledWithBool + DtypeList{ACL_DOUBLE};
  static const Dtypes kUnpooledWithPlaces = {kUnpooled, {{"indices", kPlaces}}};
  static const Dtypes kWithMask = {kFloats, {{"indices", {ACL_INT8}}}};
  static const Subjects subjects = {
      {.name = "aclnnAdaptiveAvgPool2d"},
      {.name = "aclnnAdaptiveAvgPool2dBackward"},
      {.name = "aclnnAdaptiveAvgPool3d"},
      {.name = "aclnnAdaptiveAvgPool3dBackward"},
      {.name = "aclnnAdaptiveMaxPool2d", .dtypes = Dtypes{kFloats4, {{"indicesOut", {ACL_INT64}}}}},
      {.name = "aclnnAdaptiveMaxPool2dBackward", .dtypes = kWithPlaces},
      {.name = "aclnnAdaptiveMaxPool3d", .dtypes = kWithPlacesOut},
      {.name = "aclnnAdaptiveMaxPool3dBackward", .dtypes = kWithPlaces},
      {.name = "aclnnAvgPool2d"},
      {.name = "aclnnAvgPool2dBackward"},
      {.name = "aclnnAvgPool3d"},
      {.name = "aclnnAvgPool3dBackward"},
      {.name = "aclnnIm2col", .moves = true},
      {.name = "aclnnIm2colBackward"},
      {.name = "aclnnMaxPool", .dtypes = Dtypes{kOnnx}, .beyond_pytorch = "aclnnMaxPool2dWithMask"},
      {.name = "aclnnMaxPool2dWithIndices",
       .dtypes = kWithPlaces,
       .beyond_pytorch = "aclnnMaxPool2dWithMask"},
      {.name = "aclnnMaxPool2dWithIndicesBackward",
       .dtypes = kWithPlaces,
       .beyond_pytorch = "aclnnMaxPool2dWithMaskBackward"},
      {.name = "aclnnMaxPool2dWithMask", .dtypes = kWithMask},
      {.name = "aclnnMaxPool2dWithMaskBackward", .dtypes = kWithMask},
      {.name = "aclnnMaxPool3dWithArgmax", .dtypes = kWithPlaces},
      {.name = "aclnnMaxPool3dWithArgmaxBackward", .dtypes = kWithPlaces},
      {.name = "aclnnMaxUnpool2d", .moves = true, .dtypes = kUnpooledWithPlaces},
      {.name = "aclnnMaxUnpool2dBackward",
       .moves = true,
       .dtypes = Dtypes{kUnpooledWithBool + kTruths,
                        {{"indices", kPlaces}, {"out", {ACL_FLOAT, ACL_FLOAT16}}}},
       .beyond_pytorch = "aclnnGather"},
      {.name = "aclnnMaxUnpool3d", .moves = true, .dtypes = kUnpooledWithPlaces},
      {.name = "aclnnMaxUnpool3dBackward",
       .moves = true,
       .dtypes = Dtypes{kUnpooled, {{"indices", {ACL_INT64}}}},
       .beyond_pytorch = "aclnnGather"},
      {.name = "aclnnUnfoldGrad", .beyond_pytorch = "the CPU"},
  };
  return subjects;
}

}  // namespace openaclnn::oracle

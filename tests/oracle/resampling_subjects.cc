// The operators of resampling, of margins and of grids.
#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& ResamplingSubjects() {
  static const DtypeList kBytes = {ACL_UINT8};
  static const DtypeList kRepeated = kFloats + DtypeList{ACL_INT8, ACL_INT32};
  static const DtypeList kRegions = {ACL_FLOAT, ACL_FLOAT16};
  static const Subjects subjects = {
      {.name = "aclnnAffineGrid"},
      {.name = "aclnnCircularPad2d",
       .moves = true,
       .dtypes = Dtypes{kRepeated},
       .beyond_pytorch = "copies parts"},
      {.name = "aclnnCircularPad2dBackward", .beyond_pytorch = "copies parts"},
      {.name = "aclnnCircularPad3d",
       .moves = true,
       .dtypes = Dtypes{kRepeated},
       .beyond_pytorch = "copies parts"},
      {.name = "aclnnCircularPad3dBackward", .beyond_pytorch = "copies parts"},
      {.name = "aclnnGridSampler2D", .dtypes = Dtypes{kFloats4}},
      {.name = "aclnnGridSampler2DBackward", .dtypes = Dtypes{kFloats4}},
      {.name = "aclnnGridSampler3D", .dtypes = Dtypes{kFloats4}},
      {.name = "aclnnGridSampler3DBackward", .dtypes = Dtypes{kFloats4}},
      {.name = "aclnnReflectionPad1d", .moves = true, .dtypes = Dtypes{kMoved}},
      {.name = "aclnnReflectionPad1dBackward", .dtypes = Dtypes{kWithComplex}},
      {.name = "aclnnReflectionPad2d", .moves = true, .dtypes = Dtypes{kMoved}},
      {.name = "aclnnReflectionPad2dBackward", .dtypes = Dtypes{kWithComplex}},
      {.name = "aclnnReflectionPad3d", .moves = true, .dtypes = Dtypes{kMoved}},
      {.name = "aclnnReflectionPad3dBackward", .dtypes = Dtypes{kWithComplex}},
      {.name = "aclnnReplicationPad1d", .moves = true, .dtypes = Dtypes{kMoved}},
      {.name = "aclnnReplicationPad1dBackward", .dtypes = Dtypes{kWithComplex}},
      {.name = "aclnnReplicationPad2d", .moves = true, .dtypes = Dtypes{kMoved}},
      {.name = "aclnnReplicationPad2dBackward", .dtypes = Dtypes{kWithComplex}},
      {.name = "aclnnReplicationPad3d", .moves = true, .dtypes = Dtypes{kMoved}},
      {.name = "aclnnReplicationPad3dBackward", .dtypes = Dtypes{kWithComplex}},
      {.name = "aclnnRoiAlign",
       .dtypes = Dtypes{kRegions, {{"batchIndices", {ACL_INT32}}}},
       .beyond_pytorch = "older operators"},
      {.name = "aclnnRoiAlignV2", .dtypes = Dtypes{kRegions}, .beyond_pytorch = "older operators"},
      {.name = "aclnnRoiAlignV2Backward",
       .dtypes = Dtypes{{ACL_FLOAT}},
       .beyond_pytorch = "older operators"},
      {.name = "aclnnUpsampleBicubic2d"},
      {.name = "aclnnUpsampleBicubic2dAA"},
      {.name = "aclnnUpsampleBicubic2dAAGrad"},
      {.name = "aclnnUpsampleBicubic2dBackward"},
      {.name = "aclnnUpsampleBilinear2d", .dtypes = Dtypes{kFloats4}},
      {.name = "aclnnUpsampleBilinear2dAA"},
      {.name = "aclnnUpsampleBilinear2dAABackward"},
      {.name = "aclnnUpsampleBilinear2dBackward",
       .beyond_pytorch = "aclnnUpsampleBilinear2dBackwardV2"},
      {.name = "aclnnUpsampleBilinear2dBackwardV2"},
      {.name = "aclnnUpsampleLinear1d"},
      {.name = "aclnnUpsampleLinear1dBackward"},
      {.name = "aclnnUpsampleNearest1d",
       .moves = true,
       .dtypes = Dtypes{kFloats4 + kBytes},
       .beyond_pytorch = "aclnnUpsampleNearest1dV2"},
      {.name = "aclnnUpsampleNearest1dBackward", .dtypes = Dtypes{kFloats4}},
      {.name = "aclnnUpsampleNearest1dV2", .moves = true, .dtypes = Dtypes{kFloats4 + kBytes}},
      {.name = "aclnnUpsampleNearest2d",
       .moves = true,
       .dtypes = Dtypes{kFloats4 + kBytes},
       .beyond_pytorch = "aclnnUpsampleNearest2dV2"},
      {.name = "aclnnUpsampleNearest2dBackward"},
      {.name = "aclnnUpsampleNearest2dV2", .moves = true, .dtypes = Dtypes{kFloats4 + kBytes}},
      {.name = "aclnnUpsampleNearest3d", .moves = true, .dtypes = Dtypes{kFloats4 + kBytes}},
      {.name = "aclnnUpsampleNearest3dBackward", .dtypes = Dtypes{kFloats4}},
      {.name = "aclnnUpsampleNearestExact1d", .moves = true, .dtypes = Dtypes{kFloats + kBytes}},
      {.name = "aclnnUpsampleNearestExact1dBackward"},
      {.name = "aclnnUpsampleNearestExact2d", .moves = true, .dtypes = Dtypes{kFloats + kBytes}},
      {.name = "aclnnUpsampleNearestExact2dBackward"},
      {.name = "aclnnUpsampleNearestExact3d", .moves = true},
      {.name = "aclnnUpsampleNearestExact3dBackward"},
      {.name = "aclnnUpsampleTrilinear3d", .dtypes = Dtypes{kFloats4}},
      {.name = "aclnnUpsampleTrilinear3dBackward", .dtypes = Dtypes{kFloats4}},
  };
  return subjects;
}

}  // namespace openaclnn::oracle

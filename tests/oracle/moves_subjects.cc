// The operators of what moves elements.
#include <cmath>

#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& MovesSubjects() {
  static const DtypeList kWeights = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8};
  static const DtypeList kRanges = kFloats4 + DtypeList{ACL_INT32, ACL_INT64};
  static const DtypeList kLinspace =
      kFloats4 + DtypeList{ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32};
  static const DtypeList kExpanded =
      kFloats + DtypeList{ACL_INT8, ACL_UINT8, ACL_INT32, ACL_INT64, ACL_BOOL};
  static const DtypeList kTimes = {ACL_INT32, ACL_INT64};
  static const DtypeList kTriangles = kReals + kUnsigned;
  static const DtypeList kSliced = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_INT32,
                                    ACL_INT64, ACL_INT8,    ACL_UINT8, ACL_BOOL};
  static const Subjects subjects = {
      {.name = "aclnnArange", .moves = true, .dtypes = Dtypes{kRanges, {{"out", kRanges}}}},
      {.name = "aclnnRange", .moves = true, .dtypes = Dtypes{kRanges, {{"out", kRanges}}}},
      {.name = "aclnnLinspace", .moves = true, .dtypes = Dtypes{kLinspace, {{"out", kLinspace}}}},
      {.name = "aclnnLogSpace", .dtypes = Dtypes{kFloats, {{"result", kFloats}}}},
      {.name = "aclnnTriu", .moves = true, .dtypes = Dtypes{kTriangles}},
      {.name = "aclnnTril", .moves = true, .dtypes = Dtypes{kTriangles}},
      {.name = "aclnnChannelShuffle", .moves = true, .dtypes = Dtypes{kMoved}},
      {.name = "aclnnConstantPadNd", .moves = true, .dtypes = Dtypes{kMoved}},
      {.name = "aclnnStack",
       .moves = true,
       .dtypes = Dtypes{kMoved, {{"tensors", kReals + kUnsigned}, {"out", kWithComplex}}}},
      {.name = "aclnnRepeat", .moves = true, .dtypes = Dtypes{kMoved}},
      {.name = "aclnnRepeatInterleaveGrad",
       .dtypes = Dtypes{kFloats, {{"repeats", {ACL_INT64, ACL_INT32}}}}},
      {.name = "aclnnRepeatInterleaveInt", .moves = true, .dtypes = Dtypes{kPromoted}},
      {.name = "aclnnRepeatInterleaveIntWithDim", .moves = true, .dtypes = Dtypes{kPromoted}},
      {.name = "aclnnRepeatInterleave",
       .moves = true,
       .dtypes = Dtypes{kPromoted, {{"repeats", kTimes}}}},
      {.name = "aclnnRepeatInterleaveWithDim",
       .moves = true,
       .dtypes = Dtypes{kPromoted, {{"repeats", kTimes}}}},
      {.name = "aclnnRepeatInterleaveTensor",
       .moves = true,
       .dtypes = Dtypes{{ACL_INT64}, {{"repeats", {ACL_INT64}}, {"out", {ACL_INT64}}}}},
      {.name = "aclnnSlice",
       .moves = true,
       .dtypes = Dtypes{kSliced, {}},
       .beyond_pytorch = "nothing, as slices are views"},
      {.name = "aclnnSliceV2",
       .moves = true,
       .dtypes = Dtypes{kSliced, {}},
       .beyond_pytorch = "nothing, as slices are views"},
      {.name = "aclnnSplitTensor",
       .moves = true,
       .dtypes = Dtypes{kMoved, {{"self", kReals + kUnsigned}, {"out", kWithComplex}}},
       .beyond_pytorch = "views of the tensor"},
      {.name = "aclnnSplitWithSize",
       .moves = true,
       .dtypes = Dtypes{kMoved, {{"self", kReals + kUnsigned}, {"out", kWithComplex}}},
       .beyond_pytorch = "views"},
      {.name = "aclnnDiag",
       .moves = true,
       .dtypes = Dtypes{kReals + DtypeList{ACL_COMPLEX64}},
       .beyond_pytorch = "views and copies of diagonals"},
      {.name = "aclnnDiagFlat",
       .moves = true,
       .dtypes = Dtypes{kReals + DtypeList{ACL_COMPLEX64}},
       .beyond_pytorch = "views and copies of diagonals"},
      {.name = "aclnnInplaceFillDiagonal", .dtypes = Dtypes{kReals, {{"selfRef", kReals}}}},
      {.name = "aclnnInplaceFillTensor",
       .dtypes = Dtypes{kReals + kComplex, {{"selfRef", kReals + kComplex}, {"value", kMoved}}}},
      {.name = "aclnnEye", .moves = true, .dtypes = Dtypes{kPromoted, {{"out", kPromoted}}}},
      {.name = "aclnnPermute",
       .moves = true,
       .dtypes = Dtypes{kMoved},
       .beyond_pytorch = "a view of the tensor"},
      {.name = "aclnnExpand",
       .moves = true,
       .dtypes = Dtypes{kExpanded},
       .beyond_pytorch = "a view of the tensor"},
      {.name = "aclnnFlip", .moves = true, .dtypes = Dtypes{kReals + kComplex}},
      {.name = "aclnnRoll", .moves = true, .dtypes = Dtypes{kPromoted + DtypeList{ACL_UINT32}}},
      {.name = "aclnnInplaceCopy",
       .timings = {{.name = "copy", .low = -5, .high = 5, .pytorch = "o.copy_(x)"}},
       .dtypes = Dtypes{kMoved, {{"selfRef", kMoved}, {"src", kMoved}}}},
      {.name = "aclnnInplaceFillScalar",
       .timings =
           {{.name = "fill", .low = 0, .high = 1, .scalars = {0.1}, .pytorch = "o.fill_(0.1)"}},
       .dtypes = Dtypes{kMoved, {{"selfRef", kReals + kComplex}}}},
      {.name = "aclnnInplaceMaskedFillTensor",
       .dtypes = Dtypes{kMasked, {{"selfRef", kMasked}, {"mask", kTruths}, {"value", kMasked}}}},
      {.name = "aclnnInplaceOne",
       .timings = {{.name = "one", .low = 0, .high = 1, .pytorch = "o.fill_(1)"}},
       .dtypes = Dtypes{kReals + kUint16, {{"selfRef", kReals + kUint16}}}},
      {.name = "aclnnSWhere",
       .timings = {{.name = "where",
                    .low = -5,
                    .high = 5,
                    .has_one_weight = true,
                    .pytorch = "where(g, x, o, w)"}},
       .dtypes = Dtypes{kMoved,
                        {{"condition", {ACL_BOOL, ACL_UINT8}},
                         {"self", kReals},
                         {"other", kReals},
                         {"out", kWithComplex}}}},
      {.name = "aclnnInplaceZero",
       .timings = {{.name = "zero", .low = 0, .high = 1, .pytorch = "o.zero_()"}},
       .dtypes = Dtypes{kReals + kUint16 + kComplex, {{"selfRef", kReals + kUint16 + kComplex}}},
       .has_any_rank = true},
      {.name = "aclnnTransMatmulWeight",
       .dtypes = Dtypes{kWeights, {{"mmWeightRef", kWeights}}},
       .beyond_pytorch = "nothing, as no weight on npu:0 changes its format"},
      {.name = "aclnnCast", .dtypes = Dtypes{kMoved, {{"self", kMoved}}}},
      {.name = "aclnnCat",
       .whole = Cat,
       .moves = true,
       .timings =
           {{.name = "cat", .low = -5, .high = 5, .pytorch = "torch.cat((g, x), dim, out=o)"}},
       .dtypes = Dtypes{kReals + DtypeList{ACL_COMPLEX64},
                        {{"tensors", kReals}, {"out", kFloats4 + DtypeList{ACL_COMPLEX64}}}}},
      {.name = "aclnnChunkCat",
       .moves = true,
       .dtypes = Dtypes{kFloats, {{"tensors", kFloats}, {"out", {ACL_FLOAT}}}}},
  };
  return subjects;
}

}  // namespace openaclnn::oracle

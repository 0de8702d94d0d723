// The operators that take elements from where integers say, or put them there.
#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& IndexSubjects() {
  static const DtypeList kPlaces = {ACL_INT64, ACL_INT32};
  static const DtypeList kFilled = kFloats + DtypeList{ACL_INT32, ACL_INT64, ACL_BOOL};
  static const DtypeList kRows =
      kIntegers + DtypeList{ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BOOL};
  static const Dtypes kScattered = {kReals + kComplex, {{"index", kPlaces}}};
  static const DtypeList kSearched = kIntegers + DtypeList{ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE};
  static const DtypeList kWeights = kSearched + DtypeList{ACL_BOOL};
  static const DtypeList kCounted = {ACL_FLOAT, ACL_DOUBLE, ACL_INT32, ACL_INT64};
  static const DtypeList kBinned = kIntegers + DtypeList{ACL_FLOAT, ACL_FLOAT16};
  static const DtypeList kNdUpdated =
      kFloats + DtypeList{ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL};
  static const DtypeList kHot = {ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT64};
  static const Subjects subjects = {
      {.name = "aclnnOneHot", .dtypes = Dtypes{kHot, {{"self", kPlaces}}}},
      {.name = "aclnnSearchSorted",
       .dtypes = Dtypes{kSearched,
                        {{"sortedSequence", kSearched},
                         {"self", kSearched},
                         {"sorter", {ACL_INT64}},
                         {"out", {ACL_INT64}}}}},
      {.name = "aclnnSearchSorteds",
       .dtypes =
           Dtypes{kSearched,
                  {{"sortedSequence", kSearched}, {"sorter", {ACL_INT64}}, {"out", {ACL_INT64}}}}},
      {.name = "aclnnUnique", .dtypes = Dtypes{kReals + kUnsigned, {{"inverseOut", {ACL_INT64}}}}},
      {.name = "aclnnUnique2",
       .dtypes =
           Dtypes{kReals + kUnsigned, {{"inverseOut", {ACL_INT64}}, {"countsOut", {ACL_INT64}}}}},
      {.name = "aclnnUniqueDim",
       .dtypes =
           Dtypes{kReals + kUnsigned, {{"inverseOut", {ACL_INT64}}, {"countsOut", {ACL_INT64}}}}},
      {.name = "aclnnUniqueConsecutive",
       .dtypes = Dtypes{kReals + kUnsigned + kComplex,
                        {{"inverseOut", {ACL_INT64}}, {"countsOut", {ACL_INT64}}}}},
      {.name = "aclnnInplaceScatterUpdate",
       .dtypes =
           Dtypes{kFloats + DtypeList{ACL_INT8, ACL_UINT8, ACL_INT32}, {{"indices", kPlaces}}}},
      {.name = "aclnnScatterList",
       .dtypes = Dtypes{kFloats + DtypeList{ACL_INT8, ACL_UINT8, ACL_INT16, ACL_UINT16, ACL_INT32,
                                            ACL_UINT32},
                        {{"indice", kPlaces}, {"maskOptional", {ACL_UINT8}}}}},
      {.name = "aclnnScatterNdUpdate", .dtypes = Dtypes{kNdUpdated, {{"indices", kPlaces}}}},
      {.name = "aclnnScatterNd",
       .dtypes = Dtypes{kFloats + DtypeList{ACL_BOOL}, {{"indices", kPlaces}}},
       .beyond_pytorch = "no function"},
      {.name = "aclnnBincount",
       .dtypes = Dtypes{kCounted, {{"self", kIntegers}, {"weights", kWeights}, {"out", kCounted}}}},
      {.name = "aclnnHistc",
       .dtypes = Dtypes{kBinned, {{"self", {ACL_FLOAT, ACL_FLOAT16}}, {"out", kBinned}}}},
      {.name = "aclnnEmbedding", .dtypes = Dtypes{kReals + kComplex, {{"indices", kPlaces}}}},
      {.name = "aclnnEmbeddingBag",
       .dtypes = Dtypes{kFloats,
                        {{"indices", kPlaces},
                         {"offsets", kPlaces},
                         {"offset2bag", kPlaces},
                         {"bagSize", kPlaces},
                         {"maxIndices", kPlaces}}}},
      {.name = "aclnnEmbeddingDenseBackward",
       .dtypes =
           Dtypes{{ACL_FLOAT, ACL_FLOAT16}, {{"indices", kRows}}}},  // indices are no BFLOAT16
      {.name = "aclnnGather", .dtypes = Dtypes{kReals + kUnsigned, {{"index", kPlaces}}}},
      {.name = "aclnnIndexSelect", .dtypes = Dtypes{kMoved, {{"index", kPlaces}}}},
      {.name = "aclnnIndex", .dtypes = Dtypes{{ACL_FLOAT}, {{"indices", kPlaces}}}},
      {.name = "aclnnGatherV2",
       .dtypes = Dtypes{kReals + kComplex, {{"index", kPlaces}}},
       .beyond_pytorch = "aclnnIndexSelect"},
      {.name = "aclnnTake", .dtypes = Dtypes{kMoved, {{"index", kPlaces}}}},
      {.name = "aclnnInplacePut", .dtypes = kScattered},
      {.name = "aclnnIndexAdd", .dtypes = Dtypes{kReals, {{"index", kPlaces}}}},
      {.name = "aclnnIndexFill",
       .dtypes = Dtypes{kFilled, {{"index", kPlaces}}},
       .in_place_dtypes = Dtypes{kFilled, {{"selfRef", kFilled}, {"index", kPlaces}}}},
      {.name = "aclnnIndexFillTensor",
       .dtypes = Dtypes{kFilled, {}},
       .beyond_pytorch = "aclnnIndexFill",
       .in_place_beyond_pytorch = "aclnnInplaceIndexFill"},
      {.name = "aclnnIndexCopy", .dtypes = kScattered},
      {.name = "aclnnIndexPutImpl", .dtypes = Dtypes{{ACL_FLOAT}, {{"indices", kPlaces}}}},
      {.name = "aclnnInplaceMaskedScatter",
       .dtypes = Dtypes{kReals, {{"mask", {ACL_BOOL, ACL_UINT8}}}}},
      {.name = "aclnnMaskedSelect", .dtypes = Dtypes{kReals, {{"mask", {ACL_BOOL, ACL_UINT8}}}}},
      {.name = "aclnnNonzero", .dtypes = Dtypes{kReals, {{"self", kReals}, {"out", {ACL_INT64}}}}},
      {.name = "aclnnNonzeroV2",
       .dtypes = Dtypes{kReals + kUnsigned, {{"self", kReals + kUnsigned}, {"out", {ACL_INT64}}}}},
      {.name = "aclnnScatter", .dtypes = kScattered},
      {.name = "aclnnScatterAdd", .dtypes = kScattered},
      {.name = "aclnnScatterReduce", .dtypes = Dtypes{{ACL_FLOAT}, {{"index", kPlaces}}}},
      {.name = "aclnnScatterValue",
       .dtypes = kScattered,
       .in_place_dtypes =
           Dtypes{kReals + kComplex, {{"selfRef", kReals + kComplex}, {"index", kPlaces}}}},
  };
  return subjects;
}

}  // namespace openaclnn::oracle

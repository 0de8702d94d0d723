// The operators that quantise.
#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& QuantSubjects() {
  static const DtypeList of_float16 = {ACL_FLOAT16}, of_int8 = {ACL_INT8},
                         of_integers = {ACL_INT8, ACL_INT4}, of_int32 = {ACL_INT32},
                         of_float = {ACL_FLOAT}, of_words = {ACL_INT64, ACL_UINT64},
                         of_results = {ACL_FLOAT16, ACL_INT8},
                         of_scales = {ACL_FLOAT16, ACL_INT64, ACL_UINT64};
  static const Subjects subjects = {
      {.name = "aclnnAscendAntiQuant",
       .whole = AscendAntiQuant,
       .moves = true,
       .dtypes = Dtypes{{ACL_FLOAT, ACL_BF16}, {{"x", of_integers}, {"y", of_float16}}}},
      {.name = "aclnnAscendQuantV3",
       .whole = AscendQuant,
       .moves = true,
       .dtypes = Dtypes{kFloats, {{"y", of_int8}}}},
      {.name = "aclnnConvertWeightToINT4Pack",
       .whole = ConvertWeight,
       .moves = true,
       .dtypes = Dtypes{{}, {{"weight", of_int32}, {"weightInt4Pack", of_int32}}},
       .beyond_pytorch = "the host"},
      {.name = "aclnnDynamicQuant",
       .whole = DynamicQuant,
       .dtypes =
           Dtypes{
               {ACL_FLOAT},
               {{"x", of_float16}, {"smoothScalesOptional", of_float16}, {"yOut", of_integers}}}},
      {.name = "aclnnGroupedMatmulV4",
       .dtypes = Dtypes{{}, {{"x", of_float}, {"weight", of_float}, {"out", of_float}}},
       .beyond_pytorch = "aclnnGroupedMatmulV5"},
      {.name = "aclnnGroupedMatmulV5",
       .dtypes = Dtypes{{}, {{"x", of_float}, {"weight", of_float}, {"out", of_float}}}},
      {.name = "aclnnQuantMatmulV4",
       .dtypes =
           Dtypes{{}, {{"x1", of_int8}, {"x2", of_int8}, {"scale", of_words}, {"out", of_results}}},
       .beyond_pytorch = "aclnnQuantMatmulV5"},
      {.name = "aclnnQuantMatmulV5",
       .dtypes =
           Dtypes{{},
                  {{"x1", of_int8}, {"x2", of_int8}, {"x2Scale", of_words}, {"out", of_results}}}},
      {.name = "aclnnWeightQuantBatchMatmulV2",
       .dtypes = Dtypes{{},
                        {{"x", of_float16},
                         {"weight", of_integers},
                         {"antiquantScale", of_scales},
                         {"y", of_float16}}}},
      {.name = "aclnnWeightQuantBatchMatmulV3",
       .dtypes = Dtypes{{},
                        {{"x", of_float16},
                         {"weight", of_integers},
                         {"antiquantScale", of_scales},
                         {"y", of_float16}}},
       .beyond_pytorch = "aclnnWeightQuantBatchMatmulV2"},
  };
  return subjects;
}

}  // namespace openaclnn::oracle

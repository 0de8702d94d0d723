// The operators that quantise.
#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& QuantSubjects() {
  static const DtypeList of_float16 = {ACL_FLOAT16}, of_int8 = {ACL_INT8},
                         of_integers = {ACL_INT8, ACL_INT4}, of_int32 = {ACL_INT32};
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
  };
  return subjects;
}

}  // namespace openaclnn::oracle

// The operators of recurrent networks, whose exact results tests/kinds/recurrent computes.
#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& RecurrentSubjects() {
  static const DtypeList of_float = {ACL_FLOAT};
  const auto dtypes = [&](std::string_view output) {
    return Dtypes{{}, {{"input", of_float}, {"params", of_float}, {output, of_float}}};
  };
  static const Subjects subjects = {
      {.name = "aclnnGRU", .dtypes = dtypes("output")},
      {.name = "aclnnGRUBackward", .dtypes = dtypes("dxOut")},
      {.name = "aclnnLSTM", .dtypes = dtypes("output")},
      {.name = "aclnnLstmBackward", .dtypes = dtypes("dxOut")},
      {.name = "aclnnThnnFusedLstmCell", .dtypes = Dtypes{{ACL_FLOAT, ACL_FLOAT16}}},
      {.name = "aclnnThnnFusedLstmCellBackward", .dtypes = Dtypes{{ACL_FLOAT, ACL_FLOAT16}}},
  };
  return subjects;
}

}  // namespace openaclnn::oracle

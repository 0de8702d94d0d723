// The operators that take elements from where integers say, or put them there.
#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& IndexSubjects() {
  static const DtypeList kPlaces = {ACL_INT64, ACL_INT32};
  static const Subjects subjects = {
      {.name = "aclnnEmbedding", .dtypes = Dtypes{kReals + kComplex, {{"indices", kPlaces}}}},
      {.name = "aclnnGather", .dtypes = Dtypes{kReals + kUnsigned, {{"index", kPlaces}}}},
      {.name = "aclnnIndexSelect", .dtypes = Dtypes{kMoved, {{"index", kPlaces}}}},
      {.name = "aclnnIndex", .dtypes = Dtypes{{ACL_FLOAT}, {{"indices", kPlaces}}}},
  };
  return subjects;
}

}  // namespace openaclnn::oracle

// The operators of convolutions, whose exact results tests/kinds/convolution computes.
#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& ConvolutionSubjects() {
  static const Subjects subjects = {
      {.name = "aclnnConvolution",
       .dtypes =
           Dtypes{
               kFloats,
               {{"input", kFloats}, {"weight", kFloats}, {"bias", kFloats}, {"output", kFloats}}}},
      {.name = "aclnnConvDepthwise2d"},
      {.name = "aclnnConvTbc"},
      {.name = "aclnnConvolutionBackward",
       .dtypes = Dtypes{kFloats, {{"weight", kFloats}, {"gradWeight", kFloats}}}},
      {.name = "aclnnConvTbcBackward"},
  };
  return subjects;
}

}  // namespace openaclnn::oracle

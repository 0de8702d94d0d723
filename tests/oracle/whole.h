// What the operators that take whole tensors or lists of them should give: layer norms,
// Cat, and what quantises.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl_base.h"
#include "tests/oracle/definitions.h"
#include "tests/oracle/rows.h"

namespace openaclnn::oracle {

// Its elements are in row-major order, as doubles hold them.
struct WholeTensor {
  std::vector<int64_t> shape;
  std::function<double(int64_t)> at;
};

// An argument of the prototype. An input that is null, and an output, has no tensors.
struct WholeArgument {
  std::vector<WholeTensor> tensors = {};  // one, or the members of a list
  double number = 0;
  std::vector<double> numbers = {};  // of a list of scalars
  std::vector<int64_t> integers = {};
  std::string text = {};
  aclDataType dtype = ACL_DT_UNDEFINED;  // of a tensor
  bool is_list = false;                  // of tensors
};
using WholeCall = std::vector<WholeArgument>;  // in the order of the prototype

// The exact value of an element of the output at that place of the prototype. The elements of a
// list are those of its members, one after the other. Threads may call it at once, as long as they
// may read the tensors.
using WholeResults = std::function<RowValue(size_t output, int64_t element)>;

// What it needs more than once, such as the mean of each row, is made first.
using WholeDefinition = WholeResults (*)(WholeCall call);

WholeResults LayerNorm(WholeCall call);
WholeResults LayerNormBackward(WholeCall call);
WholeResults Cat(WholeCall call);  // members as they are, before they are converted
// A function of the members of one index. What is no list of tensors is a scalar, a list of
// scalars, or a tensor, with a number for each index or one for all.
WholeResults OfMembers(const Definition& function, WholeCall call);
template <const Definition& kFunction>
WholeResults OfMembers(WholeCall call) {
  return OfMembers(kFunction, std::move(call));
}
// Integers, of INT4 as they are, of INT32 eight in an element.
WholeResults AscendQuant(WholeCall call);
WholeResults DynamicQuant(WholeCall call);
WholeResults ConvertWeight(WholeCall call);
WholeResults AscendAntiQuant(WholeCall call);  // of INT8
WholeResults TransQuantParam(WholeCall call);

}  // namespace openaclnn::oracle

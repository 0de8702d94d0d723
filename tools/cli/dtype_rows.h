// The dtypes of an operator's tensors, as the rows of a table.
#pragma once

#include <string>
#include <vector>

namespace openaclnn {
struct OpSpec;
}  // namespace openaclnn

namespace openaclnn::cli {

// Tensors that may be the same on the same chips. BFLOAT16 is in the row of what is on all of
// these chips that have BFLOAT16.
struct DtypeRow {
  std::vector<std::string> tensors, dtypes, chips;  // in the orders of spec, kDtypes, kChips
  bool has_all_tensors = false;                     // of the operator
};
std::vector<DtypeRow> DtypeRowsOf(const OpSpec& spec);

}  // namespace openaclnn::cli

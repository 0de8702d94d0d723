// Attributes of operators that are called by name: acl_op.h.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "acl/acl_op.h"
#include "base/shared.h"
#include "base/status.h"

namespace openaclnn {

// Dtypes are kept as numbers: C programs may pass any.
using OpAttribute =
    std::variant<bool, int64_t, float, std::string, std::vector<bool>, std::vector<int64_t>,
                 std::vector<float>, std::vector<std::vector<int64_t>>>;
using OpAttributes = std::map<std::string, OpAttribute>;

// Those of a live handle, which the program does not destroy meanwhile. Errors: 100000 there is
// none.
OPENACLNN_SHARED Status FindOpAttributes(const aclopAttr* attr, OpAttributes*& found);

}  // namespace openaclnn

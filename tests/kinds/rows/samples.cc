// Operators of rows.
#include "tests/kinds/samples.h"
#include "base/dtype.h"
#include "kinds/roles.h"
#include "kinds/rows/spec.h"
#include "tests/contract/dtypes.h"
#include "tests/formulas/inputs.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

// Rows of any length along either axis: ordinary numbers, among which some rows have others.
void ForEachRows(const OpSpec& spec, Extent extent, const UseCall& use) {
  std::vector<Shape> shapes = {{33, 40}, {3, 1500}, {1, 5000}};
  if (extent == Extent::kWhole) shapes.insert(shapes.end(), {{2100, 9}, {2, 40000}, {33000, 2}});
  for (const aclDataType dtype : DtypesOfAll(spec.name)) {
    const std::vector<uint64_t> special = SpecialOf(dtype);
    for (const Shape& shape : shapes) {
      for (const double spread : {1.0, 20.0, 120.0}) {
        for (const int dim : {0, 1}) {
          Random random(5);
          OperatorCall call = {spec.name, {}};
          for (int i = 0; i < spec.NumArguments(); ++i) {
            if (spec.arguments[i].IsRead()) {
              call.arguments.emplace_back(Array(dtype, shape, [&](int64_t) {
                const bool is_special = random.Bits() % 3000 == 0;
                return is_special ? special[random.Bits() % special.size()]
                                  : BitsOf(dtype, random.Uniform(-spread, spread));
              }));
            } else if (i == RowResultOf(spec)) {
              call.arguments.emplace_back(Array(dtype, {shape[0]}));
            } else if (spec.arguments[i].IsWritten()) {
              call.arguments.emplace_back(Array(dtype, shape));
            } else {
              call.arguments.emplace_back(static_cast<double>(dim));
            }
          }
          use(call, {});
        }
      }
    }
  }
}

}  // namespace

const Samples kRowsSamples = {&kRowsKind, ForEachRows};

}  // namespace openaclnn::test

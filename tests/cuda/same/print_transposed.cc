// Prints a line for each of some calls of formulas whose inputs lie along other axes than their
// results, each of them or some, with a hash of what they give on the device in use: matrices of
// whole tiles, with edges, and thinner than tiles.
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "fmt/format.h"
#include "fmt/ranges.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/hash.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

const Layout& Transposed() {
  for (const Layout& layout : InputLayouts()) {
    if (std::string(layout.name) == "transposed") return layout;
  }
  std::abort();
}

void Print(const OperatorCall& call) {
  const std::vector<size_t> inputs = InputsOf(call);
  const Array& first = call.arguments[inputs[0]].array;
  for (unsigned turned = 1; turned < 1u << inputs.size(); ++turned) {
    Placement placement;
    placement.layouts.assign(call.arguments.size(), nullptr);
    for (size_t i = 0; i < inputs.size(); ++i) {
      if ((turned >> i & 1) != 0) placement.layouts[inputs[i]] = &Transposed();
    }
    std::vector<Array> results = RunOnce(call, placement);
    if (results.empty()) std::exit(1);
    Hash hash;
    for (Array& result : results) hash.Add(std::move(result));
    fmt::print("{} {} {}, inputs {:b}: {}\n", call.name, DtypeName(first.dtype),
               fmt::join(first.shape, " x "), turned, hash.Text());
  }
}

void PrintAll() {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_FLOAT16}) {
    for (const Shape& shape :
         {Shape{64, 96}, Shape{137, 70}, Shape{1000, 3}, Shape{3, 1000}, Shape{5, 40, 66}}) {
      const Array a = RandomArray(dtype, shape, 1), b = RandomArray(dtype, shape, 2);
      const Array c = RandomArray(dtype, shape, 3), result(dtype, shape);
      Print({"aclnnSilu", {a, result}});
      Print({"aclnnMul", {a, b, result}});
      Print({"aclnnGeluBackwardV2", {a, b, "none", result}});
      Print({"aclnnSoftplusBackward", {a, b, 1.0, 20.0, result}});
      Print({"aclnnAddcmul", {a, b, c, 0.3, result}});
    }
  }
}

}  // namespace
}  // namespace openaclnn::test

int main() {
  openaclnn::test::PrintAll();
  return testing::UnitTest::GetInstance()->Failed() ? 1 : 0;
}

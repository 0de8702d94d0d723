#include "bench/exact.h"

#include <cstring>
#include <sstream>
#include <string_view>

#include "base/dtype.h"
#include "tests/ops/harness/array.h"
#include "tools/gen/golden.h"

namespace openaclnn::bench {
namespace {

test::Array ArrayOf(const Operand& operand, aclDataType dtype) {
  std::ostringstream period;
  operand.WritePeriod(period);
  const std::string bytes = period.str();
  test::Array array(dtype, {static_cast<int64_t>(bytes.size()) / DtypeBytes(dtype)});
  std::memcpy(array.bytes.data(), bytes.data(), bytes.size());
  return array;
}

gen::Golden GoldenOf(const Case& c, int64_t elements) {
  const OpSpec& spec = *c.spec;
  std::vector<double> numbers;
  bool is_tanh = c.subject->text != nullptr && std::string_view(c.subject->text) == "tanh";
  size_t given = 0;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    const ArgumentKind kind = spec.arguments[i].kind;
    const bool is_number = kind == ArgumentKind::kScalar || kind == ArgumentKind::kDouble ||
                           (kind == ArgumentKind::kInt && i != spec.axis_at);
    if (kind == ArgumentKind::kBool) numbers.push_back(0);
    if (!is_number) continue;
    const bool is_given = given < c.subject->scalars.size();
    numbers.push_back(is_given ? c.subject->scalars[given++] : spec.arguments[i].by_default);
    is_tanh = is_tanh || (i == spec.chooses_at && numbers.back() == 1);
  }
  return {spec, numbers, is_tanh, false, elements};
}

}  // namespace

std::vector<double> ExactValues(const Case& c, const Operands& operands) {
  const test::Array grad = ArrayOf(operands.grad, c.dtype), self = ArrayOf(operands.self, c.dtype);
  const gen::Golden golden = GoldenOf(c, self.size());
  const precision::Format& format = *precision::FindFormat(c.dtype);
  const double weight = operands.weight ? ArrayOf(*operands.weight, c.dtype).Value(0) : 0;
  std::vector<double> values, in;
  for (int64_t i = 0; i < self.size(); ++i) {
    in.clear();
    for (const int8_t at : c.spec->operands_at) {
      if (at < 0) continue;
      const Slot slot = SlotOf(*c.spec, at);
      if (slot != Slot::kWeight) {
        in.push_back((slot == Slot::kGrad ? grad : self).Value(i));
      } else {
        in.push_back(operands.weight ? weight : c.spec->arguments[at].by_default);
      }
    }
    values.push_back(golden.At(in, format).nearest);
  }
  return values;
}

}  // namespace openaclnn::bench

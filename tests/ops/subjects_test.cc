// Elementwise operators by their rows in the tables of tests/oracle: the exact function, the
// scalars of the sweeps, kinks, points and promises.
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "ops/registry.h"
#include "tests/ops/harness/function.h"
#include "tests/oracle/subject.h"

namespace openaclnn::test {
namespace {

struct Row {
  const oracle::Subject* subject;
  const oracle::Sweep* sweep;
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.subject->name << " " << row.sweep->variant;
}

const OpSpec& SpecOf(const Row& row) { return *FindOperator(row.subject->name)->spec; }

std::vector<Row> Rows() {
  std::vector<Row> rows;
  for (const oracle::Subject* const subject : oracle::AllSubjects()) {
    if (!subject->points) continue;
    for (const oracle::Sweep& sweep : subject->sweeps) rows.push_back({subject, &sweep});
  }
  return rows;
}

// The arguments other than tensors, in their order: the scalars, and what chooses.
std::vector<CallArgument> NumbersOf(const Row& row) {
  const OpSpec& spec = SpecOf(row);
  const oracle::Scalars& s = row.sweep->scalars;
  const double scalars[] = {s.first, s.second, s.third};
  size_t used = 0;
  std::vector<CallArgument> numbers;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    const ArgumentSpec& argument = spec.arguments[i];
    if (argument.IsTensor()) continue;
    if (argument.kind == ArgumentKind::kUnread) {
      numbers.push_back(argument.is_optional ? CallArgument(nullptr) : Array(ACL_FLOAT, {0}));
    } else if (argument.kind == ArgumentKind::kText) {
      numbers.emplace_back(row.sweep->text);
    } else if (argument.kind == ArgumentKind::kBool) {
      numbers.emplace_back(s.fourth);
    } else {
      numbers.emplace_back(scalars[used++]);
    }
  }
  return numbers;
}

// A function of the input tensors' elements, whose order may differ from the operands'.
ExactElement ExactOf(const Row& row) {
  const OpSpec& spec = SpecOf(row);
  std::vector<size_t> places;
  for (const int8_t operand : spec.operands_at) {
    if (operand < 0) continue;
    size_t place = 0;
    for (int i = 0; i < operand; ++i) place += spec.arguments[i].IsRead() ? 1 : 0;
    places.push_back(place);
  }
  const oracle::Exact exact =
      row.sweep->definition ? row.sweep->definition->exact : row.subject->definition->exact;
  return [places, exact, scalars = row.sweep->scalars](std::span<const double> inputs) {
    std::vector<double> operands;
    for (const size_t place : places) operands.push_back(inputs[place]);
    return exact(operands, scalars);
  };
}

Accuracy AccuracyOf(const oracle::Promise& promise) {
  const double rate = promise.half_rounded_share > 0 ? promise.half_rounded_share : 0.999;
  return {.ulp = std::max(0.5, promise.float_ulp),
          .double_ulp = promise.double_ulp,
          .rounded_rate = promise.float_ulp <= 0.5 ? 1 : rate};
}

class SubjectsTest : public testing::TestWithParam<Row> {};

TEST_P(SubjectsTest, GivesTheExactValues) {
  const Row& row = GetParam();
  std::vector<double> points = row.subject->kinks(row.sweep->scalars);
  points.insert(points.end(), row.subject->points->begin(), row.subject->points->end());
  ExpectFunction({.name = row.subject->name,
                  .exact = ExactOf(row),
                  .accuracy = AccuracyOf(row.sweep->promise),
                  .numbers = NumbersOf(row),
                  .points = points});
}

INSTANTIATE_TEST_SUITE_P(, SubjectsTest, testing::ValuesIn(Rows()), [](const auto& test) {
  std::string name(test.param.subject->name.substr(5));
  for (const char c : test.param.sweep->name + test.param.sweep->variant) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
    if (c == '-') name += '_';
    if (c == '.') name += "point";
  }
  return name;
});

}  // namespace
}  // namespace openaclnn::test

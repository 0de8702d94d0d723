// Every elementwise operator by its row in the tables of tests/oracle: the exact function, the
// scalars of the sweeps, kinks, points, promises and dtypes.
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kinds/roles.h"
#include "ops/registry.h"
#include "tests/ops/harness/function.h"
#include "tests/oracle/subject.h"

namespace openaclnn::test::subjects_test {
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
    if (subject->split != nullptr || subject->rows || subject->whole) continue;
    for (const oracle::Sweep& sweep : subject->sweeps) rows.push_back({subject, &sweep});
  }
  return rows;
}

const oracle::Definition& DefinitionOf(const Row& row) {
  return row.sweep->definition ? *row.sweep->definition : *row.subject->definition;
}

// The arguments other than tensors, in their order: the scalars, and what chooses. The divisor of a
// loss follows from its reduction, which is none.
std::vector<CallArgument> NumbersOf(const Row& row) {
  const OpSpec& spec = SpecOf(row);
  const oracle::Scalars& s = row.sweep->scalars;
  const double scalars[] = {s.first, s.second, s.third};
  size_t used = spec.reduction_at >= 0 ? 1 : 0;
  std::vector<CallArgument> numbers;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    const ArgumentSpec& argument = spec.arguments[i];
    if (argument.IsTensor()) continue;
    if (i == spec.reduction_at) {
      numbers.emplace_back(0.0);
    } else if (argument.kind == ArgumentKind::kUnread) {
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

// The index of each operand among the input tensors, whose order may differ.
std::vector<size_t> PlacesOf(const OpSpec& spec) {
  std::vector<size_t> places;
  for (const int8_t operand : spec.operands_at) {
    if (operand < 0) continue;
    size_t place = 0;
    for (int i = 0; i < operand; ++i) place += spec.arguments[i].IsRead() ? 1 : 0;
    places.push_back(place);
  }
  return places;
}

// A definition as a function of the input tensors' elements.
template <class Of>
auto OfInputs(const Row& row, const Of& of) {
  return [places = PlacesOf(SpecOf(row)), of,
          scalars = row.sweep->scalars](std::span<const double> inputs) {
    double operands[4] = {};
    for (size_t k = 0; k < places.size(); ++k) operands[k] = inputs[places[k]];
    return of(std::span<const double>(operands, places.size()), scalars);
  };
}

// The elements of operands that have one for each channel.
std::vector<double> OthersOf(const Row& row) {
  return ChannelOperandOf(SpecOf(row)) >= 0 ? row.sweep->others : std::vector<double>();
}

// The input tensor that is varied: the definition's curved operand, or the only one with many
// elements.
size_t VariedOf(const Row& row) {
  const std::vector<size_t> places = PlacesOf(SpecOf(row));
  const size_t curved = DefinitionOf(row).curved();
  return places.at(curved + OthersOf(row).size() < places.size() ? curved : 0);
}

std::vector<aclDataType> DtypesOf(const Row& row) {
  const auto& dtypes = row.subject->dtypes;
  std::vector<aclDataType> all = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  if (row.sweep->promise.double_ulp > 0) all.push_back(ACL_DOUBLE);
  if (dtypes) {
    std::erase_if(
        all, [&](aclDataType dtype) { return std::ranges::count(dtypes->together, dtype) == 0; });
  }
  return all;
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
  points.insert(points.end(), row.subject->points.begin(), row.subject->points.end());
  const oracle::Definition& definition = DefinitionOf(row);
  ExpectFunction({.name = row.subject->name,
                  .exact = OfInputs(row, definition.exact),
                  .accuracy = AccuracyOf(row.sweep->promise),
                  .numbers = NumbersOf(row),
                  .points = points,
                  .varied = VariedOf(row),
                  .others = OthersOf(row),
                  .fast = OfInputs(row, definition.fast),
                  .dtypes = DtypesOf(row)});
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
}  // namespace openaclnn::test::subjects_test

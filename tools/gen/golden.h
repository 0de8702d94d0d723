// What an operator should give: its exact values, by tests/oracle.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "acl/acl_base.h"
#include "tests/oracle/subject.h"
#include "tools/precision/ulp.h"

namespace openaclnn {
struct OpSpec;
}  // namespace openaclnn

namespace openaclnn::gen {

struct GoldenValue {
  double nearest;  // the exact value within 1.5 ULP of double
  double rounded;  // the exact value rounded to the output's dtype
};

class Golden {
 public:
  // `numbers` are attributes in the order of the C function; `is_tanh`: another one chooses the
  // gelu by tanh; `wide`: the operator computes in double; `elements`: of the result. Throws
  // std::invalid_argument for an operator without exact values.
  Golden(const OpSpec& spec, const std::vector<double>& numbers, bool is_tanh, bool wide,
         int64_t elements);

  // Where the operator's formula, as a function of its second operand, or its only one, has steps,
  // bends or zeros.
  const std::vector<double>& kinks() const { return kinks_; }

  // Whether the second operand, or the only one, is meant to be in [0, 1].
  bool has_unit_domain() const { return subject_.has_unit_domain; }

  // From an element of each operand, of those cut in two one of either half: an element of the
  // result, or of one of several results, or halves of a result, by its number. Not of rows.
  GoldenValue At(std::span<const double> operands, const precision::Format& output,
                 size_t result = 0) const;

  // Whether the operator takes whole tensors: there is no formula of elements, halves or rows.
  bool is_whole() const { return subject_.whole != nullptr; }

  // Whether such an operator computes sums.
  bool sums() const { return is_whole() && !subject_.moves; }

  // From a row of each operand.
  oracle::RowResults OfRows(std::span<const oracle::Row> rows) const { return subject_.rows(rows); }

  // From whole tensors.
  oracle::WholeResults OfWhole(oracle::WholeCall call) const {
    return subject_.whole(std::move(call));
  }

 private:
  const oracle::Subject& subject_;
  const oracle::Definition* definition_;  // null: there are halves, rows or whole tensors
  oracle::Scalars scalars_;
  std::vector<double> kinks_;
  bool is_tanh_;
  bool wide_;
};

// Whether there are exact values of an operator.
bool HasGolden(const OpSpec& spec);

// An exact value as both.
GoldenValue GoldenOf(const oracle::Real& exact, const precision::Format& output);

}  // namespace openaclnn::gen

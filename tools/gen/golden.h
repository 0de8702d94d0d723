// What an operator should give: its exact values, by tests/oracle.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "engine/op_spec.h"
#include "tests/oracle/definitions.h"
#include "tools/precision/ulp.h"

namespace openaclnn::gen {

struct GoldenValue {
  double nearest;  // the exact value within 1.5 ULP of double
  double rounded;  // the exact value rounded to the output's dtype
};

class Golden {
 public:
  // `numbers` and `text` are the attributes in the order of the C function; `wide`: the operator
  // computes in double; `elements`: of the result. Throws std::invalid_argument for an operator
  // without exact values.
  Golden(const OpSpec& spec, const std::vector<double>& numbers, const std::string& text, bool wide,
         int64_t elements);

  // Where the operator's formula, as a function of its second operand, or its only one, has steps,
  // bends or zeros.
  const std::vector<double>& kinks() const { return kinks_; }

  // Whether the second operand is meant to be in [0, 1].
  bool has_unit_domain() const { return has_unit_domain_; }

  // For an element of each operand.
  GoldenValue At(std::span<const double> operands, const precision::Format& output) const;

 private:
  const oracle::Definition* definition_;
  oracle::Scalars scalars_;
  std::vector<double> kinks_;
  bool has_unit_domain_;
  bool wide_;
};

// An exact value as both.
GoldenValue GoldenOf(const oracle::Real& exact, const precision::Format& output);

}  // namespace openaclnn::gen

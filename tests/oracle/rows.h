// What the operators that compute with whole rows should give for one row.
#pragma once

#include <span>
#include <vector>

#include "tests/oracle/real.h"

namespace openaclnn::oracle {

using Row = std::vector<double>;

// An exact value, and what a result may be off by besides units of its last place.
struct RowValue {
  Real exact;
  double slack = 0;
};

struct RowResults {
  std::vector<RowValue> elements;
  RowValue row = {0};  // of operators that give a number for each row
};

// From the rows of the operands, in the order of the prototype.
using RowsDefinition = RowResults (*)(std::span<const Row> rows);

// Functions of self.
RowResults Softmax(std::span<const Row> rows);
RowResults LogSoftmax(std::span<const Row> rows);
// Functions of gradOutput and output.
RowResults SoftmaxBackward(std::span<const Row> rows);
RowResults LogSoftmaxBackward(std::span<const Row> rows);
// Functions of features and labels: the gradient, and the loss of the row.
RowResults SoftmaxCrossEntropy(std::span<const Row> rows);

}  // namespace openaclnn::oracle

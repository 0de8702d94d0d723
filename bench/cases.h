// What is timed: operators, dtypes, sizes and layouts. Python reads the same table, as JSON.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "tests/oracle/subject.h"

namespace openaclnn {
struct OpSpec;
}  // namespace openaclnn

namespace openaclnn::bench {

// An operator with the arguments of everyday use.
struct Subject : oracle::Timing {
  const char* operation;  // in the registry
};

const std::vector<Subject>& Subjects();

struct View {
  std::vector<int64_t> shape, strides;
};
View Dense(std::vector<int64_t> shape);

// What stands for a tensor of the prototype. `grad` is the first of two operands, whatever it is
// called, `self` the last or only one, `weight` a third one, and `second_out` and `third_out` are
// further results. `statistics` has a number for each row. A list is of `grad` and `self`.
enum class Slot { kGrad, kSelf, kWeight, kStatistics, kOut, kSecondOut, kThirdOut };
Slot SlotOf(const OpSpec& spec, int argument);

struct Case {
  const Subject* subject;
  const OpSpec* spec;
  aclDataType dtype;
  std::string layout;
  View grad, self, weight, out, second_out;  // those that are dense and not in use have no shape
  int arrays_read, arrays_written;           // of Elements() each, by whole cache lines; those of
                                             // BOOL do not count
  int64_t axis = -1;                         // of rows, halves or lists
  View statistics = {}, third_out = {};

  int64_t Elements() const;  // of a result, or of half of one
  std::string Name() const;  // "gelu none/float/dense/65536"
};

const std::vector<Case>& Cases();
void PrintCases(std::ostream& out);

}  // namespace openaclnn::bench

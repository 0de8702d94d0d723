// What is timed: operators, dtypes, sizes and layouts. Python reads the same table, as JSON.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "acl/acl_base.h"

namespace openaclnn::bench {

// An operator with the arguments of everyday use.
struct Subject {
  const char* name;       // in the tables
  const char* operation;  // in the registry
  std::vector<double> scalars = {};
  const char* text = nullptr;
  double low, high;  // the range of self
  bool has_weight = false;
  bool has_one_weight = false;  // but not one for each channel
  bool broadcasts = false;      // gradOutput may be smaller than self
  bool has_double = false;
  bool is_forward = false;  // there is no gradOutput
};

struct View {
  std::vector<int64_t> shape, strides;
};
View Dense(std::vector<int64_t> shape);

struct Case {
  const Subject* subject;
  aclDataType dtype;
  const char* layout;
  View grad, self, weight;  // gradInput is dense and of the shape of self
  int arrays_read;          // as long as gradInput, by whole cache lines

  int64_t Elements() const;
  std::string Name() const;  // "gelu none/float/dense/65536"
};

const std::vector<Case>& Cases();
void PrintCases(std::ostream& out);

}  // namespace openaclnn::bench

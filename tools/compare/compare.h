// Arrays in files compared with golden ones, judged by a precision standard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "tools/precision/errors.h"
#include "tools/precision/standards.h"
#include "tools/precision/verdict.h"

namespace openaclnn::compare {

enum class Standard { kMixed, kMere, kDouble, kUlp, kClose };

struct NamedArray {
  std::string name;  // of an argument, in the report
  std::string file;
};

struct Options {
  // Arrays as npy::ArrayReader names them. One candidate, or two, which kDouble needs.
  std::vector<std::string> candidates;
  std::string golden;
  std::vector<NamedArray> inputs;  // broadcast to the shape; shown of the worst elements
  bool bfloat16 = false;           // arrays of UINT16 are the bits of BFLOAT16
  Standard standard = Standard::kMixed;
  precision::Level level = precision::kLevels[0];  // of kDouble
  double max_ulp = 1;                              // of kUlp
  precision::Tolerance tolerance;                  // of kClose
  size_t worst = 10;
  int threads = 1;
  // Called from any thread with the number of elements that were just compared.
  std::function<void(int64_t)> advance = [](int64_t) {};
};

struct Candidate {
  std::string file;
  precision::Errors errors;
  std::vector<std::vector<double>> inputs;  // of each worst element, in the order of the options
};

struct Result {
  aclDataType dtype;
  std::vector<int64_t> shape;
  std::string golden;
  std::vector<std::string> input_names;
  std::vector<Candidate> candidates;
  std::vector<precision::Verdict> verdicts;  // one for each candidate; kDouble: only one

  bool passed() const;
};

// Throws tools::FileError for files that cannot be read or do not fit together, and
// std::invalid_argument for options that do not. The result does not depend on the threads.
Result Compare(const Options& options);

}  // namespace openaclnn::compare

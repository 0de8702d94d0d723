// The tensors of a case, with numbers in them. All programs that time a case on the same memory
// meet the same pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>

#include "aclnn/acl_meta.h"
#include "bench/cases.h"

namespace openaclnn::bench {

// Device memory and a tensor on it, filled with numbers uniform in [low, high) that repeat after
// 2^20. The seed tells operands of one call apart. Where there is no memory, no tensor.
class Operand {
 public:
  Operand(aclDataType dtype, const View& view, double low, double high, unsigned seed);
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;
  ~Operand();

  aclTensor* tensor() const { return tensor_; }
  void* data() const { return data_; }
  // Another tensor on the same memory, of the caller.
  aclTensor* NewTensor() const;
  // The bytes of the numbers before they repeat.
  void WritePeriod(std::ostream& out) const;

 private:
  void* data_ = nullptr;
  aclDataType dtype_;
  View view_;
  size_t period_bytes_ = 0;
  aclTensor* tensor_ = nullptr;
};

struct Operands {
  explicit Operands(const Case& c);

  Operand grad, self, out;
  std::optional<Operand> weight, statistics, second_out, third_out;
};

// Those of the case. The last two cases' are kept, so that two can be timed by turns.
const Operands& OperandsOf(const Case& c);

}  // namespace openaclnn::bench

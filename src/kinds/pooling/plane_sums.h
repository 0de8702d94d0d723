// Gradients that are added up at places of a plane.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "acl/acl_base.h"
#include "base/dtype.h"
#include "cpu/convert.h"

namespace openaclnn {

// A thread's memory for planes of so many elements, and so many gradients of each.
class PlaneSums {
 public:
  PlaneSums(aclDataType dtype, int64_t elements, int64_t count)
      : load_(LoadConversion(dtype, LoopType::kDouble)),
        store_(StoreConversion(LoopType::kDouble, dtype)),
        terms_(static_cast<size_t>(count)),
        sums_(static_cast<size_t>(elements)) {}

  // Each element of a plane gets the sum of the gradients whose place it is, in DOUBLE and in
  // order, rounded once. Both are dense and of the dtype.
  template <class Place>
  void Add(const std::byte* grad, const Place* places, std::byte* plane) {
    load_(grad, terms_.data(), std::ssize(terms_));
    std::ranges::fill(sums_, 0.0);
    for (size_t i = 0; i < terms_.size(); ++i) sums_[static_cast<size_t>(places[i])] += terms_[i];
    store_(sums_.data(), plane, std::ssize(sums_));
  }

 private:
  const ConvertLoop load_, store_;
  std::vector<double> terms_, sums_;
};

}  // namespace openaclnn

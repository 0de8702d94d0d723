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
        item_(DtypeBytes(dtype)),
        elements_(elements),
        count_(count) {}

  // Each element of `planes` planes gets the sum of the gradients whose place it is, in DOUBLE and
  // in order, rounded once. All are dense, and the dtype's.
  template <class Place>
  void Add(const std::byte* grad, const Place* places, std::byte* by_input, int64_t planes) {
    const int64_t at_once = std::max<int64_t>(1, kAtOnce / std::max(elements_, count_));
    for (int64_t plane = 0; plane < planes; plane += at_once) {
      AddSome(grad + plane * count_ * item_, places + plane * count_,
              by_input + plane * elements_ * item_, std::min(at_once, planes - plane));
    }
  }

 private:
  static constexpr int64_t kAtOnce = 1024;  // elements, or gradients, of small planes

  template <class Place>
  void AddSome(const std::byte* grad, const Place* places, std::byte* by_input, int64_t planes) {
    terms_.resize(std::max(terms_.size(), static_cast<size_t>(planes * count_)));
    load_(grad, terms_.data(), planes * count_);
    sums_.assign(static_cast<size_t>(planes * elements_), 0.0);
    const double* term = terms_.data();
    double* sums = sums_.data();
    for (int64_t plane = 0; plane < planes; ++plane, sums += elements_) {
      for (int64_t i = 0; i < count_; ++i) sums[*places++] += *term++;
    }
    store_(sums_.data(), by_input, planes * elements_);
  }

  const ConvertLoop load_, store_;
  const int64_t item_, elements_, count_;
  std::vector<double> terms_, sums_;
};

}  // namespace openaclnn

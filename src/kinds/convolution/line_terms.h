// The terms of tiles whose rows are read in lines, chain by chain (kinds/product/loops.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "cpu/product_order.h"
#include "kinds/product/loops.h"

namespace openaclnn {

// One list of terms.
class TermList {
 public:
  // Index k has its elements at offsets[k]. A vector has so many lanes.
  void Set(ProductOrder order, int64_t lanes, std::span<const int32_t> offsets) {
    Set(order, lanes, offsets, [](int32_t) { return true; });
  }
  // Those of which meets(k) is false are left out.
  template <class Meets>
  void Set(ProductOrder order, int64_t lanes, std::span<const int32_t> offsets,
           const Meets& meets) {
    const auto depth = static_cast<int32_t>(offsets.size());
    const auto width = static_cast<int32_t>(lanes);
    const int32_t step = order == ProductOrder::kHalves ? 2 : 1,
                  reach = step * static_cast<int32_t>(TermsOfChain(order)),
                  chains = std::max(step, static_cast<int32_t>(ChainsOf(order, depth)));
    terms_.resize(offsets.size());
    begins_.assign(1, 0);
    LineTerm* to = terms_.data();
    for (int32_t chain = 0; chain < chains; ++chain) {
      const int32_t first = chain / step * reach, end = std::min(first + reach, depth);
      int32_t place = chain * static_cast<int32_t>(TermsOfChain(order)) * width;
      for (int32_t k = first + chain % step; k < end; k += step, place += width) {
        *to = {offsets[static_cast<size_t>(k)], place};
        to += meets(k);  // without a branch
      }
      begins_.push_back(to - terms_.data());
    }
  }
  LineTerms Get() const { return {terms_.data(), begins_.data(), std::ssize(begins_) - 1}; }

 private:
  std::vector<LineTerm> terms_;
  std::vector<int64_t> begins_;
};

}  // namespace openaclnn

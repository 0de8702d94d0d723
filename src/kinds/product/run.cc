#include "kinds/product/run.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "kinds/product/blocks.h"
#include "kinds/product/few_rows.h"
#include "kinds/product/group_sums.h"
#include "kinds/product/numbers.h"
#include "kinds/product/quantised_run.h"
#include "kinds/product/view.h"

namespace openaclnn {
namespace {

// So few terms that to pack factors takes longer than to add the terms one by one.
constexpr int64_t kFewTerms = 64;
static_assert(kFewTerms <= kTermsInFloat);

bool HasFewTerms(const ProductView& view) {
  const auto terms = [&view] {
    return view.batches * view.summed * view.m * view.n * std::max<int64_t>(1, view.k);
  };
  return view.AreFloats() && view.k <= kFewTerms && view.m <= kFewTerms && view.n <= kMostColumns &&
         view.batches <= kFewTerms && view.summed <= kFewTerms && terms() <= kFewTerms;
}

void AddOneByOne(const ProductView& view, const Factor& a, const Factor& b, double* sum) {
  for (int64_t row = 0; row < view.m; ++row) {
    for (int64_t column = 0; column < view.n; ++column) {
      const std::byte *of_a = a.data + row * a.across, *of_b = b.data + column * b.across;
      float in_float = 0;
      for (int64_t k = 0; k < view.k; ++k, of_a += a.along_k, of_b += b.along_k) {
        in_float = std::fma(*reinterpret_cast<const float*>(of_a),
                            *reinterpret_cast<const float*>(of_b), in_float);
      }
      *sum++ += in_float;
    }
  }
}

void MultiplyOneByOne(const ProductView& view) {
  double sums[kFewTerms + kMostColumns];  // Store reads a vector more
  for (int64_t batch = 0; batch < view.batches; ++batch) {
    double* const end = sums + view.m * view.n;
    std::fill(sums, end, 0.0);
    for (int64_t part = 0; part < view.summed; ++part) {
      AddOneByOne(view, view.First(batch + part), view.Second(batch + part), sums);
    }
    std::fill_n(end, kWidestVector / int64_t{sizeof(double)}, 0.0);
    view.Store(batch, 0, view.m, 0, view.n, view.n, sums);
  }
}

void Multiply(const ProductRun& run) {
  if (run.numbers != nullptr) return MultiplyNumbers(run);
  const ProductView view(run);
  if (HasFewTerms(view)) return MultiplyOneByOne(view);
  HasFewRows(view) ? MultiplyFewRows(view) : MultiplyInBlocks(view);
}

}  // namespace

void RunProduct(const ProductRun& run) {
  for (size_t axis = ProductView::kN; axis < run.plan->axes.size(); ++axis) {
    if (run.plan->axes[axis].extent == 0) return;
  }
  if (run.quantised != nullptr && run.quantised->sums.is_used) return MultiplyInGroups(run);
  if (run.plan->axes[ProductView::kN].extent > 1 || run.plan->axes[ProductView::kM].extent == 1)
    return Multiply(run);
  // A product with one column is that with one row of the factors the other way round.
  Plan turned = *run.plan;
  std::swap(turned.axes[ProductView::kN], turned.axes[ProductView::kM]);
  for (Axis& axis : turned.axes) std::swap(axis.stride[0], axis.stride[1]);
  std::swap(turned.dtype[0], turned.dtype[1]);
  std::swap(turned.origin[0], turned.origin[1]);
  ProductRun turned_run = run;
  turned_run.plan = &turned;
  std::swap(turned_run.data[0], turned_run.data[1]);
  if (run.quantised == nullptr) return Multiply(turned_run);
  QuantisedRun quantised = *run.quantised;
  Plan numbers = *quantised.numbers;
  std::swap(numbers.axes[ProductView::kN], numbers.axes[ProductView::kM]);
  std::swap(quantised.bits[0], quantised.bits[1]);
  quantised.numbers = &numbers;
  quantised.scaled = 1 - quantised.scaled;
  turned_run.quantised = &quantised;
  Multiply(turned_run);
}

}  // namespace openaclnn

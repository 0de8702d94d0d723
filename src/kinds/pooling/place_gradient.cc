#include <memory>

#include "base/dtype.h"
#include "cpu/threads.h"
#include "kinds/accessed.h"
#include "kinds/pooling/plan.h"
#include "kinds/pooling/plane_sums.h"

namespace openaclnn {
namespace {

constexpr int kCost = 1000;  // picoseconds an element on one core, about

class PlaceGradient final : public AccessedComputation {
 public:
  explicit PlaceGradient(const GradientAtPlaces& of)
      : grad_(Kept(of.grad)),
        places_(Kept(of.places)),
        by_input_(Kept(of.by_input)),
        planes_(of.planes) {
    AddAccess(of.grad, false);
    AddAccess(of.places, false);
    AddAccess(of.by_input, true);
  }

  bool HasWork() const override { return by_input_->extent.elements > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    places_->dtype == ACL_INT32 ? RunWith<int32_t>(places) : RunWith<int64_t>(places);
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "places of planes");
    details.Add("elements", by_input_->extent.elements);
  }

 private:
  template <class Place>
  void RunWith(const Places& places) const {
    const std::byte* const grad = places.First(grad_.slot) + grad_.origin;
    const auto* const at =
        reinterpret_cast<const Place*>(places.First(places_.slot) + places_.origin);
    std::byte* const by_input = places.First(by_input_.slot) + by_input_.origin;
    const int64_t elements = by_input_->extent.elements / planes_,
                  count = grad_->extent.elements / planes_, item = DtypeBytes(grad_->dtype);
    ParallelFor(planes_, 1 + GrainFor(kCost) / elements, [&](int64_t begin, int64_t end) {
      PlaneSums sums(grad_->dtype, elements, count);
      sums.Add(grad + begin * count * item, at + begin * count, by_input + begin * elements * item,
               end - begin);
    });
  }

  const Value grad_, places_, by_input_;
  const int64_t planes_;
};

}  // namespace

Stage PlanPlaceGradient(const GradientAtPlaces& of) {
  return {.computation = std::make_unique<PlaceGradient>(of),
          .elements = of.by_input->extent.elements,
          .cost = kCost};
}

}  // namespace openaclnn

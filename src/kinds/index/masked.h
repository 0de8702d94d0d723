// Elements where a mask is true, in row-major order, as stages. Whoever wants them does not know
// how many there are before the run.
#pragma once

#include "base/shared.h"
#include "kinds/index/indexed.h"
#include "kinds/stage.h"
#include "tensor/shape.h"

namespace openaclnn {

// The elements of `self` where `mask`, BOOL or UINT8, is not 0, along the one axis of `out`. Both
// broadcast to `shape`. Then `out`, a tensor of the call, gets the view of as many elements.
struct MaskedElements {
  Value self, mask, out;
  Dims shape;
};
OPENACLNN_SHARED Stage PlanMaskedSelect(const MaskedElements& elements);

// The elements of `self` where `mask`, which broadcasts to it, is not 0 become those of `source`,
// in row-major order of both. Fails the run if there are too few.
struct MaskedTargets {
  Value self, mask, source;
  NameInCall source_name;
};
OPENACLNN_SHARED Stage PlanMaskedScatter(const MaskedTargets& targets);

// The places of the elements of `self` that are not 0, as INT64: [places, axes] of `out`, or, if
// `by_axis`, [axes, places], without gaps if `out` has none. Then `out`, a tensor of the call, gets
// that view. Fails the run if there is too little room.
struct NonzeroPlaces {
  Value self, out;
  bool by_axis;
  NameInCall out_name;
};
OPENACLNN_SHARED Stage PlanNonzero(const NonzeroPlaces& places);

}  // namespace openaclnn

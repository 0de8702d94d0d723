// Elements of a table at places that integers say, as stages: they are read or written, and all
// integers are looked at before anything is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/shared.h"
#include "boost/container/small_vector.hpp"
#include "kinds/stage.h"
#include "tensor/lists.h"
#include "tensor/shape.h"

namespace openaclnn {

// How errors name a tensor of a call.
struct NameInCall {
  std::string_view operator_name, argument;  // of its spec
  int member = -1;                           // of a list

  std::string ArgumentText() const {
    return member < 0 ? std::string(argument) : MemberName(argument, static_cast<size_t>(member));
  }
};

// INT32 or INT64 that are to be places along an axis of so many elements.
struct IndicesToCheck {
  Value index;
  int64_t extent;
  bool count_from_behind;  // whether -1 is the last place
  NameInCall name;
};
// Fails the run if one is no place. Whatever moves elements comes after it.
OPENACLNN_SHARED Stage PlanCheckIndices(const IndicesToCheck& indices);

// The places of BOOL that are true, in row-major order.
struct TruesToFind {
  Value mask;
  Value places;                // INT64, [axes of the mask, `count`]
  int64_t count;               // how many there are to be
  bool may_be_one;             // one that is true is taken `count` times
  std::optional<Value> found;  // INT64 of one element, for how many there are, of `count` at most
  NameInCall name;
};
// Fails the run if there are not as many, unless `found` is to say how many there are.
OPENACLNN_SHARED Stage PlanFindTrues(const TruesToFind& trues);

// What an axis of the table is indexed by.
struct IndexAlong {
  Value index;     // of INT32 or INT64
  Dims strides;    // in elements, along the axes of IndexedPlaces::shape
  int64_t extent;  // places along the axis; -1 is the last
  int64_t stride;  // of the axis, in elements
};

// A walk over places of a table and the elements that belong there.
struct IndexedPlaces {
  Dims shape;
  Value table;
  Dims table_strides;  // in elements, along `shape`; 0 along axes of indices alone
  Value elements;
  Dims strides;  // the same of `elements`
  boost::container::small_vector<IndexAlong, 2> along;
  // An axis of `shape` that is only as long as an INT64 says when the stage runs.
  struct Shortened {
    size_t axis;
    Value extent;
  };
  std::optional<Shortened> shortened = {};
};
// elements[i] = table[places[i]]. The indices are checked before.
OPENACLNN_SHARED Stage PlanReadIndexed(const IndexedPlaces& places);

// What becomes of a place with what belongs there: the last of the elements in row-major order, or,
// with what the place has, the sum, the product, or the sum divided by the number of elements.
enum class Reduce : uint8_t { kLast, kSum, kProduct, kAverage };
// The same the other way. Elements are moved, or folded in their order, by fold_indexed.h.
OPENACLNN_SHARED Stage PlanReduced(const IndexedPlaces& places, Reduce reduce);

}  // namespace openaclnn

// The SIMD loops of products of matrices, for each target: packing, tiles of sums, results.
#pragma once

#include <cstdint>

#include "base/half.h"
#include "cpu/product_order.h"
#include "cpu/tile.h"

namespace openaclnn {

// What is done with a row of sums: alpha times each, and beta times what is to be added, if it is
// not null.
struct Finish {
  double alpha, beta;
  const double* added;
};

// A part of a factor that is packed: element k of row i is at from[k * along_k + i * across]; one
// of the two is 1.
template <class T>
struct PackedPart {
  const T* from;
  int64_t along_k, across;
  int64_t k, rows;
};

// Packs a part: to[PlaceOf(order, k) * step + i], for k < part.k and i < step, is element k of row
// i as a float, or 0. All PlacesOf(order, part.k) are written to, perhaps.
template <class T>
using PackLoop = void (*)(const PackedPart<T>& part, int64_t step, float* to);

// A term of a tile whose rows are read where they are: line r has the element at `offset`. In a
// panel of one vector its elements begin at `place`, in wider ones as many times further on.
struct LineTerm {
  int32_t offset, place;
};
// Chain c has those from begins[c] on, up to begins[c + 1]. Terms that are left out change nothing.
struct LineTerms {
  const LineTerm* terms;
  const int64_t* begins;
  int64_t chains;  // of a block at least
};

// The loops of one order of sums.
struct OrderedLoops {
  // Adds the products of `k` packed indices to a tile of `rows` rows (a power of 2) by
  // `vectors`: to `sums` in the order kFloat, to `in_float` in the order kHalves. The other one is
  // not used. In the order kFloat, an `in_float` that is not null becomes the sums of up to
  // kTermsInFloat products, instead.
  void (*tile)(const float* a, const float* b, int64_t k, int64_t rows, int64_t vectors,
               float* in_float, double* sums);
  // The same of rows that are read where they are.
  void (*tile_of_lines)(const float* const* lines, const LineTerms& terms, const float* b,
                        int64_t rows, int64_t vectors, float* in_float, double* sums);
  PackLoop<float> pack_floats;
  PackLoop<Bfloat16Bits> pack_bfloat16;
  PackLoop<Float16Bits> pack_float16;
};

// A row of results; up to a vector of sums more is read.
using StoreLoop = void (*)(const Finish& finish, const double* sums, int64_t count, void* to);
// A row of results that are sums in float alone.
using RoundLoop = void (*)(const float* sums, int64_t count, void* to);

// The loops of one instruction set.
struct ProductLoops {
  int64_t rows;   // of a tile at most
  int64_t lanes;  // of a vector; a tile has up to kMostVectors of them in a row
  OrderedLoops orders[2];
  StoreLoop to_float, to_bfloat16, to_float16;
  RoundLoop round_to_float, round_to_bfloat16, round_to_float16;
  // `count` sums in float, of whole vectors, become doubles, or are added to these.
  void (*widen)(const float* in_float, int64_t count, double* sums);
  void (*add)(const float* in_float, int64_t count, double* sums);
  // Whether none of so many floats is infinite or not a number.
  bool (*are_finite)(const float* from, int64_t count);
};
inline constexpr int64_t kMostVectors = 3;
inline constexpr int64_t kMostColumns = kMostVectors * kWidestVector / int64_t{sizeof(float)};
inline constexpr int64_t kMostRows = 8;

// The loops of the SIMD target in use.
const ProductLoops& GetProductLoops();

// The loops to results of a dtype: FLOAT, BFLOAT16 or FLOAT16.
inline StoreLoop StoreLoopOf(const ProductLoops& loops, aclDataType dtype) {
  return dtype == ACL_FLOAT  ? loops.to_float
         : dtype == ACL_BF16 ? loops.to_bfloat16
                             : loops.to_float16;
}
inline RoundLoop RoundLoopOf(const ProductLoops& loops, aclDataType dtype) {
  return dtype == ACL_FLOAT  ? loops.round_to_float
         : dtype == ACL_BF16 ? loops.round_to_bfloat16
                             : loops.round_to_float16;
}

}  // namespace openaclnn

// The kernels of kinds/product/launch.h: a thread has a tile of results, in columns and rows that
// are far apart, so that its neighbours have those next to each. Sums stay in registers.
#include <cstdint>
#include <type_traits>
#include <utility>

#include "cpu/product_order.h"
#include "cuda/device/elements.h"
#include "cuda/device/words.h"
#include "cuda/sum_arguments.h"
#include "formulas/scalar.h"

namespace openaclnn {
namespace {

constexpr int kK = 0, kN = 1, kM = 2, kBatches = 3;  // axes
enum { kOut, kFirst, kSecond, kAdded };              // results come first

OPENACLNN_INLINE float AsFloat(float value) { return value; }
template <class Half>
OPENACLNN_INLINE float AsFloat(Half value) {
  return FromHalf<float>(value);
}

// Calls `use` with the type that elements of a dtype have in memory.
template <class Use>
OPENACLNN_INLINE void WithTypeOf(int dtype, const Use& use) {
  switch (dtype) {
    case ACL_FLOAT:
      return use(float{});
    case ACL_BF16:
      return use(Bfloat16Bits{});
    default:
      return use(Float16Bits{});
  }
}

// The dtype of elements that are a T in memory.
template <class T>
inline constexpr int kDtype = ACL_FLOAT;
template <>
inline constexpr int kDtype<Bfloat16Bits> = ACL_BF16;
template <>
inline constexpr int kDtype<Float16Bits> = ACL_FLOAT16;

struct Tile {
  int64_t row, column;    // the first ones
  int64_t rows, columns;  // from one to the next
  uint64_t address[4];    // of a batch
};

template <class A, class B, int kSide, size_t... i, size_t... s>
OPENACLNN_INLINE void AddProducts(const ProductArgument& run, const Tile& tile,
                                  double (&sums)[kSide * kSide], std::index_sequence<i...>,
                                  std::index_sequence<s...>) {
  const ElementwiseArgument& plan = run.plan;
  // Those that there are not are the last ones.
  const auto at = [&](int64_t index, int axis, int operand) {
    const int64_t last = plan.extent[axis] - 1;
    return tile.address[operand] +
           static_cast<uint64_t>((index < last ? index : last) * plan.stride[axis][operand]);
  };
  uint64_t first[] = {at(tile.row + int64_t{i} * tile.rows, kM, kFirst)...};
  uint64_t second[] = {at(tile.column + int64_t{i} * tile.columns, kN, kSecond)...};
  const auto along_first = static_cast<uint64_t>(plan.stride[kK][kFirst]);
  const auto along_second = static_cast<uint64_t>(plan.stride[kK][kSecond]);
  const auto add_next = [&](float* chains) {
    // Nothing comes between loads.
    const A row[] = {LoadAt<A>(first[i])...};
    const B column[] = {LoadAt<B>(second[i])...};
    const float a[] = {AsFloat(row[i])...}, b[] = {AsFloat(column[i])...};
    ((chains[s] = scalar_internal::Fma(a[s / kSide], b[s % kSide], chains[s])), ...);
    ((first[i] += along_first), ...);
    ((second[i] += along_second), ...);
  };
  constexpr ProductOrder kOrder = OrderOf(kDtype<A>, kDtype<B>);
  for (int64_t k = 0; k < plan.extent[kK];) {
    const int64_t rest = plan.extent[kK] - k;
    const int64_t end = k + (rest < TermsOf(kOrder) ? rest : TermsOf(kOrder));
    float in_float[] = {((void)s, 0.0f)...};
    if constexpr (kOrder == ProductOrder::kFloat) {
      for (; k < end; ++k) add_next(in_float);
    } else {
      while (k < end) {
        const int64_t end_of_block = end - k < kTermsOfBlock ? end : k + kTermsOfBlock;
        float even[] = {((void)s, 0.0f)...}, odd[] = {((void)s, 0.0f)...};
        while (k < end_of_block) {
          add_next(even);
          if (++k < end_of_block) {
            add_next(odd);
            ++k;
          }
        }
        ((in_float[s] = in_float[s] + (even[s] + odd[s])), ...);
      }
    }
    ((sums[s] = sums[s] + double{in_float[s]}), ...);
  }
}

OPENACLNN_INLINE void StoreResult(const ProductArgument& run, const Tile& tile, int64_t row,
                                  int64_t column, double sum) {
  const ElementwiseArgument& plan = run.plan;
  if (row >= plan.extent[kM] || column >= plan.extent[kN]) return;
  const auto at = [&](int operand) {
    return tile.address[operand] + static_cast<uint64_t>(row * plan.stride[kM][operand] +
                                                         column * plan.stride[kN][operand]);
  };
  double result = run.alpha * sum;
  if (run.adds) {
    result = result + run.beta * LoadElement<double>(at(kAdded), plan.dtype[kAdded], false);
  }
  StoreElement(at(kOut), plan.dtype[kOut], result);
}

// Goes to a batch of the factors, and of what is added to their product.
OPENACLNN_INLINE void GoToBatch(const ElementwiseArgument& plan, int64_t batch, Tile& tile) {
  tile.address[kOut] = plan.address[kOut];
  tile.address[kFirst] = plan.address[kFirst];
  tile.address[kSecond] = plan.address[kSecond];
  tile.address[kAdded] = plan.address[kAdded];
  for (int axis = kBatches; axis < plan.axes; ++axis) {
    const int64_t rest = batch / plan.extent[axis];
    const int64_t along = batch - rest * plan.extent[axis];
    batch = rest;
    for (int operand = 0; operand < 4; ++operand) {
      tile.address[operand] += static_cast<uint64_t>(along * plan.stride[axis][operand]);
    }
  }
}

template <int kSide, size_t... s>
OPENACLNN_INLINE void MultiplyTile(const ProductArgument& run, int64_t batch, Tile& tile,
                                   std::index_sequence<s...> all) {
  double sums[] = {((void)s, 0.0)...};
  for (int64_t part = 0; part < run.added; ++part) {
    GoToBatch(run.plan, batch + part, tile);
    WithTypeOf(run.plan.dtype[kFirst], [&](auto a) {
      WithTypeOf(run.plan.dtype[kSecond], [&](auto b) {
        AddProducts<decltype(a), decltype(b), kSide>(run, tile, sums,
                                                     std::make_index_sequence<kSide>(), all);
      });
    });
  }
  (StoreResult(run, tile, tile.row + int64_t{s / kSide} * tile.rows,
               tile.column + int64_t{s % kSide} * tile.columns, sums[s]),
   ...);
}

// Tiles are squares.
template <int kSide>
OPENACLNN_INLINE void Multiply(const ProductArgument& run) {
  const ElementwiseArgument& plan = run.plan;
  Tile tile;
  tile.rows = (plan.extent[kM] + kSide - 1) / kSide;
  tile.columns = (plan.extent[kN] + kSide - 1) / kSide;
  const int64_t units = run.batches * tile.rows * tile.columns;
  for (int64_t unit = ThisThread(); unit < units; unit += CountThreads()) {
    const int64_t rest = unit / tile.columns;
    tile.column = unit - rest * tile.columns;
    const int64_t batch = rest / tile.rows;
    tile.row = rest - batch * tile.rows;
    MultiplyTile<kSide>(run, batch, tile, std::make_index_sequence<kSide * kSide>());
  }
}

// alpha or beta as a number of T.
template <class T>
OPENACLNN_INLINE T NumberOf(double number, int64_t integer) {
  if constexpr (std::is_integral_v<T>) {
    (void)number;
    return integer;
  } else {
    (void)integer;
    return number;
  }
}
template <class T>
OPENACLNN_INLINE T SumWithProduct(T sum, T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(sum) +
                          static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  } else {
    return sum + a * b;
  }
}

// One result of a product of other numbers (kinds/product/numbers.h).
template <class Sum, class Result>
OPENACLNN_INLINE void MultiplyNumber(const ProductArgument& run, int64_t batch, Tile& tile) {
  const ElementwiseArgument& plan = run.plan;
  Sum sum = 0;
  for (int64_t part = 0; part < run.added; ++part) {
    GoToBatch(plan, batch + part, tile);
    uint64_t first =
                 tile.address[kFirst] + static_cast<uint64_t>(tile.row * plan.stride[kM][kFirst]),
             second = tile.address[kSecond] +
                      static_cast<uint64_t>(tile.column * plan.stride[kN][kSecond]);
    for (int64_t k = 0; k < plan.extent[kK]; ++k) {
      sum = SumWithProduct(sum, LoadElement<Sum>(first, plan.dtype[kFirst], false),
                           LoadElement<Sum>(second, plan.dtype[kSecond], false));
      first += static_cast<uint64_t>(plan.stride[kK][kFirst]);
      second += static_cast<uint64_t>(plan.stride[kK][kSecond]);
    }
  }
  if constexpr (std::is_integral_v<Sum>) sum = Wrapped(sum, run.sum);
  const auto at = [&](int operand) {
    return tile.address[operand] + static_cast<uint64_t>(tile.row * plan.stride[kM][operand] +
                                                         tile.column * plan.stride[kN][operand]);
  };
  Result result = SumWithProduct(Result{0}, NumberOf<Result>(run.alpha, run.integer_alpha),
                                 static_cast<Result>(sum));
  const Result beta = NumberOf<Result>(run.beta, run.integer_beta);
  if (run.adds && beta != 0) {
    result =
        SumWithProduct(result, beta, LoadElement<Result>(at(kAdded), plan.dtype[kAdded], false));
  }
  if constexpr (std::is_integral_v<Result>) result = Wrapped(result, run.result);
  StoreElement(at(kOut), plan.dtype[kOut], result);
}

OPENACLNN_INLINE void MultiplyNumbers(const ProductArgument& run) {
  const ElementwiseArgument& plan = run.plan;
  Tile tile;
  const int64_t units = run.batches * plan.extent[kM] * plan.extent[kN];
  for (int64_t unit = ThisThread(); unit < units; unit += CountThreads()) {
    const int64_t rest = unit / plan.extent[kN];
    tile.column = unit - rest * plan.extent[kN];
    const int64_t batch = rest / plan.extent[kM];
    tile.row = rest - batch * plan.extent[kM];
    if (!run.adds_integers) {
      MultiplyNumber<double, double>(run, batch, tile);
    } else if (!run.gives_integers) {
      MultiplyNumber<int64_t, double>(run, batch, tile);
    } else {
      MultiplyNumber<int64_t, int64_t>(run, batch, tile);
    }
  }
}

}  // namespace

OPENACLNN_NAMED_KERNEL(openaclnn_multiply, Multiply<1>, ProductArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_multiply_tiles, Multiply<kSideOfTile>, ProductArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_multiply_numbers, MultiplyNumbers, ProductArgument)

}  // namespace openaclnn

// The kernel of elementwise formulas over floats of which some lie along another axis than the
// results: a block of threads reads a tile of such an operand along its own axis, and computes
// along that of the results; in between the tile lies in the memory that the block shares.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "cuda/device/shared_tile.h"
#include "cuda/device/walk.h"
#include "cuda/shared_tile.h"
#include "kinds/elementwise/device/elementwise.h"
#include "kinds/elementwise/device/packs.h"
#include "kinds/elementwise/transposed_argument.h"

namespace openaclnn::one_lane {

template <class T>
inline constexpr bool kGoesInTiles = sizeof(T) == 2 || std::is_same_v<T, float>;

template <class T, class Form, size_t... k>
OPENACLNN_INLINE void RunTilesOf(const TransposedArgument& argument, std::index_sequence<k...>) {
  using Lane = typename LaneOf<Form, T>::Type;
  using F = OneLane<Lane>;
  using Bits = typename BitsOf<sizeof(T)>::Type;
  static_assert(sizeof(Form) <= ElementwiseArgument::kMaxFormula);
  const ElementwiseArgument& walk = argument.walk;
  const Form& form = *reinterpret_cast<const Form*>(walk.formula);
  constexpr bool kIsPair = requires { form(((void)k, F(Lane{}))...).first; };
  constexpr int kResults = kIsPair ? 2 : 1, kInputs = sizeof...(k);
  const TileShape shape = TileOf(walk);
  const int64_t of_tile = int64_t{shape.columns} * shape.rows, tiles = walk.elements / of_tile;
  const BlockMemory memory = MemoryOfBlock();
  for (int64_t n = ThisBlock(); n < tiles; n += CountBlocks()) {
    uint64_t at[kResults + kInputs];
    Locate(walk, n * of_tile, at);
    const auto read = [&](int operand) {
      const uint8_t tile = argument.tile[operand];
      if (tile == kNotStaged) return;
      ReadTile<Bits>(walk, operand, at[operand], shape, tile * kWordsOfTile);
    };
    (read(kResults + k), ...);
    MeetInBlock();
    const auto threads = static_cast<uint32_t>(ThreadsOfBlock());
    for (auto i = static_cast<uint32_t>(ThreadOfBlock()); i < of_tile; i += threads) {
      const uint32_t row = walk.by_extent[0].Divide(i), column = i - row * shape.columns;
      const auto element = [&](int operand) {
        const uint8_t tile = argument.tile[operand];
        if (tile == kNotStaged) {
          return LoadAt<T>(at[operand] + OffsetIn(walk, operand, row, column));
        }
        const uint32_t word = tile * kWordsOfTile + shape.WordAt(row, column);
        return __builtin_bit_cast(T, static_cast<Bits>(memory[word]));
      };
      const F lanes[] = {ToLane<Lane>(element(kResults + k))...};
      const auto values = ValuesOf<T>(form, lanes[k]...);
      const auto store = [&](int operand, F value) {
        StoreAt(at[operand] + OffsetIn(walk, operand, row, column), FromLane<T>(value));
      };
      if constexpr (kIsPair) {
        store(0, values.first);
        store(1, values.second);
      } else {
        store(0, values);
      }
    }
    MeetInBlock();
  }
}

template <class T, class Form>
OPENACLNN_INLINE void RunTiles(const TransposedArgument& argument) {
  using F = OneLane<typename LaneOf<Form, T>::Type>;
  RunTilesOf<T, Form>(argument, std::make_index_sequence<Arity<Form, F>()>());
}

// The kernel's name is that of elementwise.h with another argument.
#ifdef OPENACLNN_EMULATED

template <class T, class Form>
struct StridedInTiles {
  static void Run(const void* given) {
    const auto& argument = *static_cast<const TransposedArgument*>(given);
    if (argument.walk.formula_size != sizeof(Form)) {
      return emulator::Fail("formulas differ in size");
    }
    RunTiles<T, Form>(argument);
  }
  static inline const bool known =
      emulator::AddOfBlocks(KernelName(typeid(Strided<T, Form>).name(), "TransposedArgument"), Run,
                            sizeof(TransposedArgument));
};

template <class T, class Form>
void OfferTiles() {
  (void)&StridedInTiles<T, Form>::known;
}

#else

template <class T, class Form>
OPENACLNN_GLOBAL void Strided(const TransposedArgument argument) {
  RunTiles<T, Form>(argument);
}

template <class T, class Form>
void OfferTiles() {
  (void)static_cast<void (*)(TransposedArgument)>(&Strided<T, Form>);
}

#endif

}  // namespace openaclnn::one_lane

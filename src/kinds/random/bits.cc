// Bits that say which elements are kept, and elements that are kept by bits.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "base/ceil_div.h"
#include "cpu/targets.h"
#include "cpu/threads.h"
#include "cpu/tile_io.h"
#include "kinds/operands.h"
#include "kinds/planned.h"
#include "kinds/random/loops.h"
#include "kinds/random/plan.h"
#include "kinds/random/source.h"

namespace openaclnn {
namespace {

constexpr int kDrawCost = 1000, kKeepCost = 300;  // picoseconds an element on one core, about
constexpr int64_t kTile = 1024;                   // elements
constexpr int64_t kBitsOfByte = 8, kBitsOfChunk = 64;

class DrawBitsComputation final : public DrawnComputation {
 public:
  DrawBitsComputation(const WordSource& source, double kept, const Value& bits)
      : DrawnComputation(source),
        threshold_(ThresholdOf(kept)),
        bytes_(bits->extent.elements),
        to_(CountAccesses()) {
    AddAccess(bits, true);
  }

  bool HasWork() const override { return bytes_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const WordStream stream = StreamAt(places);
    auto* const bytes = reinterpret_cast<uint8_t*>(DataOf(to_, places) + WalkOf(to_).origin[0]);
    const int64_t grain = CeilDiv(GrainFor(kDrawCost), kTile);
    ParallelFor(CeilDiv(bytes_, kTile / kBitsOfByte), grain, [&](int64_t begin, int64_t end) {
      alignas(kWidestVector) std::array<uint32_t, kTile> words;
      for (int64_t tile = begin; tile < end; ++tile) {
        const int64_t first = tile * kTile / kBitsOfByte;
        const int64_t count = std::min(kTile, (bytes_ - first) * kBitsOfByte);
        FillWords(stream, static_cast<uint64_t>(tile * kTile / kWordsOfBlock),
                  count / kWordsOfBlock, words.data());
        openaclnn::DrawBits(threshold_, words.data(), count, bytes + first);
      }
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "draw bits");
    details.AddWords("simd", ChosenSimdName());
    details.Add("elements", bytes_ * kBitsOfByte);
  }

 private:
  const uint32_t threshold_;
  const int64_t bytes_;
  const size_t to_;
};

// Bits `first` and the next ones of `bytes`, up to 64 of `count`; what is behind them is 0, or bits
// that follow.
uint64_t BitsAt(const uint8_t* bytes, int64_t first, int64_t count) {
  const int64_t byte = first / kBitsOfByte, shift = first % kBitsOfByte;
  const int64_t end = CeilDiv(first + std::min(count, kBitsOfChunk), kBitsOfByte);
  uint64_t low = 0;
  std::memcpy(&low, bytes + byte, static_cast<size_t>(std::min<int64_t>(8, end - byte)));
  if (end - byte <= 8) return low >> shift;
  return low >> shift | uint64_t{bytes[byte + 8]} << (kBitsOfChunk - shift);
}

class KeepComputation final : public PlannedComputation {
 public:
  Keep keep;
  int32_t bits;  // the slot
  int64_t bits_origin;
  Plan of_bits;

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const TileIo<float> io(plan, DataAt(places));
    const auto* const bytes = reinterpret_cast<const uint8_t*>(places.First(bits) + bits_origin);
    ParallelFor(plan.elements, GrainFor(kKeepCost), [&](int64_t begin, int64_t end) {
      const TileBuffers buffers(kTile);
      for (int64_t first = begin; first < end;) {
        Tile<float> tile{};
        tile.rows = 1;
        tile.columns = io.TileAt(first, std::min(kTile, end - first), kTile);
        io.Begin(first, buffers, tile);
        KeepTile(bytes, first, tile);
        io.End(first, buffers, tile);
        first += tile.columns;
      }
    });
  }

  Status FindCode(const Places& /*places*/, Queue& /*queue*/,
                  DeviceCodes& /*codes*/) const override {
    return {};
  }
  Status Launch(const Places& /*places*/, const DeviceCodes& /*codes*/,
                Queue& /*queue*/) const override {
    return {};
  }

  void ForEachAccess(const AccessVisitor& visit) const override {
    if (!HasWork()) return;
    visit({plan, 0, slot_of[0], false});
    visit({of_bits, 0, bits, false});
    visit({plan, 1, slot_of[1], true});
  }
  void AddDetails(Details& details) const override { AddPlan("keep", details); }

 private:
  void KeepTile(const uint8_t* bytes, int64_t first, const Tile<float>& tile) const {
    const TileInput<float>& from = tile.inputs[0];
    std::array<float, kBitsOfChunk> repeated;
    if (from.mask == 0) repeated.fill(*from.values);
    for (int64_t i = 0; i < tile.columns; i += kBitsOfChunk) {
      const int64_t count = std::min(kBitsOfChunk, tile.columns - i);
      KeepFloats(keep, BitsAt(bytes, first + i, count),
                 from.mask == 0 ? repeated.data() : from.values + i, count, tile.outputs[0] + i);
    }
  }
};

}  // namespace

Stage PlanDrawBits(const WordSource& source, double kept, const Value& bits) {
  ApplySimdSetting();
  return {std::make_unique<DrawBitsComputation>(source, kept, bits), 0,
          bits->extent.elements * kBitsOfByte, kDrawCost};
}

Stage PlanKeep(const KeepInputs& inputs) {
  ApplySimdSetting();
  auto made = std::make_unique<KeepComputation>();
  const Dims& shape = inputs.out->shape;
  const OperandView views[] = {ViewIn(*inputs.from.tensor, shape),
                               ViewIn(*inputs.out.tensor, shape)};
  made->plan = PlanInOrder(shape, views, 1);
  made->plan.origin[0] += inputs.from.origin;
  made->plan.origin[1] += inputs.out.origin;
  made->slot_of[0] = inputs.from.slot;
  made->slot_of[1] = inputs.out.slot;
  made->keep = {inputs.scale, inputs.out->dtype != ACL_FLOAT};
  made->bits = inputs.bits.slot;
  made->bits_origin = inputs.bits.origin;
  PlanAlone(*inputs.bits.tensor, 0, made->of_bits);
  made->of_bits.origin[0] += inputs.bits.origin;
  const int64_t elements = made->plan.elements;
  return {std::move(made), 0, elements, kKeepCost, true};
}

}  // namespace openaclnn

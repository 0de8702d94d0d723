// Plans, runs and launches.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "cpu/targets.h"
#include "cpu/threads.h"
#include "cuda/launch.h"
#include "kinds/operands.h"
#include "kinds/planned.h"
#include "kinds/rotation/loops.h"
#include "kinds/rotation/plan.h"
#include "kinds/rotation/rotation_argument.h"
#include "kinds/strided_numbers.h"
#include "tensor/broadcast.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum RotationOperand : size_t { kX, kCos, kSin, kOut, kCountOperands };

// What an element takes on one core, in picoseconds: by way of rows of doubles, and without them.
constexpr int kCost = 1000, kCostOfDense = 300;

// A row of each operand, in double.
struct RotationRow {
  explicit RotationRow(size_t size) : x(size), cos(size), sin(size), out(size), items(size) {}
  std::vector<double> x, cos, sin, out, items;
};

class RotationComputation final : public PlannedComputation {
 public:
  explicit RotationComputation(const RotationInputs& inputs)
      : of_x_(inputs.of_x),
        of_result_(inputs.of_result),
        dtype_(inputs.x->dtype),
        size_(inputs.x->shape.back()),
        rows_(size_ == 0 ? 0 : inputs.x->extent.elements / size_) {
    const std::array values = {inputs.x, inputs.cos, inputs.sin, inputs.out};
    const Dims order = AxesInOrder(inputs);
    Dims shape;
    for (const int64_t axis : order) shape.push_back(inputs.x->shape[static_cast<size_t>(axis)]);
    std::array<OperandView, kCountOperands> views;
    for (size_t k = 0; k < kCountOperands; ++k) {
      numbers_[k] = StridedNumbers(values[k]);
      slot_of[k] = values[k].slot;
      const Dims strides = BroadcastStrides(values[k]->shape, values[k]->strides, inputs.x->shape);
      Dims turned;
      for (const int64_t axis : order) turned.push_back(strides[static_cast<size_t>(axis)]);
      views[k] = ViewBy(*values[k].tensor, turned);
    }
    for (size_t i = 0; i + 1 < order.size(); ++i) {
      const auto axis = static_cast<size_t>(order[i]);
      RowAxis& along = axes_.emplace_back();
      along.extent = shape[i];
      for (size_t k = 0; k < kCountOperands; ++k) {
        along.step[k] = values[k]->shape[axis] == 1 ? 0 : numbers_[k].steps[axis];
      }
      if (inputs.cos->shape[axis] == 1) rows_of_table_ *= along.extent;
    }
    const auto is_dense = [this](RotationOperand operand) {
      return numbers_[operand].steps.back() == DtypeBytes(dtype_);
    };
    are_dense_ =
        of_x_ == of_result_ && inputs.out->dtype == dtype_ && is_dense(kX) && is_dense(kOut);
    plan = PlanInOrder(shape, views, 1);
    for (size_t k = 0; k < kCountOperands; ++k) plan.origin[k] += values[k].origin;
  }

  void Run(const Places& places) const override {
    const int64_t grain = std::max<int64_t>(1, GrainFor(Cost()) / std::max<int64_t>(size_, 1));
    const RotateRow rotate =
        are_dense_ ? GetRotationLoops().row_of(dtype_, of_x_) : RotateRow{nullptr};
    ParallelFor(rows_, grain, [&](int64_t begin, int64_t end) {
      RotationRow numbers(static_cast<size_t>(size_));
      RowPlace row(*this, places, begin);
      for (int64_t i = begin, of_table = begin % rows_of_table_; i < end; ++i, row.Next(*this)) {
        if (i == begin || of_table == 0) LoadTables(row.at, numbers);
        if (++of_table == rows_of_table_) of_table = 0;
        if (rotate != nullptr) {
          rotate(row.at[kX], numbers.cos.data(), numbers.sin.data(), size_, row.at[kOut]);
          continue;
        }
        Load(kX, row.at, numbers, numbers.x);
        Rotate(numbers);
        numbers_[kOut].StoreRow(numbers.out.data(), numbers_[kOut].steps.back(), size_,
                                numbers.items.data(), row.at[kOut]);
      }
    });
  }

  int Cost() const { return are_dense_ ? kCostOfDense : kCost; }

  bool HasDeviceCode() const override { return true; }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    return queue.FindCode("openaclnn_rotate", codes.Make<const DeviceCode*>());
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    RotationArgument argument{};
    argument.walk = openaclnn::WalkOf(plan, DataAt(places));
    argument.pairs = plan.elements / 2;
    argument.size = size_;
    argument.of_x = of_x_;
    argument.of_result = of_result_;
    return queue.Run(codes.Get<const DeviceCode*>(), argument, argument.pairs);
  }

  void AddDetails(Details& details) const override { AddPlan("rotation", details); }

 private:
  // An axis of rows, with the bytes that each operand has from a row to the next.
  struct RowAxis {
    int64_t extent;
    std::array<int64_t, kCountOperands> step;
  };

  // Those along which the tables differ come first, so that rows with the same ones follow each
  // other.
  static Dims AxesInOrder(const RotationInputs& inputs) {
    const auto rank = static_cast<int64_t>(inputs.x->shape.size());
    Dims order;
    for (const bool repeats : {false, true}) {
      for (int64_t axis = 0; axis + 1 < rank; ++axis) {
        if ((inputs.cos->shape[static_cast<size_t>(axis)] == 1) == repeats) order.push_back(axis);
      }
    }
    order.push_back(rank - 1);
    return order;
  }

  using Addresses = std::array<std::byte*, kCountOperands>;

  // Where the operands have a row, and then the next one.
  class RowPlace {
   public:
    RowPlace(const RotationComputation& of, const Places& places, int64_t row)
        : index_(of.axes_.size()) {
      for (size_t k = 0; k < kCountOperands; ++k) at[k] = of.numbers_[k].First(places);
      for (size_t i = index_.size(); i-- > 0; row /= of.axes_[i].extent) {
        index_[i] = row % of.axes_[i].extent;
        Move(of.axes_[i], index_[i]);
      }
    }
    void Next(const RotationComputation& of) {
      for (size_t i = index_.size(); i-- > 0;) {
        Move(of.axes_[i], 1);
        if (++index_[i] < of.axes_[i].extent) return;
        Move(of.axes_[i], -index_[i]);
        index_[i] = 0;
      }
    }

    Addresses at;

   private:
    void Move(const RowAxis& axis, int64_t count) {
      for (size_t k = 0; k < kCountOperands; ++k) at[k] += count * axis.step[k];
    }

    std::vector<int64_t> index_;
  };

  void Load(RotationOperand operand, const Addresses& at, RotationRow& row,
            std::vector<double>& to) const {
    numbers_[operand].LoadRow(at[operand], numbers_[operand].steps.back(), size_, row.items.data(),
                              to.data());
  }

  // The first ones of pairs take a sine with the other sign.
  void LoadTables(const Addresses& at, RotationRow& row) const {
    Load(kCos, at, row, row.cos);
    Load(kSin, at, row, row.sin);
    for (int64_t pair = 0; pair < size_ / 2; ++pair) {
      const PairPlaces places = PlacesOfPair(of_result_, pair, size_);
      double& sine = row.sin[static_cast<size_t>(places.first)];
      sine = -sine;
    }
  }

  void Rotate(RotationRow& row) const {
    const RotationLoops& loops = GetRotationLoops();
    if (of_result_ == Pairing::kNeighbours) {
      return loops.rotate_neighbours(row.x.data(), row.cos.data(), row.sin.data(), size_,
                                     row.out.data());
    }
    if (of_x_ == Pairing::kNeighbours) PartNeighbours(row);
    const int64_t count = of_result_ == Pairing::kQuarters ? size_ / 4 : size_ / 2;
    for (int64_t first = 0; first < size_; first += 2 * count) {
      for (const int64_t half : {first, first + count}) {
        const int64_t other = 2 * first + count - half;
        loops.rotate(row.x.data() + half, row.x.data() + other, row.cos.data() + half,
                     row.sin.data() + half, count, row.out.data() + half);
      }
    }
  }

  // x with the first ones of its pairs before the second ones.
  void PartNeighbours(RotationRow& row) const {
    for (int64_t pair = 0; pair < size_ / 2; ++pair) {
      row.items[static_cast<size_t>(pair)] = row.x[static_cast<size_t>(2 * pair)];
      row.items[static_cast<size_t>(pair + size_ / 2)] = row.x[static_cast<size_t>(2 * pair + 1)];
    }
    row.x.swap(row.items);
  }

  const Pairing of_x_, of_result_;
  const aclDataType dtype_;
  const int64_t size_, rows_;
  bool are_dense_ = false;     // the rows of x and of results of its dtype, with pairs alike
  int64_t rows_of_table_ = 1;  // that use the same cosines and sines, one after the other
  std::array<StridedNumbers, kCountOperands> numbers_;
  std::vector<RowAxis> axes_;  // outermost first
};

}  // namespace

Stage PlanRotation(const RotationInputs& inputs) {
  ApplySimdSetting();
  auto made = std::make_unique<RotationComputation>(inputs);
  const int64_t elements = made->plan.elements;
  const int cost = made->Cost();
  return {.computation = std::move(made),
          .elements = elements,
          .cost = cost,
          .in_place = inputs.of_x == inputs.of_result};
}

}  // namespace openaclnn

// Plans, runs and launches.
#include <initializer_list>
#include <memory>
#include <utility>

#include "cuda/launch.h"
#include "kinds/index/index_argument.h"
#include "kinds/index/plan.h"
#include "kinds/index/run.h"
#include "kinds/operands.h"
#include "kinds/stepped_axes.h"

namespace openaclnn {
namespace {

class IndexComputation final : public SteppedComputation {
 public:
  IndexWork work;
  bool divides;
  int64_t ignored;

  void Run(const Places& places) const override {
    IndexRun run{.plan = &plan, .data = DataAt(places), .ignored = ignored, .divides = divides};
    for (int64_t part = 0; part < CountParts(); ++part) {
      work == IndexWork::kPick ? RunPick(run) : RunPut(run);
      if (HasOneAxisOfRows()) return;
      for (int k = 0; k < plan.num_operands; ++k) {
        run.data[static_cast<size_t>(k)] += plan.axes[kParts].stride[k];
      }
    }
  }

  bool HasDeviceCode() const override { return HasOneAxisOfRows(); }
  bool HasWork() const override { return CountThreads() > 0; }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    return queue.FindCode(work == IndexWork::kPick ? "openaclnn_pick" : "openaclnn_put",
                          codes.Make<const DeviceCode*>());
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    OperandData data;
    OPENACLNN_RETURN_IF_ERROR(DataOn(queue, places, data));
    IndexArgument argument{};
    argument.plan = WalkOf(plan, data);
    argument.ignored = ignored;
    argument.gives_factors = plan.num_outputs == 2;
    argument.divides = divides;
    return queue.Run(codes.Get<const DeviceCode*>(), argument, CountThreads());
  }

  void AddDetails(Details& details) const override {
    AddPlan(work == IndexWork::kPick ? "pick" : "put", details);
  }

 private:
  static constexpr size_t kParts = 2;  // of the rows: an axis behind those of run.h

  bool HasOneAxisOfRows() const { return plan.axes.size() == kParts; }
  int64_t CountParts() const { return HasOneAxisOfRows() ? 1 : plan.axes[kParts].extent; }
  int64_t CountThreads() const {
    return work == IndexWork::kPick ? plan.axes[1].extent : plan.elements;
  }
};

// Where an operand has the axes of the table: whether along its columns, and its rows.
struct Along {
  const Value& value;
  bool columns, rows;
};

// `table`: of the axes, the latter of which is missing where there is one row; or with the columns
// between two axes of rows, which the others have without them.
Stage PlanWork(IndexWork work, const Value& table, int64_t ignored, bool divides, int num_results,
               std::initializer_list<Along> all) {
  auto made = std::make_unique<IndexComputation>();
  made->work = work;
  made->divides = divides;
  made->ignored = ignored;
  Operands operands;
  operands.num_results = num_results;
  for (const Along& along : all) operands.Add(along.value.slot, *along.value.tensor);
  const bool has_rows = table->shape.size() >= 2, has_parts = table->shape.size() == 3;
  Axis columns{.extent = table->shape[has_parts ? 1 : table->shape.size() - 1], .stride = {}};
  Axis rows{.extent = has_parts ? table->shape[2] : has_rows ? table->shape[0] : 1, .stride = {}};
  Axis parts{.extent = has_parts ? table->shape[0] : 1, .stride = {}};
  int k = 0;
  for (const auto& [value, of_columns, of_rows] : all) {
    const int64_t item = DtypeBytes(value->dtype);
    const bool has_axes = !value->strides.empty();
    const bool is_table = has_parts && of_columns && of_rows;
    if (of_columns && has_axes) {
      columns.stride[k] = (is_table ? value->strides[1] : value->strides.back()) * item;
    }
    if (of_rows && has_rows && has_axes) {
      rows.stride[k] = (has_parts ? value->strides.back() : value->strides[0]) * item;
      parts.stride[k] = has_parts ? value->strides[0] * item : 0;
    }
    ++k;
  }
  made->plan.axes = {columns, rows};
  if (has_parts) made->plan.axes.push_back(parts);
  made->FinishAxes(operands);
  const int64_t elements = made->plan.elements;
  return {std::move(made), 0, elements, kIndexCost};
}

}  // namespace

Stage PlanPick(const PickInputs& inputs) {
  const Along index{inputs.index, false, true}, factor{inputs.factor, true, false};
  const Along table{inputs.table, true, true}, product{inputs.product, false, true};
  if (!inputs.factors) {
    return PlanWork(IndexWork::kPick, inputs.table, inputs.ignored, false, 1,
                    {index, factor, table, product});
  }
  return PlanWork(IndexWork::kPick, inputs.table, inputs.ignored, false, 2,
                  {index, factor, table, product, {*inputs.factors, false, true}});
}

Stage PlanPut(const PutInputs& inputs) {
  const bool is_for_each = inputs.number->extent.elements != 1;
  const Along number{inputs.number, false, is_for_each}, index{inputs.index, false, true};
  const Along factor{inputs.factor, true, false}, table{inputs.table, true, true};
  const Along divisor{inputs.divisor, false, false};
  return PlanWork(IndexWork::kPut, inputs.table, inputs.ignored, inputs.divides, 1,
                  {number, index, factor, divisor, table});
}

}  // namespace openaclnn

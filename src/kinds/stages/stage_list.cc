#include "kinds/stages/stage_list.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

#include "base/dtype.h"
#include "engine/kind.h"
#include "fmt/format.h"
#include "kinds/stages/layout.h"
#include "tensor/view.h"

namespace openaclnn {
namespace {

int64_t SumUpToLimit(int64_t sum, int64_t elements, int64_t cost) {
  int64_t product;
  const bool fits = !__builtin_mul_overflow(elements, cost, &product) &&
                    !__builtin_add_overflow(sum, product, &sum);
  return fits ? sum : std::numeric_limits<int64_t>::max();
}

}  // namespace

// The stages that reach a tensor of the call: the first one that writes it, and the last one that
// reads it.
struct StageList::Reach {
  void Add(const Reach& other) {
    first_write = std::min(first_write, other.first_write);
    last_read = std::max(last_read, other.last_read);
  }

  int first_write = INT32_MAX;
  int last_read = -1;
};

StageList::StageList(const Call& call, Executor& executor)
    : call_(call), executor_(executor), made_(executor.Make<StagesComputation>()) {
  made_.num_given = static_cast<int>(executor.slots.size());
}

Value StageList::Given(int argument) const {
  return {&call_.TensorAt(argument), static_cast<int32_t>(argument)};
}

Value StageList::Member(int list, int member) const {
  const Tensor* const tensor = call_.TensorsAt(list)[static_cast<size_t>(member)];
  return {tensor, static_cast<int32_t>(call_.SlotOf(list) + member)};
}

Value StageList::Temporary(aclDataType dtype, const Dims& shape) {
  Tensor& tensor = tensors_.emplace_back();
  tensor.dtype = dtype;
  tensor.shape = shape;
  tensor.strides = ContiguousStrides(shape);
  tensor.extent = ExtentOf(tensor);
  const auto slot = static_cast<int32_t>(made_.num_given + std::ssize(temporary_bytes_));
  temporary_bytes_.push_back(
      static_cast<uint64_t>(tensor.extent.elements * DtypeBytes(tensor.dtype)));
  return {&tensor, slot};
}

Value StageList::Seen(Value value, const Dims& shape, const Dims& strides) {
  return SeenAs(value->dtype, value, shape, strides);
}

Value StageList::SeenAs(aclDataType dtype, Value value, const Dims& shape, const Dims& strides) {
  Tensor& tensor = tensors_.emplace_back(*value.tensor);
  tensor.dtype = dtype;
  tensor.shape = shape;
  tensor.strides = strides;
  tensor.extent = ExtentOf(tensor);
  return {&tensor, value.slot, value.origin};
}

Value StageList::SeenDense(Value value, const Dims& shape) {
  return Seen(value, shape, ContiguousStrides(shape));
}

void StageList::Add(Stage stage) {
  stage_bytes_.push_back(stage.workspace);
  stage_in_place_.push_back(stage.in_place);
  picoseconds_ = SumUpToLimit(picoseconds_, stage.elements, stage.cost);
  made_.stages.push_back({std::move(stage.computation), 0});
}

void StageList::AddWhere(Runs runs, Value input, Value output, Stage stage) {
  Add(std::move(stage));
  if (input.slot == output.slot) return;  // always
  made_.stages.back().runs = runs;
  made_.input = input.slot;
  made_.output = output.slot;
}

void StageList::AddInPlace(Value input, Value output, Stage stage) {
  AddWhere(Runs::kInPlace, input, output, std::move(stage));
}

void StageList::AddElsewhere(Value input, Value output, Stage stage) {
  AddWhere(Runs::kElsewhere, input, output, std::move(stage));
}

void StageList::Finish() {
  std::vector<Lifetime> lifetimes;
  std::vector<Reach> reaches(static_cast<size_t>(made_.num_given));
  for (const uint64_t bytes : temporary_bytes_) lifetimes.push_back({bytes, INT32_MAX, -1});
  for (int i = 0; i < static_cast<int>(made_.stages.size()); ++i) {
    made_.stages[i].computation->ForEachAccess([&](const PlanAccess& access) {
      if (access.slot < made_.num_given) {
        if (made_.stages[i].runs == Runs::kElsewhere) return;  // where no input is an output
        const Reach here = access.writes ? Reach{i, -1} : Reach{INT32_MAX, i};
        return reaches[static_cast<size_t>(access.slot)].Add(here);
      }
      Lifetime& life = lifetimes[static_cast<size_t>(access.slot - made_.num_given)];
      life.first = std::min(life.first, i);
      life.last = std::max(life.last, i);
    });
    lifetimes.push_back({stage_bytes_[static_cast<size_t>(i)], i, i});
  }
  CheckInPlace(reaches);
  executor_.workspace_size = WorkspaceFor(LayOut(lifetimes));
  const size_t temporaries = temporary_bytes_.size();
  for (size_t t = 0; t < temporaries; ++t) made_.temporaries.push_back(lifetimes[t].offset);
  for (size_t i = 0; i < made_.stages.size(); ++i) {
    made_.stages[i].workspace = lifetimes[temporaries + i].offset;
  }
  executor_.SetWeight(1, picoseconds_);
}

// That of all members, if it is a list.
StageList::Reach StageList::ReachOf(const std::vector<Reach>& reaches, int argument) const {
  if (!call_.spec.arguments[argument].IsTensorList()) return reaches[static_cast<size_t>(argument)];
  const auto first = static_cast<size_t>(call_.SlotOf(argument));
  Reach all;
  for (size_t k = 0; k < call_.TensorsAt(argument).size(); ++k) all.Add(reaches[first + k]);
  return all;
}

void StageList::CheckInPlace(const std::vector<Reach>& reaches) const {
  const OpSpec& spec = call_.spec;
  for (const int output : Ones(spec.written)) {
    for (const int input : Ones((spec.tensors | spec.tensor_lists) & ~spec.written)) {
      if (!spec.work.kind->may_be_one(spec, output, input)) continue;
      const int written = ReachOf(reaches, output).first_write;
      const int read = ReachOf(reaches, input).last_read;
      const bool by_one = read == written && stage_in_place_[static_cast<size_t>(read)];
      if (read < written || by_one) continue;
      throw std::logic_error(
          fmt::format("{} may be the view of {}, which stage {} reads although stage {} writes {}",
                      spec.arguments[output].name, spec.arguments[input].name, read, written,
                      spec.arguments[output].name));
    }
  }
}

}  // namespace openaclnn

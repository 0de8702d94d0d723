// Makes a computation of stages, in the first phase of a call.
//
//   StageList list(call, executor);
//   const Value terms = list.Temporary(ACL_DOUBLE, shape);
//   list.Add(PlanSomething(list.Given(kSelf), terms));
//   list.Add(PlanSums({.terms = terms, ...}));
//   list.Finish();
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "acl/acl_base.h"
#include "base/shared.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/stage.h"
#include "kinds/stages/computation.h"
#include "tensor/shape.h"
#include "tensor/tensor.h"

namespace openaclnn {

class OPENACLNN_SHARED StageList {
 public:
  StageList(const Call& call, Executor& executor);

  // A tensor of the call that is not null.
  Value Given(int argument) const;
  // A member of a list, which is not null.
  Value Member(int list, int member) const;
  // A contiguous tensor in the workspace, from the first stage that uses it to the last.
  Value Temporary(aclDataType dtype, const Dims& shape);
  // The memory of a value with another shape and other strides, in elements.
  Value Seen(Value value, const Dims& shape, const Dims& strides);
  // The same, with elements of another dtype.
  Value SeenAs(aclDataType dtype, Value value, const Dims& shape, const Dims& strides);
  Value SeenDense(Value value, const Dims& shape);

  void Add(Stage stage);
  // Stages that run only if `output` is the view of `input`, or only if not. All speak of the same
  // two tensors of the call.
  void AddInPlace(Value input, Value output, Stage stage);
  void AddElsewhere(Value input, Value output, Stage stage);
  // Lays out the workspace. Nothing is added afterwards. Throws std::logic_error, by which the call
  // fails with ACLNN_ERR_INNER, if the kind's may_be_one allows an output to be the view of an
  // input that a stage reads too late.
  void Finish();

 private:
  using Runs = StagesComputation::Runs;
  struct Reach;  // of the stages to the tensors of the call

  void AddWhere(Runs runs, Value input, Value output, Stage stage);

  void CheckInPlace(const std::vector<Reach>& reaches) const;
  Reach ReachOf(const std::vector<Reach>& reaches, int argument) const;

  const Call& call_;
  Executor& executor_;
  StagesComputation& made_;
  std::deque<Tensor> tensors_;  // that are no arguments
  std::vector<uint64_t> temporary_bytes_;
  std::vector<uint64_t> stage_bytes_;
  std::vector<bool> stage_in_place_;
  int64_t picoseconds_ = 0;
};

}  // namespace openaclnn

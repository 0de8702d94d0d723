#include "tools/sweep/kernel_call.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <new>
#include <stdexcept>

#include "kinds/roles.h"
#include "ops/sums/normalized_shape.h"

namespace openaclnn::sweep {
namespace {

void Require(bool success) {
  if (!success) throw std::runtime_error(aclGetRecentErrMsg());
}

}  // namespace

Elements::Elements(const Dtype& dtype, size_t rows, size_t columns)
    : bits_(dtype.bits),
      columns_(columns),
      part_(columns),
      bytes_(rows * columns * dtype.bits / 8),
      memory_(std::calloc(bytes_, 1), std::free) {
  if (memory_ == nullptr) throw std::bad_alloc();
  void* memory = nullptr;
  Require(aclrtMalloc(&memory, bytes_, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
  on_device_.reset(memory, aclrtFree);
  ToDevice();
  const int64_t shape[] = {static_cast<int64_t>(rows), static_cast<int64_t>(columns)};
  const int64_t* const extents = rows == 1 ? shape + 1 : shape;
  const uint64_t rank = rows == 1 ? 1 : 2;
  tensor_.reset(
      aclCreateTensor(extents, rank, dtype.type, nullptr, 0, ACL_FORMAT_ND, extents, rank, memory),
      aclDestroyTensor);
  Require(tensor_ != nullptr);
}

Elements Elements::Part(size_t first, size_t columns) const {
  Elements part = *this;
  part.first_ = first;
  part.part_ = columns;
  return part;
}

void Elements::ToDevice() const {
  Require(aclrtMemcpy(on_device_.get(), bytes_, memory_.get(), bytes_, ACL_MEMCPY_HOST_TO_DEVICE) ==
          0);
}

void Elements::FromDevice() const {
  Require(aclrtMemcpy(memory_.get(), bytes_, on_device_.get(), bytes_, ACL_MEMCPY_DEVICE_TO_HOST) ==
          0);
}

template <class Move>
void Elements::ForEach(size_t first, size_t count, const Move& move) const {
  const auto for_each = [&](auto* elements) {
    auto* row = elements + first / part_ * columns_ + first_;
    for (size_t i = 0, column = first % part_; i < count; column = 0, row += columns_) {
      for (const size_t end = std::min(count, i + part_ - column); i < end; ++i, ++column) {
        move(row[column], i);
      }
    }
  };
  if (bits_ == 16) {
    for_each(static_cast<uint16_t*>(memory_.get()));
  } else if (bits_ == 32) {
    for_each(static_cast<uint32_t*>(memory_.get()));
  } else {
    for_each(static_cast<uint64_t*>(memory_.get()));
  }
}

void Elements::Get(size_t first, std::span<uint64_t> patterns) const {
  ForEach(first, patterns.size(), [=](const auto& element, size_t i) { patterns[i] = element; });
}

void Elements::Set(size_t first, std::span<const uint64_t> patterns) const {
  ForEach(first, patterns.size(), [=](auto& element, size_t i) {
    element = static_cast<std::remove_cvref_t<decltype(element)>>(patterns[i]);
  });
}

namespace {

constexpr size_t kHalf = 512;  // aclnnGeluMul takes no longer ones

// The tensor of `self`, and that of a result or of gradOutput of the same shape.
Elements WholeOf(Place place, const Dtype& dtype, size_t count) {
  switch (place) {
    case Place::kAnywhere:
      return {dtype, 1, count};
    case Place::kRowOfTwo:
      return Elements(dtype, count, 2).Part(0, 1);
    default:
      return Elements(dtype, count / kHalf, 2 * kHalf)
          .Part(place == Place::kFirstHalf ? 0 : kHalf, kHalf);
  }
}

// The elements of one of the halves.
Elements HalfOf(const Dtype& dtype, size_t count) { return {dtype, count / kHalf, kHalf}; }

Elements OtherHalf(const Elements& self, Place place) {
  return self.Part(place == Place::kFirstHalf ? kHalf : 0, kHalf);
}

Elements GradOf(const Subject& subject, const Dtype& dtype, const Elements& self, size_t count) {
  if (!IsOfSplit(subject.place)) return WholeOf(subject.place, dtype, count);
  return subject.HasGradient() ? HalfOf(dtype, count) : OtherHalf(self, subject.place);
}

Elements ResultOf(const Subject& subject, const Dtype& dtype, size_t count) {
  const OpSpec& spec = *FindOperator(subject.operation)->spec;
  const bool is_half = IsOfSplit(subject.place) && !IsSplit(spec, spec.results_at[0]);
  return is_half ? HalfOf(dtype, count) : WholeOf(subject.place, dtype, count);
}

}  // namespace

KernelCall::KernelCall(const Subject& subject, const Dtype& dtype, size_t count)
    : self(WholeOf(subject.place, dtype, count)),
      grad(GradOf(subject, dtype, self, count)),
      result(ResultOf(subject, dtype, count)),
      weight_(dtype, 1, 1),
      pos_weight_(dtype, 1, 1),
      weight_gradient_(dtype, 1, 1),
      second_(HalfOf(dtype, count)),
      operator_(*FindOperator(subject.operation)) {
  const Elements* const others[] = {&weight_, &pos_weight_};
  for (size_t k = 0; k < subject.others.size(); ++k) {
    others[k]->Set(0, {{test::BitsOf(dtype.type, subject.others[k])}});
    others[k]->ToDevice();
  }
  if (IsOfSplit(subject.place) && subject.HasGradient()) {
    const std::vector<uint64_t> ones(count, dtype.WithExponentOfOne(0));
    OtherHalf(self, subject.place).Set(0, ones);
  }
  for (const double number : subject.rows) {
    const Elements& column = of_rows_.emplace_back(dtype, count, 1);
    column.Set(0, std::vector<uint64_t>(count, test::BitsOf(dtype.type, number)));
    column.ToDevice();
  }
  int scalars_used = 0;
  for (int i = 0; i < operator_.spec->NumArguments(); ++i) {
    arguments_.push_back(ArgumentOf(i, subject, &scalars_used));
  }
  Require(aclrtCreateStream(&stream_) == 0);
  Require(operator_.plan(arguments_, &workspace_size_, &executor_) == 0);
  Require(aclSetAclOpExecutorRepeatable(executor_) == 0);
  if (workspace_size_ > 0) {
    Require(aclrtMalloc(&workspace_, workspace_size_, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
  }
}

AnyArgument KernelCall::ArgumentOf(int index, const Subject& subject, int* scalars_used) {
  const OpSpec& operation = *operator_.spec;
  const ArgumentSpec& spec = operation.arguments[static_cast<size_t>(index)];
  AnyArgument argument;
  const auto next_scalar = [&] {
    const oracle::Scalars& s = subject.scalars;
    const double scalars[] = {s.first, s.second, s.third};
    return scalars[(*scalars_used)++];
  };
  // Sweeps take one result of layer norms only.
  const bool is_norm = NormalisesRows(operation);
  if (is_norm && spec.is_optional && index != operation.results_at[0]) return argument;
  switch (spec.kind) {
    case ArgumentKind::kInput:
      argument.tensor = OperandAt(index).tensor();
      break;
    case ArgumentKind::kInts: {
      const int64_t columns = 2;
      argument.integers = aclCreateIntArray(&columns, 1);
      Require(argument.integers != nullptr);
      break;
    }
    case ArgumentKind::kBools: {
      const bool first_alone[] = {true, false, false};
      argument.bools = aclCreateBoolArray(first_alone, std::size(first_alone));
      Require(argument.bools != nullptr);
      break;
    }
    case ArgumentKind::kUnread:  // any
      argument.tensor = self.tensor();
      break;
    case ArgumentKind::kOutput:
      argument.tensor = index == ChannelSumsOf(operation)  ? weight_gradient_.tensor()
                        : index == operation.results_at[1] ? second_.tensor()
                                                           : result.tensor();
      break;
    case ArgumentKind::kScalar: {
      double value = next_scalar();
      argument.scalar = aclCreateScalar(&value, ACL_DOUBLE);
      Require(argument.scalar != nullptr);
      break;
    }
    case ArgumentKind::kDouble:
      argument.number = next_scalar();
      break;
    case ArgumentKind::kInt:
      if (index == operation.reduction_at) break;  // 0: none
      if (index == operation.axis_at) {
        argument.integer = -1;
        break;
      }
      argument.integer = static_cast<int64_t>(next_scalar());
      break;
    case ArgumentKind::kBool:
      argument.flag = subject.scalars.fourth != 0;
      break;
    default:
      argument.text = subject.text;
  }
  return argument;
}

const Elements& KernelCall::OperandAt(int index) const {
  const OpSpec& spec = *operator_.spec;
  // The operands after the first two.
  if (!of_rows_.empty() && index == spec.operands_at[2]) return of_rows_[0];
  if (!of_rows_.empty() && index == spec.operands_at[3]) return of_rows_[1];
  if (index == ChannelOperandOf(spec) || IsOneElement(spec, index)) return weight_;
  if (index == spec.operands_at[2]) return IsHalf(spec, index) ? second_ : weight_;
  if (index == spec.operands_at[3]) return pos_weight_;
  const bool is_first = IsFirstOfTwo(spec, index) && !IsOneElement(spec, spec.operands_at[1]);
  return is_first ? grad : self;
}

KernelCall::~KernelCall() {
  if (executor_ != nullptr) aclDestroyAclOpExecutor(executor_);
  for (const AnyArgument& argument : arguments_) {
    if (argument.scalar != nullptr) aclDestroyScalar(argument.scalar);
    if (argument.integers != nullptr) aclDestroyIntArray(argument.integers);
    if (argument.bools != nullptr) aclDestroyBoolArray(argument.bools);
  }
  if (workspace_ != nullptr) aclrtFree(workspace_);
  if (stream_ != nullptr) aclrtDestroyStream(stream_);
}

void KernelCall::Run() {
  self.ToDevice();
  grad.ToDevice();
  Require(operator_.run(workspace_, workspace_size_, executor_, stream_) == 0 &&
          aclrtSynchronizeStream(stream_) == 0);
  result.FromDevice();
}

}  // namespace openaclnn::sweep

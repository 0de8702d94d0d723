#include "tensor/plan.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/dtype.h"
#include "tensor/blocks.h"

namespace openaclnn {
namespace {

using Axes = decltype(Plan::axes);

bool Merges(const Axis& inner, const Axis& outer, int num_operands) {
  for (int k = 0; k < num_operands; ++k) {
    int64_t end;  // beyond all addresses for axes that are long enough
    if (__builtin_mul_overflow(inner.stride[k], inner.extent, &end)) return false;
    if (outer.stride[k] != end) return false;
  }
  return true;
}

// Adds `axis` outside of those in `axes`, as part of the outermost one where the layouts allow.
void Append(Axes& axes, const Axis& axis, int num_operands) {
  if (axis.extent == 1) return;
  if (!axes.empty() && Merges(axes.back(), axis, num_operands)) {
    axes.back().extent *= axis.extent;
  } else {
    axes.push_back(axis);
  }
}

Axis AxisOf(const Dims& shape, std::span<const OperandView> operands, size_t dim) {
  Axis axis{.extent = shape[dim], .stride = {}};
  for (size_t k = 0; k < operands.size(); ++k) axis.stride[k] = operands[k].byte_strides[dim];
  return axis;
}

Plan Empty(const Dims& shape, std::span<const OperandView> operands, int num_outputs) {
  Plan plan{};
  plan.num_operands = static_cast<int>(operands.size());
  plan.num_outputs = num_outputs;
  plan.elements = CountElements(shape).value_or(0);
  for (size_t k = 0; k < operands.size(); ++k) plan.dtype[k] = operands[k].dtype;
  return plan;
}

// Walks `axis` from its other end.
void Turn(Plan& plan, Axis& axis) {
  for (int k = 0; k < plan.num_operands; ++k) {
    plan.origin[k] += (axis.extent - 1) * axis.stride[k];
    axis.stride[k] = -axis.stride[k];
  }
}

// Whether `a` is the better inner axis: the first output is written in the order of addresses, and
// among equals the inputs are read so.
bool IsInner(const Plan& plan, const Axis& a, const Axis& b) {
  const int inputs = plan.num_operands - plan.num_outputs;
  for (int i = 0; i < plan.num_operands; ++i) {
    const int k = i < plan.num_outputs ? inputs + i : i - plan.num_outputs;
    const int64_t x = std::abs(a.stride[k]), y = std::abs(b.stride[k]);
    if (x != y) return x < y;
  }
  return false;
}

// Whether most operands go in smaller steps along `a` than along `b`.
bool MostRunAlong(const Plan& plan, const Axis& a, const Axis& b) {
  int more = 0;
  for (int k = 0; k < plan.num_operands; ++k) {
    const int64_t x = std::abs(a.stride[k]), y = std::abs(b.stride[k]);
    more += (x < y) - (x > y);
  }
  return more > 0;
}

Axis WithExtent(Axis axis, int64_t extent) {
  axis.extent = extent;
  return axis;
}

// The axis in steps of `side` elements.
Axis Stepped(Axis axis, int64_t side, int64_t extent) {
  for (int64_t& stride : axis.stride) stride *= side;
  axis.extent = extent;
  return axis;
}

// A stretch of an axis that is divided into sides of one length.
struct Stretch {
  int64_t first;
  int64_t side;
  int64_t sides;
};

// Whole sides, then what is left over as one shorter side.
std::array<Stretch, 2> Stretches(int64_t extent, int64_t side) {
  const int64_t whole = extent / side;
  return {{{0, side, whole}, {whole * side, extent % side, extent % side != 0}}};
}

}  // namespace

bool IsDense(const Plan& plan, int operand) {
  int64_t stride = DtypeBytes(plan.dtype[operand]);
  for (const Axis& axis : plan.axes) {
    if (axis.stride[operand] != stride) return false;
    stride *= axis.extent;
  }
  return true;
}

bool IsUniform(const Plan& plan, int operand) {
  return std::all_of(plan.axes.begin(), plan.axes.end(),
                     [operand](const Axis& axis) { return axis.stride[operand] == 0; });
}

int CompetingAxis(const Plan& plan) {
  constexpr int64_t kCacheLine = 64;
  if (plan.axes.size() < 2) return -1;
  for (int k = 0; k < plan.num_operands; ++k) {
    if (std::abs(plan.axes[0].stride[k]) < kCacheLine) continue;
    int best = -1;
    for (size_t a = 1; a < plan.axes.size(); ++a) {
      const int64_t stride = std::abs(plan.axes[a].stride[k]);
      if (stride == 0 || stride >= kCacheLine) continue;
      if (best < 0 || stride < std::abs(plan.axes[static_cast<size_t>(best)].stride[k])) {
        best = static_cast<int>(a);
      }
    }
    if (best > 0) return best;
  }
  return -1;
}

boost::container::small_vector<Plan, 1> BlockTransposed(const Plan& plan, BlockShape shape) {
  boost::container::small_vector<Plan, 1> plans;
  const int competing = CompetingAxis(plan);
  if (competing < 0) {
    plans.push_back(plan);
    return plans;
  }
  const Axis& inner = plan.axes[0];
  const Axis& outer = plan.axes[static_cast<size_t>(competing)];
  const int64_t rest = plan.elements / inner.extent / outer.extent;
  int64_t inner_side = 1, outer_side = 1;
  while (inner_side * outer_side * 2 <= shape.elements) {
    const bool inner_grows = inner_side < inner.extent;
    const bool outer_grows = outer_side < outer.extent;
    if (!inner_grows && !outer_grows) break;
    const bool is_long = inner_side >= 2 * shape.aspect * outer_side;
    (inner_grows && !(is_long && outer_grows) ? inner_side : outer_side) *= 2;
  }
  for (const Stretch& o : Stretches(outer.extent, outer_side)) {
    for (const Stretch& i : Stretches(inner.extent, inner_side)) {
      if (o.sides == 0 || i.sides == 0) continue;
      Plan& part = plans.emplace_back(plan);
      for (int k = 0; k < plan.num_operands; ++k) {
        part.origin[k] += o.first * outer.stride[k] + i.first * inner.stride[k];
      }
      part.axes = {WithExtent(inner, i.side), WithExtent(outer, o.side),
                   Stepped(inner, i.side, i.sides), Stepped(outer, o.side, o.sides)};
      if (MostRunAlong(plan, outer, inner)) std::swap(part.axes[2], part.axes[3]);
      for (size_t a = 1; a < plan.axes.size(); ++a) {
        if (static_cast<int>(a) != competing) part.axes.push_back(plan.axes[a]);
      }
      part.block = i.side * o.side;
      part.elements = part.block * i.sides * o.sides * rest;
    }
  }
  return plans;
}

boost::container::small_vector<Plan, 1> BlockTransposed(const Plan& plan, int64_t tile) {
  return BlockTransposed(plan, {.elements = tile, .aspect = 1});
}

Plan PlanElementwise(const Dims& shape, std::span<const OperandView> operands, int num_outputs) {
  Plan plan = Empty(shape, operands, num_outputs);
  if (plan.elements == 0) return plan;
  const int output = plan.num_operands - plan.num_outputs;
  Axes axes;
  for (size_t dim = shape.size(); dim-- > 0;) {
    if (shape[dim] == 1) continue;
    Axis axis = AxisOf(shape, operands, dim);
    if (axis.stride[output] < 0) Turn(plan, axis);
    axes.push_back(axis);
    for (size_t i = axes.size() - 1; i > 0 && IsInner(plan, axes[i], axes[i - 1]); --i) {
      std::swap(axes[i], axes[i - 1]);
    }
  }
  for (const Axis& axis : axes) Append(plan.axes, axis, plan.num_operands);
  return plan;
}

Plan PlanRows(const Dims& shape, std::span<const OperandView> operands, int num_outputs,
              size_t dim) {
  Axis row{.extent = 1, .stride = {}};
  Dims others;
  std::array<OperandView, kMaxOperands> views;
  for (size_t k = 0; k < operands.size(); ++k) views[k].dtype = operands[k].dtype;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis == dim) {
      row = AxisOf(shape, operands, axis);
      continue;
    }
    others.push_back(shape[axis]);
    for (size_t k = 0; k < operands.size(); ++k) {
      views[k].byte_strides.push_back(operands[k].byte_strides[axis]);
    }
  }
  for (size_t k = 0; k < operands.size() && row.extent == 1; ++k) {
    row.stride[k] = DtypeBytes(operands[k].dtype);  // a single element is dense
  }
  Plan plan = PlanElementwise(others, {views.data(), operands.size()}, num_outputs);
  if (plan.elements == 0) {  // no rows
    plan.axes = {WithExtent(row, 0), WithExtent(row, 0)};
    return plan;
  }
  plan.axes.insert(plan.axes.begin(), row);
  plan.elements *= row.extent;
  return plan;
}

int64_t CountRows(const Plan& plan) {
  int64_t rows = 1;
  for (size_t a = 1; a < plan.axes.size(); ++a) rows *= plan.axes[a].extent;
  return rows;
}

Plan PlanInOrder(const Dims& shape, std::span<const OperandView> operands, int num_outputs) {
  Plan plan = Empty(shape, operands, num_outputs);
  if (plan.elements == 0) return plan;
  for (size_t dim = shape.size(); dim-- > 0;) {
    Append(plan.axes, AxisOf(shape, operands, dim), plan.num_operands);
  }
  return plan;
}

}  // namespace openaclnn

#include "bench/operands.h"

#include <algorithm>
#include <deque>
#include <ostream>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "base/dtype.h"
#include "base/half.h"
#include "engine/usual_dtype.h"

namespace openaclnn::bench {
namespace {

constexpr int64_t kPeriod = 1 << 20;

int64_t ElementsSpanned(const View& view) {
  int64_t last = 0;
  for (size_t axis = 0; axis < view.shape.size(); ++axis) {
    last += (view.shape[axis] - 1) * view.strides[axis];
  }
  return last + 1;
}

template <class T, class Convert>
bool Fill(void* data, int64_t count, double low, double high, unsigned seed, Convert convert) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> values(low, high);
  std::vector<T> period(static_cast<size_t>(std::min(count, kPeriod)));
  for (T& element : period) element = convert(values(random));
  for (int64_t i = 0; i < count; i += kPeriod) {
    const size_t bytes = static_cast<size_t>(std::min(kPeriod, count - i)) * sizeof(T);
    if (aclrtMemcpy(static_cast<T*>(data) + i, bytes, period.data(), bytes,
                    ACL_MEMCPY_HOST_TO_DEVICE) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

Operand::Operand(aclDataType dtype, const View& view, double low, double high, unsigned seed)
    : dtype_(dtype), view_(view) {
  const int64_t count = ElementsSpanned(view);
  const auto bytes = static_cast<size_t>(count * DtypeBytes(dtype));
  if (aclrtMalloc(&data_, bytes, ACL_MEM_MALLOC_HUGE_FIRST) != 0) return;
  period_bytes_ = static_cast<size_t>(std::min(count, kPeriod) * DtypeBytes(dtype));
  const auto as_float = [](double value) { return static_cast<float>(value); };
  const auto fill = [&] {
    switch (dtype) {
      case ACL_FLOAT16:
        return Fill<uint16_t>(data_, count, low, high, seed,
                              [&](double value) { return Float16FromFloat(as_float(value)); });
      case ACL_BF16:
        return Fill<uint16_t>(data_, count, low, high, seed,
                              [&](double value) { return Bfloat16FromFloat(as_float(value)); });
      case ACL_BOOL:
        return Fill<uint8_t>(data_, count, low, high, seed,
                             [](double value) { return static_cast<uint8_t>(value > 0); });
      case ACL_DOUBLE:
        return Fill<double>(data_, count, low, high, seed, [](double value) { return value; });
      default:
        return Fill<float>(data_, count, low, high, seed, as_float);
    }
  };
  if (fill()) tensor_ = NewTensor();
}

aclTensor* Operand::NewTensor() const {
  const int64_t count = ElementsSpanned(view_);
  return aclCreateTensor(view_.shape.data(), view_.shape.size(), dtype_, view_.strides.data(), 0,
                         ACL_FORMAT_ND, &count, 1, data_);
}

Operand::~Operand() {
  if (tensor_ != nullptr) aclDestroyTensor(tensor_);
  if (data_ != nullptr) aclrtFree(data_);
}

void Operand::WritePeriod(std::ostream& out) const {
  std::vector<char> period(period_bytes_);
  if (aclrtMemcpy(period.data(), period_bytes_, data_, period_bytes_, ACL_MEMCPY_DEVICE_TO_HOST) !=
      0) {
    out.setstate(std::ios::failbit);
  }
  out.write(period.data(), static_cast<std::streamsize>(period_bytes_));
}

Operands::Operands(const Case& c)
    : grad(UsualDtype(*c.spec, c.spec->operands_at[0], c.dtype), c.grad, -1, 1, 1),
      self(c.dtype, c.self, c.subject->low, c.subject->high, 2),
      out(c.dtype, c.out, 0, 1, 3) {
  if (!c.weight.shape.empty()) weight.emplace(c.dtype, c.weight, 0, 1, 4);
  if (!c.second_out.shape.empty()) second_out.emplace(c.dtype, c.second_out, 0, 1, 5);
  if (!c.third_out.shape.empty()) third_out.emplace(c.dtype, c.third_out, 0, 1, 6);
  if (!c.statistics.shape.empty()) statistics.emplace(c.dtype, c.statistics, 0.5, 1, 7);
}

const Operands& OperandsOf(const Case& c) {
  static std::deque<std::pair<std::string, Operands>> recent;
  for (const auto& [name, operands] : recent) {
    if (name == c.Name()) return operands;
  }
  if (recent.size() == 2) recent.pop_front();
  return recent.emplace_back(std::piecewise_construct, std::tuple(c.Name()), std::tie(c)).second;
}

}  // namespace openaclnn::bench

// Runs every operator in every floating-point format on a million elements, compares each of them
// with long double arithmetic, and prints a table. Fails if an error exceeds what is promised.

#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "aclnnop/aclnn_ops_nn.h"
#include "operator_call.h"
#include "reference.h"

namespace {

constexpr int64_t kOuter = 64, kChannels = 64, kInner = 256;
const std::vector<int64_t> kShape = {kOuter, kChannels, kInner};
constexpr size_t kElements = kOuter * kChannels * kInner;

// What is promised, in ULP. The 16-bit formats are rounded from float, which leaves them half an
// ULP and, in rare near-ties, a trace more.
double PromisedUlp(const NumberFormat& format) {
  if (format.bytes == 2) return 0.501;
  return format.bytes == 4 ? 1 : 1.1;
}

class Table {
 public:
  static void Begin() {
    std::printf("%-28s %-9s %9s  %21s  %14s\n", "operator", "dtype", "elements",
                "largest error (ULP)", "ns per element");
  }

  void Row(const std::string& name, const DeviceTensor& output, double error, double promised,
           double nanoseconds) {
    const double per_element = nanoseconds / static_cast<double>(kElements);
    const bool kept = error <= promised;
    std::printf("%-28s %-9s %9lld  %21.3f  %14.3f%s\n", name.c_str(), output.format().name,
                static_cast<long long>(output.elements()), error, per_element,
                kept ? "" : "  more than promised");
    all_kept_ = all_kept_ && kept;
  }

  bool all_kept() const { return all_kept_; }

 private:
  bool all_kept_ = true;
};

// Half of the values evenly from low to high, half of any magnitude from 2^-24 to 2^12.
std::vector<double> Draw(unsigned seed, double low, double high) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> even(low, high), exponent(-24, 12);
  std::vector<double> values(kElements);
  for (size_t i = 0; i < values.size(); ++i) {
    const double sign = (i & 2) == 0 ? 1 : -1;
    values[i] = (i & 1) == 0 ? even(random) : sign * std::exp2(exponent(random));
  }
  return values;
}

std::vector<double> DrawEvenly(unsigned seed, size_t count, double low, double high) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> even(low, high);
  std::vector<double> values(count);
  for (double& value : values) value = even(random);
  return values;
}

// Largest error of the elements of `output`; exact(i) is what element i should be.
template <class Exact>
double LargestError(const DeviceTensor& output, const Exact& exact) {
  const std::vector<double> actual = output.Download();
  double largest = 0;
  for (size_t i = 0; i < actual.size(); ++i) {
    largest = std::fmax(largest, UlpError(output.format(), actual[i], exact(i)));
  }
  return largest;
}

// The operators with one gradient in and one out. plan(grad, x, out, workspaceSize, executor) calls
// the first phase, exact(grad, x) is the formula.
template <class Plan, class Exact>
void Measure(const Session& session, Table& table, const char* name, const NumberFormat& format,
             double low, double high, const Plan& plan, RunCall run, const Exact& exact) {
  DeviceTensor grad(format, kShape), x(format, kShape), out(format, kShape);
  const std::vector<double> grads = grad.Upload(Draw(1, -4, 4)), xs = x.Upload(Draw(2, low, high));
  const auto plan_call = [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
    return plan(grad.get(), x.get(), out.get(), workspaceSize, executor);
  };
  TimeOperator(session, plan_call, run);
  const double error = LargestError(out, [&](size_t i) { return exact(grads[i], xs[i]); });
  // The time is that of numbers as networks have them: far tails, which `out` had, take longer.
  x.Upload(DrawEvenly(3, xs.size(), std::fmax(low, -5), std::fmin(high, 5)));
  const double nanoseconds = TimeOperator(session, plan_call, run);
  table.Row(name, out, error, PromisedUlp(format), nanoseconds);
}

void MeasureHardtanh(const Session& session, Table& table, const NumberFormat& format) {
  const float min = -1.25f, max = 2.5f;
  const ScalarArgument min_argument(min), max_argument(max);
  Measure(
      session, table, "HardtanhBackward", format, -4, 4,
      [&](auto* grad, auto* x, auto* out, auto* size, auto** executor) {
        return aclnnHardtanhBackwardGetWorkspaceSize(grad, x, min_argument.get(),
                                                     max_argument.get(), out, size, executor);
      },
      aclnnHardtanhBackward,
      [&](long double grad, long double x) { return HardtanhBackward(grad, x, min, max); });
}

void MeasureSoftplus(const Session& session, Table& table, const NumberFormat& format) {
  const float beta = 1.7f, threshold = 20;
  const ScalarArgument beta_argument(beta), threshold_argument(threshold);
  Measure(
      session, table, "SoftplusBackward", format, -60, 14,
      [&](auto* grad, auto* x, auto* out, auto* size, auto** executor) {
        return aclnnSoftplusBackwardGetWorkspaceSize(grad, x, beta_argument.get(),
                                                     threshold_argument.get(), out, size, executor);
      },
      aclnnSoftplusBackward,
      [&](long double grad, long double x) { return SoftplusBackward(grad, x, beta, threshold); });
}

void MeasureGelu(const Session& session, Table& table, const NumberFormat& format, bool tanh) {
  std::string approximate = tanh ? "tanh" : "none";
  Measure(
      session, table, tanh ? "GeluBackwardV2 tanh" : "GeluBackwardV2 none", format, -15, 6,
      [&](auto* grad, auto* x, auto* out, auto* size, auto** executor) {
        return aclnnGeluBackwardV2GetWorkspaceSize(grad, x, approximate.data(), out, size,
                                                   executor);
      },
      aclnnGeluBackwardV2,
      [&](long double grad, long double x) {
        return tanh ? GeluBackwardTanh(grad, x) : GeluBackward(grad, x);
      });
}

void MeasureLogit(const Session& session, Table& table, const NumberFormat& format) {
  const float eps = 1e-4f, one_minus_eps = 1 - eps;
  Measure(
      session, table, "LogitGrad", format, 0, 1,
      [&](auto* grad, auto* x, auto* out, auto* size, auto** executor) {
        return aclnnLogitGradGetWorkspaceSize(x, grad, double{eps}, out, size, executor);
      },
      aclnnLogitGrad,
      [&](long double grad, long double x) { return LogitGrad(grad, x, eps, one_minus_eps); });
}

// gradOutput is positive, so that the terms of gradWeight have one sign and its ULP are those of
// the sum of the terms' magnitudes.
void MeasurePrelu(const Session& session, Table& table, const NumberFormat& format) {
  DeviceTensor grad(format, kShape), x(format, kShape), weight(format, {kChannels});
  DeviceTensor grad_input(format, kShape), grad_weight(format, {kChannels});
  const std::vector<double> grads = grad.Upload(DrawEvenly(1, kElements, 0.5, 2));
  const std::vector<double> xs = x.Upload(DrawEvenly(2, kElements, -2, 2));
  const std::vector<double> weights = weight.Upload(DrawEvenly(3, kChannels, -1, 1));
  const double nanoseconds = TimeOperator(
      session,
      [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
        return aclnnPreluBackwardGetWorkspaceSize(grad.get(), x.get(), weight.get(),
                                                  grad_input.get(), grad_weight.get(),
                                                  workspaceSize, executor);
      },
      aclnnPreluBackward);
  const auto channel = [](size_t i) { return i / kInner % kChannels; };
  const double input_error = LargestError(
      grad_input, [&](size_t i) { return PreluGradInput(grads[i], xs[i], weights[channel(i)]); });
  table.Row("PreluBackward gradInput", grad_input, input_error, 0.5, nanoseconds);

  std::vector<long double> sums(kChannels, 0);
  for (size_t i = 0; i < kElements; ++i) sums[channel(i)] += PreluWeightTerm(grads[i], xs[i]);
  const double weight_error = LargestError(grad_weight, [&](size_t c) { return sums[c]; });
  table.Row("PreluBackward gradWeight", grad_weight, weight_error, format.bytes == 4 ? 4 : 0.51,
            nanoseconds);
}

}  // namespace

int main() {
  const Session session;
  Table table;
  Table::Begin();
  const NumberFormat* const formats[] = {&kFloat, &kFloat16, &kBfloat16};
  for (const NumberFormat* format : formats) MeasureHardtanh(session, table, *format);
  for (const NumberFormat* format : formats) MeasureSoftplus(session, table, *format);
  MeasureSoftplus(session, table, kDouble);
  for (const NumberFormat* format : formats) MeasurePrelu(session, table, *format);
  for (const NumberFormat* format : formats) MeasureGelu(session, table, *format, false);
  for (const NumberFormat* format : formats) MeasureGelu(session, table, *format, true);
  for (const NumberFormat* format : formats) MeasureLogit(session, table, *format);
  return table.all_kept() ? 0 : 1;
}

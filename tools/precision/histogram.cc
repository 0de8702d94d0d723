#include "tools/precision/histogram.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fmt/format.h"

namespace openaclnn::precision {
namespace {

// What is outside goes to the first or last bar.
constexpr int kLowest = -6;
constexpr int kHighest = 32;

std::string Superscript(int number) {
  constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char digit : std::to_string(number)) text += kDigits[digit - '0'];
  return text;
}

std::string PowerOfTwo(int exponent) {
  if (exponent < 0) return fmt::format("1/{}", 1 << -exponent);
  return exponent < 10 ? std::to_string(1 << exponent) : fmt::format("2{}", Superscript(exponent));
}

// Columns of a terminal; all our characters take one.
size_t Width(const std::string& text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<uint8_t>(c) & 0xc0) != 0x80; }));
}

std::string Blocks(double length) {
  constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<size_t>(std::lround(length * 8));
  std::string text;
  for (size_t i = 0; i < eighths / 8; ++i) text += "█";
  return text + kEighths[eighths % 8];
}

}  // namespace

Histogram UlpErrors(const Errors& errors, std::string title) {
  const UlpHistogram& ulps = errors.histogram();
  Histogram histogram = {std::move(title), "error in ULP, up to", {{"0", ulps.zeros()}}};
  uint64_t left = errors.counts().compared() - ulps.zeros();
  for (int exponent = kLowest; left > 0 && exponent <= kHighest; ++exponent) {
    const uint64_t count = exponent == kLowest ? ulps.UpTo(exponent) : ulps.Binade(exponent);
    histogram.bars.push_back({PowerOfTwo(exponent), count});
    left -= count;
  }
  if (left > 0) histogram.bars.push_back({"more", left});
  if (const uint64_t mismatches = errors.counts().special_mismatches()) {
    histogram.bars.push_back({"NaN, Inf", mismatches, true});
  }
  return histogram;
}

std::string HistogramText(const Histogram& histogram, int columns) {
  size_t label_width = 0, count_width = 0;
  uint64_t largest = 1, sum = 0;
  for (const Histogram::Bar& bar : histogram.bars) {
    label_width = std::max(label_width, Width(bar.label));
    count_width = std::max(count_width, std::to_string(bar.count).size());
    largest = std::max(largest, bar.count);
    sum += bar.count;
  }
  // "label │bar count  12.3 %"
  const auto used = static_cast<int>(label_width + count_width + 12);
  const double longest = std::max(columns - used, 10);
  std::string text = histogram.title + "\n" + histogram.axis + " (logarithmic):\n";
  for (const Histogram::Bar& bar : histogram.bars) {
    const auto count = static_cast<double>(bar.count);
    const double height = std::log1p(count) / std::log1p(static_cast<double>(largest));
    const std::string blocks = Blocks(height * longest);
    text += std::string(label_width - Width(bar.label), ' ') + bar.label + " │" + blocks;
    text.append(static_cast<size_t>(longest) + 1 - Width(blocks), ' ');
    text += fmt::format("{:>{}}  {:5.1f} %\n", bar.count, count_width,
                        sum == 0 ? 0 : 100 * count / static_cast<double>(sum));
  }
  return text;
}

}  // namespace openaclnn::precision

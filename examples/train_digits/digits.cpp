#include "digits.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace {

constexpr int kDarkest = 16;
constexpr int kTestEvery = 5;

// The pixels and the digit of a line.
std::array<int, kPixels + 1> ParseLine(const std::string& line) {
  std::istringstream fields(line);
  std::array<int, kPixels + 1> values;
  for (int i = 0; i <= kPixels; ++i) {
    const int largest = i == kPixels ? kClasses - 1 : kDarkest;
    const bool has_comma = i == 0 || fields.get() == ',';
    if (!has_comma || !(fields >> values[i]) || values[i] < 0 || values[i] > largest) {
      throw std::runtime_error("field " + std::to_string(i + 1) + " is no number from 0 to " +
                               std::to_string(largest));
    }
  }
  if (!(fields >> std::ws).eof()) throw std::runtime_error("more than 65 fields");
  return values;
}

}  // namespace

Digits Select(const Digits& digits, const std::vector<int>& rows) {
  Digits selected{Matrix<float>(rows.size(), kPixels), {}};
  for (size_t i = 0; i < rows.size(); ++i) {
    selected.images.row(i) = digits.images.row(rows[i]);
    selected.labels.push_back(digits.labels[rows[i]]);
  }
  return selected;
}

Split LoadDigits(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": " + std::strerror(errno));
  std::vector<float> pixels;
  Digits all;
  std::array<int, kClasses> seen{};
  std::vector<int> train, test;
  for (std::string line; std::getline(file, line);) {
    const int row = static_cast<int>(all.labels.size());
    try {
      const std::array<int, kPixels + 1> values = ParseLine(line);
      for (int i = 0; i < kPixels; ++i) pixels.push_back(static_cast<float>(values[i]) / kDarkest);
      const int label = values[kPixels];
      all.labels.push_back(label);
      (++seen[label] % kTestEvery == 0 ? test : train).push_back(row);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(path + ", line " + std::to_string(row + 1) + ": " + error.what());
    }
  }
  if (file.bad()) throw std::runtime_error(path + ": " + std::strerror(errno));
  for (const int count : seen) {
    if (count < kTestEvery) throw std::runtime_error(path + ": fewer than 5 images of a digit");
  }
  all.images = Eigen::Map<Matrix<float>>(pixels.data(), all.labels.size(), kPixels);
  return {Select(all, train), Select(all, test)};
}

// The handwritten digits of digits.csv: 64 pixels of 0 to 16 and the digit, in each line.
#pragma once

#include <string>
#include <vector>

#include "matrix.h"

constexpr int kPixels = 64;
constexpr int kClasses = 10;

struct Digits {
  Matrix<float> images;     // one in a row, pixels from 0 to 1
  std::vector<int> labels;  // 0 to 9
};

// The images with these numbers.
Digits Select(const Digits& digits, const std::vector<int>& rows);

struct Split {
  Digits train;
  Digits test;
};

// Reads the file and makes every fifth image of each digit a test image. Throws std::runtime_error
// that names file, line and reason.
Split LoadDigits(const std::string& path);

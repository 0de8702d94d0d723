// Counts as a picture: in a file or in a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/precision/errors.h"

namespace openaclnn::precision {

struct Histogram {
  struct Bar {
    std::string label;
    uint64_t count;
    bool mismatch = false;  // drawn in another colour
  };

  std::string title;
  std::string axis;  // what the labels are
  std::vector<Bar> bars;
};

// Errors by powers of two, without gaps, and mismatches of NaN and Inf if there are any.
Histogram UlpErrors(const Errors& errors, std::string title);

// Writes x.png or x.svg. Heights are logarithmic. Throws FileError.
void DrawHistogram(const Histogram& histogram, const std::string& path);

// The same with Unicode blocks, in lines of `columns` characters, or as many as the labels need.
std::string HistogramText(const Histogram& histogram, int columns);

}  // namespace openaclnn::precision

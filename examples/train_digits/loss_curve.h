// The losses of a training run as a picture.
#pragma once

#include <string>

#include "training.h"

// Writes an SVG picture with the training and the test loss of each epoch, on a logarithmic axis.
// Throws std::runtime_error; then there is no new file.
void WriteLossCurve(const std::string& path, const std::vector<EpochResult>& results);

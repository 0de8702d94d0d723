// The activations of the network.
#pragma once

enum class Activation { kNone, kPrelu, kGelu, kSoftplus, kHardtanh };

constexpr float kSoftplusBeta = 1;
constexpr float kSoftplusThreshold = 20;  // softplus(x) is x where beta x exceeds it
constexpr float kHardtanhMin = -1;
constexpr float kHardtanhMax = 1;

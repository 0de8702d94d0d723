// What the specs of activations and their gradients need.
// Title: Activations
#pragma once

#include "engine/resolved.h"
#include "kinds/channels/spec.h"
#include "kinds/elementwise/spec.h"
#include "kinds/rows/spec.h"
#include "ops/activation/operators.h"

// What the specs of sums of many terms need: reductions, products of matrices, losses.
// Title: Sums, products and losses
#pragma once

#include "engine/resolved.h"
#include "kinds/product/spec.h"
#include "kinds/reduction/spec.h"
#include "ops/sums/operators.h"

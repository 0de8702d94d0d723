// What the specs of attention need.
#pragma once

#include "engine/op_spec.h"
#include "engine/resolved.h"
#include "kinds/stages/spec.h"
#include "ops/attention/attention_shape.h"
#include "ops/attention/operators.h"

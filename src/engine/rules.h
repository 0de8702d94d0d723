// The rules that specs of several rooms have.
#pragma once

#include "engine/rules/axes.h"
#include "engine/rules/broadcast.h"
#include "engine/rules/dtype.h"
#include "engine/rules/given.h"
#include "engine/rules/list.h"
#include "engine/rules/matrices.h"
#include "engine/rules/number.h"
#include "engine/rules/promotion.h"
#include "engine/rules/shape.h"

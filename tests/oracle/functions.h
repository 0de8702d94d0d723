// The exact functions of exponentials, logarithms, angles and remainders
// (tests/oracle/definitions.h says what a definition is).
#pragma once

#include "tests/oracle/definitions.h"

namespace openaclnn::oracle {

extern const Definition kLog1p, kLog2, kLog10, kExp2, kExpm1, kErfc, kTan, kSinc, kSinh, kCosh,
    kAsin, kAcos, kAtan, kAsinh, kAcosh, kAtanh, kFrac;
// Functions of two elements, or of one and a number, `first`.
extern const Definition kLogAddExp, kLogAddExp2;
extern const Definition kAtan2, kXLogY, kXLogYOfNumber, kXLogYByNumber, kFmod, kFmodByNumber;
// An element between those of two other operands.
extern const Definition kClampBetween;
// From the first element toward the second, as far as the third says.
extern const Definition kLerpByWeights;

}  // namespace openaclnn::oracle

// The formulas of the operators' headers, straight in long double. They share nothing with the
// library.
#pragma once

long double HardtanhBackward(long double grad, long double x, long double min, long double max);
long double SoftplusBackward(long double grad, long double x, long double beta,
                             long double threshold);
long double PreluGradInput(long double grad, long double x, long double weight);
long double PreluWeightTerm(long double grad, long double x);
long double GeluBackward(long double grad, long double x);      // "none"
long double GeluBackwardTanh(long double grad, long double x);  // "tanh"
// eps is in [0, 1/2) and, like 1 - eps, a number of the type that the range is compared in.
long double LogitGrad(long double grad, long double x, long double eps, long double one_minus_eps);

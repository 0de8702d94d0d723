// Shows how far the training is: a bar that moves on a terminal, otherwise a line now and then.
#pragma once

#include "training.h"

void ShowProgress(int epoch, int epochs, const EpochResult& result);

// Compares the gradients with finite differences of the loss, computed in double.
#pragma once

#include "acl_objects.h"
#include "network.h"

// Prints a line for each array of gradients. Returns whether all of them agree.
bool CheckGradients(const Device& device, const Network<float>& network, const Digits& batch);

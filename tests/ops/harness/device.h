#pragma once

namespace openaclnn::test {

// Initialises the library and makes device 0 current in the calling thread; once in each thread.
void EnsureDevice();

}  // namespace openaclnn::test

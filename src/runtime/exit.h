// The end of the process.
#pragma once

namespace openaclnn {

// From now on, exit() first gives the streams a moment to run what they were given, because the
// libraries that tasks use are taken down afterwards. A program that ends while its streams are
// busy for longer ends with them. May be called often.
void WaitForStreamsAtExit();

}  // namespace openaclnn

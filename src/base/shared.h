// Visibility of the few internal symbols that cross between libascendcl, libnnopbase and libopapi.
#pragma once

// Everything is hidden by default (-fvisibility=hidden). The version scripts let through the C API
// and what carries this mark inside namespace openaclnn; nothing else.
#define OPENACLNN_SHARED __attribute__((visibility("default")))

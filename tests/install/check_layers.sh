# The layers of src/ include downwards only; and the check notices it if they do not.
check=$SOURCE/scripts/check_layers.py
python3 "$check" "$SOURCE" || fail "see above"

expect_refused() {  # <file> <line> <what the message must name>
  rm -rf tree && mkdir -p "tree/$(dirname "$1")"
  echo "$2" >"tree/$1"
  if python3 "$check" tree >message.txt 2>&1; then fail "accepted in $1: $2"; fi
  grep -qF "$3" message.txt || fail "the message does not name $3: $(cat message.txt)"
}
expect_refused src/base/status.h '#include "runtime/launch.h"' 'src/base/status.h'
expect_refused src/tensor/shape.h '#include "engine/op_spec.h"' 'engine/op_spec.h'
expect_refused src/cpu/tile.h '#include "engine/executor.h"' 'src/cpu/tile.h'
expect_refused src/formulas/planted-inl.h '#include "base/half.h"' 'src/formulas/planted-inl.h'
expect_refused src/ops/math/abs_kernels.cc '#include "engine/argument.h"' 'engine/argument.h'
expect_refused src/ops/math/abs-inl.h '#include "ops/math/family.h"' 'src/ops/math/abs-inl.h'
expect_refused src/kinds/rows/row_loops-inl.h '#include "engine/call.h"' 'engine/call.h'
expect_refused src/kinds/product/plan.cc '#include "kinds/rows/run.h"' 'kinds/rows/run.h'
expect_refused src/engine/call.h '#include "kinds/rows/spec.h"' 'kinds/rows/spec.h'
expect_refused src/cpu/tile.h '#include "kinds/rows/spec.h"' 'kinds/rows/spec.h'
expect_refused src/engine/check.h '#include "aclnnop/aclnn_logit_grad.h"' 'aclnnop/aclnn_logit_grad.h'
expect_refused src/runtime/launch.h '#include <tbb/parallel_for.h>' 'tbb/parallel_for.h'
expect_refused src/engine/executor.h '#include "hccl/group.h"' 'hccl/group.h'
expect_refused src/hccl/group.h '#include "engine/executor.h"' 'engine/executor.h'
expect_refused src/runtime/stream.h '#include "gloo/context.h"' 'gloo/context.h'
expect_refused include/acl/acl_base.h '#include "base/status.h"' 'include/acl/acl_base.h'
expect_refused include/acl/acl_rt.h '#include "aclnn/acl_meta.h"' 'aclnn/acl_meta.h'

# The headers compile by themselves in the languages that clients use, without a warning; and the
# operators have the prototypes of the contract, token for token.
includes=(-I "$PREFIX/include" -I "$PREFIX/include/aclnnop" -I "$PREFIX/include/aclnn")
warnings=(-fsyntax-only -pedantic-errors -Wall -Wextra -Werror)

cd "$PREFIX/include"
headers=$(find -L . -name '*.h' -printf '%P\n' | sort)
[[ $(wc -l <<<"$headers") -ge 20 ]] || fail "only these headers: $headers"
for header in $headers; do
  for standard in c++11 c++20; do
    "$CXX" -x c++ -std=$standard "${warnings[@]}" "${includes[@]}" - <<<"#include \"$header\"" ||
      fail "$header as $standard"
  done
  if [[ $header == acl/* ]]; then
    "$CC" -x c -std=c99 "${warnings[@]}" "${includes[@]}" - <<<"#include \"$header\"" ||
      fail "$header as C99"
  fi
done

# HcclCommConfig as the contract has it, and what frameworks bind.
"$CXX" -x c++ -std=c++11 "${warnings[@]}" "${includes[@]}" - <<<'#include "hccl/hccl.h"
  static_assert(sizeof(HcclCommConfig) == 2248 && sizeof(HcclSendRecvItem) == 32, "");
  static_assert(sizeof(HcclRootInfo) == 4108 && HCCL_COMM_CONFIG_RESERVED == 12, "");
  static_assert(__builtin_offsetof(HcclCommConfig, hcclExecTimeOut) == 316, "");' || fail "hccl.h"

# Every way in which programs include an operator.
for path in aclnnop/aclnn_prelu_backward.h aclnn_prelu_backward.h \
  aclnnop/level2/aclnn_prelu_backward.h aclnnop/aclnn_ops_nn.h aclnnop/aclnn_ops_math.h; do
  "$CXX" -x c++ -std=c++11 "${warnings[@]}" "${includes[@]}" - <<<"#include \"$path\"
    aclnnStatus (*run)(void*, uint64_t, aclOpExecutor*, aclrtStream) = aclnnPreluBackward;
    aclnnStatus expected = ACLNN_ERR_PARAM_NULLPTR + ACLNN_SUCCESS + OK;" || fail "$path"
done

# Both phases of every operator as the vendor documents them.
while IFS='()' read -r name arguments second; do
  [[ $name == aclnn* ]] || continue
  size=workspaceSize stream=aclrtStream executor=executor
  [[ $second != *workspace_size* ]] || size=workspace_size
  [[ $second != *const* ]] || stream='const aclrtStream'
  [[ $second != *op_executor* ]] || executor=opExecutor
  echo "aclnnStatus ${name}GetWorkspaceSize($arguments, uint64_t* workspaceSize, aclOpExecutor** $executor);"
  echo "aclnnStatus $name(void* workspace, uint64_t $size, aclOpExecutor* $executor, $stream stream);"
done <"$SOURCE/tests/install/prototypes.txt" >"$SCRATCH/prototypes.txt"

# A declaration that differs in a type does not compile: functions with C linkage cannot differ in
# their parameters ...
{
  printf '#include "%s"\n' aclnnop/aclnn_*.h
  echo 'extern "C" {'
  cat "$SCRATCH/prototypes.txt"
  echo '}'
} >"$SCRATCH/prototypes.cpp"
"$CXX" -std=c++11 "${warnings[@]}" "${includes[@]}" "$SCRATCH/prototypes.cpp" || fail "prototypes"
# ... and one that differs in a name or a const is not found in the headers, which have no other.
cat aclnnop/aclnn_*.h | sed -e 's://.*::' | tr -s ' \n' ' ' | sed -e 's/( /(/g' |
  grep -oE 'aclnnStatus aclnn[^;]*\);' | sort >"$SCRATCH/declared.txt"
sort "$SCRATCH/prototypes.txt" | diff - "$SCRATCH/declared.txt" || fail "not as in the contract"
[[ $(wc -l <"$SCRATCH/declared.txt") -ge 14 ]] || fail "hardly a prototype in the headers"

# What headers say that they lack, they lack.
sed -n '/Not here yet:/,/\./p' aclnnop/aclnn_*.h | grep -oE 'aclnn[A-Z][A-Za-z0-9]*' >"$SCRATCH/lacking.txt"
while read -r name; do
  ! grep -q " $name(" "$SCRATCH/declared.txt" || fail "a header says that it lacks $name"
done <"$SCRATCH/lacking.txt"

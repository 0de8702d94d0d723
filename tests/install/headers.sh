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

# A declaration that differs in a type does not compile ...
prototypes=$SOURCE/tests/install/prototypes.cpp
"$CXX" -std=c++11 "${warnings[@]}" "${includes[@]}" "$prototypes" || fail "prototypes"
# ... and one that differs in a name or a const is not found in the headers.
one_line() { cat "$@" | sed -e 's://.*::' | tr -s ' \n' ' ' | sed -e 's/( /(/g'; }
declared=$(one_line aclnnop/aclnn_{*_backward*,logit_grad,cast,copy}.h)
count=0
while read -r prototype; do
  [[ $declared == *"$prototype"* ]] || fail "not declared as in the contract: $prototype"
  count=$((count + 1))
done < <(one_line "$prototypes" | grep -oE 'aclnnStatus aclnn[^;]*\);')
expect_equal "number of prototypes" 14 "$count"

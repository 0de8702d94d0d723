# The headers compile by themselves in the languages that clients use, without a warning; and they
# have the operators that the library has, with the arguments of their specs.
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

# Both phases of every operator that is listed, and of no other, with the arguments of its spec; the
# other functions count elements (aclnn_trans_matmul_weight.h). The
# types are compared where the functions are defined, and docs/operators.md has every token.
cat aclnnop/aclnn_*.h | sed -e 's://.*::' | tr -s ' \n' ' ' | sed -e 's/( /(/g' |
  grep -oE 'aclnnStatus aclnn[^;]*\);' | grep -v 'aclnnStatus aclnnCalculate' | sort >"$SCRATCH/declared.txt"
[[ $(wc -l <"$SCRATCH/declared.txt") -ge 14 ]] || fail "hardly a prototype in the headers"
"$PREFIX/bin/openaclnn" list --json | python3 -c '
import json, subprocess, sys
for operator in json.load(sys.stdin):
    name = operator["name"]
    text = subprocess.run([sys.argv[1], "describe", name, "--json"], stdout=subprocess.PIPE, check=True).stdout
    arguments = [argument["name"] for argument in json.loads(text)["arguments"]]
    print(f"{name}GetWorkspaceSize", *arguments, "workspaceSize executor")
    print(name, "workspace workspaceSize executor stream")
' "$PREFIX/bin/openaclnn" | sort >"$SCRATCH/listed.txt"
# The vendor has other names of the last arguments in some headers.
sed -E -e 's/aclnnStatus (aclnn[A-Za-z0-9]+)\(/\1, /' -e 's/\);//' -e 's/, [^,]*[ *]([A-Za-z0-9_]+)/ \1/g' \
  -e 's/workspace_size/workspaceSize/; s/opExecutor/executor/' "$SCRATCH/declared.txt" | sort |
  diff "$SCRATCH/listed.txt" - || fail "headers and specs name other arguments"

# What headers say that they lack, they lack.
sed -n '/Not here yet:/,/\./p' aclnnop/aclnn_*.h | grep -oE 'aclnn[A-Z][A-Za-z0-9]*' >"$SCRATCH/lacking.txt"
while read -r name; do
  ! grep -q " $name(" "$SCRATCH/declared.txt" || fail "a header says that it lacks $name"
done <"$SCRATCH/lacking.txt"

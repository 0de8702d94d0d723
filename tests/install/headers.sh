# The headers compile by themselves in the languages that clients use, without a warning; and they
# have the operators that the library has, with the arguments of their specs.
includes=(-I "$PREFIX/include" -I "$PREFIX/include/aclnnop" -I "$PREFIX/include/aclnn")
warnings=(-fsyntax-only -pedantic-errors -Wall -Wextra -Werror)

compiles() {  # <language> <standard>, and the code as standard input
  local compiler=$CXX
  [[ $1 == c++ ]] || compiler=$CC
  "$compiler" -x "$1" "-std=$2" "${warnings[@]}" "${includes[@]}" -
}

# Headers of operators declare functions after one #include, and types of no other; those of level2/ have
# nothing but an #include. So each of them compiles by itself if one does, and all do together.
cd "$PREFIX/include"
find -L . -name '*.h' -printf '%P\n' | sort >"$SCRATCH/headers.txt"
grep -E '^aclnnop/(level2/)?aclnn_' "$SCRATCH/headers.txt" | grep -vE "/aclnn_(ops_[a-z]*|util).h$" >"$SCRATCH/operators.txt"
(($(wc -l <"$SCRATCH/operators.txt") >= 20)) || fail "only these headers: $(cat "$SCRATCH/operators.txt")"
python3 - "$SCRATCH/operators.txt" <<'END' || fail "see above"
import re, sys
from pathlib import Path

codes = {name: re.sub(r"//.*", "", Path(name).read_text()) for name in Path(sys.argv[1]).read_text().split()}
for name, code in codes.items():
    found = [line.strip() for line in code.splitlines() if line.startswith("#")]
    guard = "OPENACLNN_" + re.sub(r"\W", "_", name.upper()) + "_"
    expected = [f"#ifndef {guard}", f"#define {guard}", '#include "aclnnop/conventions.h"',
                *["#ifdef __cplusplus", "#endif"] * 2, "#endif"]
    if "level2" in name:
        expected = ["#pragma once", f'#include "aclnnop/{Path(name).name}"']
    if found != expected:
        sys.exit(f"{name}: its directives are {found}, expected {expected}")
    for type_name in re.findall(r"^(?:} |struct |enum |using )(\w+)", code, re.MULTILINE):
        for other, text in codes.items():
            if other != name and re.search(rf"\b{type_name}\b", text):
                sys.exit(f"{other}: {type_name} is a type of {name}")
END
for standard in c++11 c++20; do
  sed 's/.*/#include "&"/' "$SCRATCH/operators.txt" | compiles c++ $standard || fail "the operators as $standard"
done
for header in aclnnop/aclnn_abs.h $(comm -23 "$SCRATCH/headers.txt" "$SCRATCH/operators.txt"); do
  for standard in c++11 c++20; do
    compiles c++ $standard <<<"#include \"$header\"" || fail "$header as $standard"
  done
  [[ $header != acl/* ]] || compiles c c99 <<<"#include \"$header\"" || fail "$header as C99"
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
# other functions count elements (aclnn_trans_matmul_weight.h), or are refused, as their headers say. The
# types are compared where the functions are defined, and docs/operators.md has every token.
grep -LZ 'Every call is refused' aclnnop/aclnn_*.h | xargs -0 cat | sed -e 's://.*::' | tr -s ' \n' ' ' | sed -e 's/( /(/g' |
  grep -oE 'aclnnStatus aclnn[^;]*\);' | grep -v 'aclnnStatus aclnnCalculate' | sort >"$SCRATCH/declared.txt"
[[ $(wc -l <"$SCRATCH/declared.txt") -ge 14 ]] || fail "hardly a prototype in the headers"
"$PREFIX/bin/openaclnn" list --json | python3 -c '
import json, sys
for operator in json.load(sys.stdin):
    name = operator["name"]
    print(f"{name}GetWorkspaceSize", *operator["arguments"], "workspaceSize executor")
    print(name, "workspace workspaceSize executor stream")
' | sort >"$SCRATCH/listed.txt"
# The vendor has other names of the last arguments in some headers.
sed -E -e 's/aclnnStatus (aclnn[A-Za-z0-9]+)\(/\1, /' -e 's/\);//' -e 's/, [^,]*[ *]([A-Za-z0-9_]+)/ \1/g' \
  -e 's/workspace_size/workspaceSize/; s/opExecutor/executor/' "$SCRATCH/declared.txt" | sort |
  diff "$SCRATCH/listed.txt" - || fail "headers and specs name other arguments"

# What headers say that they lack, they lack.
sed -n '/Not here yet:/,/\./p' aclnnop/aclnn_*.h | grep -oE 'aclnn[A-Z][A-Za-z0-9]*' >"$SCRATCH/lacking.txt"
while read -r name; do
  ! grep -q " $name(" "$SCRATCH/declared.txt" || fail "a header says that it lacks $name"
done <"$SCRATCH/lacking.txt"

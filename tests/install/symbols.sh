# The libraries carry the vendor's names, need each other so that clients find base symbols through
# the operator library, and export the public API and what they share, nothing else.
lib64=$PREFIX/lib64
dynamic() { readelf --dynamic --wide "$1" | grep -E "\($2\)" | sed -E "s/.*\[(.*)\]/\1/"; }

for name in ascendcl acl_op_compiler nnopbase opapi; do
  expect_equal "SONAME of lib$name.so" "lib$name.so" "$(dynamic "$lib64/lib$name.so" SONAME)"
  expect_equal "run path of lib$name.so" '$ORIGIN' "$(dynamic "$lib64/lib$name.so" 'R(UN)?PATH')"
done
for needed in libnnopbase.so libascendcl.so; do
  dynamic "$lib64/libopapi.so" NEEDED | grep -qx "$needed" || fail "libopapi.so does not need $needed"
done
dynamic "$lib64/libnnopbase.so" NEEDED | grep -qx libascendcl.so || fail "libnnopbase.so does not need libascendcl.so"

exported() { nm --dynamic --defined-only --format=posix "$lib64/lib$1.so" | cut -d' ' -f1; }
for name in ascendcl acl_op_compiler nnopbase opapi; do  # Msprof*, hal*, mstx* and rt*: profiling_api, mstx_api, unavailable_api
  others=$(exported $name | c++filt | grep -vE '^(acl|Acl)|^(Msprof|mstx|hal|rt)[A-Z]|^openaclnn_version$|^((typeinfo( name)?|vtable) for )?openaclnn::' || true)
  expect_equal "other symbols of lib$name.so" "" "$others"
done
expect_equal "aclnn operators exported by other libraries" "" "$({ exported ascendcl; exported nnopbase; } | grep -E '^aclnn.*GetWorkspaceSize' || true)"

# Declared and exported are the same set.
declared=$(find -L "$PREFIX/include" -name '*.h' -exec sed -e 's://.*::' {} + | tr -s '\n ' ' ' | tr ';' '\n' |
  sed -nE 's/.*ACL_FUNC_VISIBILITY[^(]*[ *]((acl|Acl)[A-Za-z0-9_]*) ?\(.*/\1/p' | sort -u)
defined=$({ exported ascendcl; exported acl_op_compiler; exported nnopbase; exported opapi; } | grep -E '^(acl|Acl)' | sort -u)
[[ $(wc -l <<<"$declared") -ge 100 ]] || fail "only these declarations were found: $declared"
diff <(echo "$declared") <(echo "$defined") || fail "declared (<) and exported (>) differ"

# libhccl, where it is built: the same of its own functions; and nobody else needs gloo.
if [[ -e $lib64/libhcomm.so ]]; then
  expect_equal "SONAME of libhccl.so" libhccl.so "$(dynamic "$lib64/libhccl.so" SONAME)"
  expect_equal "run path of libhccl.so" '$ORIGIN' "$(dynamic "$lib64/libhccl.so" 'R(UN)?PATH')"
  expect_equal "other symbols of libhccl.so" "" "$(exported hccl | grep -vE '^Hccl|^openaclnn_version$' || true)"
  declared=$(sed -e 's://.*::' "$PREFIX"/include/hccl/*.h | tr -s '\n ' ' ' | tr ';' '\n' |
    sed -nE 's/.*ACL_FUNC_VISIBILITY[^(]*[ *](Hccl[A-Za-z0-9_]*) ?\(.*/\1/p' | sort -u)
  missing=$(comm -23 <(echo "$declared") <(exported hccl | sort -u))
  expect_equal "declared in hccl/ and not exported" "" "$missing"
  [[ $(wc -l <<<"$declared") -ge 40 ]] || fail "only these declarations were found: $declared"
fi
for name in ascendcl acl_op_compiler nnopbase opapi $([[ ! -e $lib64/libhcomm.so ]] || echo hccl); do
  if dynamic "$lib64/lib$name.so" NEEDED | grep -E 'gloo|hccl'; then fail "lib$name.so needs it"; fi
done

# A program linked with the official line needs vendor names only, and no version of a symbol of
# ours.
"$CXX" "$SOURCE/examples/prelu_backward.cpp" -I "$PREFIX/include" -I "$PREFIX/include/aclnnop" \
  -I "$PREFIX/include/aclnn" -L "$lib64" -lopapi_nn -lopapi_math -lascendcl -lnnopbase -o program
others=$(dynamic program NEEDED | grep -vxE 'lib(ascendcl|nnopbase|opapi)\.so|lib(stdc\+\+|gcc_s|m|c)\.so\.[0-9]+' || true)
expect_equal "what else the program needs" "" "$others"
dynamic program NEEDED | grep -qx libopapi.so || fail "the program does not need libopapi.so"
expect_equal "versions needed of the libraries" "" \
  "$(readelf --version-info --wide program | grep -E 'File: lib(ascendcl|nnopbase|opapi)' || true)"

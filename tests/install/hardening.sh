# The installed libraries are hardened: relocations are read-only after the start, the stack holds
# no code, buffers on it are guarded, and libc's checking functions are used.
expect_in() {  # <library> <what> <pattern> <command>...
  local file=$PREFIX/lib64/lib$1.so what=$2 pattern=$3
  shift 3
  grep -qE "$pattern" <<<"$("$@" "$file")" || fail "$file: no $what"
}

for name in ascendcl nnopbase opapi; do
  expect_in $name "binding at the start (-z now)" 'BIND_NOW' readelf --wide --dynamic
  expect_in $name "read-only relocations (-z relro)" 'GNU_RELRO' readelf --wide --segments
  expect_in $name "stack without code (-z noexecstack)" 'GNU_STACK.* RW +0x' readelf --wide --segments
  expect_equal "relocations of code in lib$name.so" "" \
    "$(readelf --wide --dynamic "$PREFIX/lib64/lib$name.so" | grep TEXTREL || true)"
done
if [[ $(uname -m) == aarch64 ]]; then
  for name in ascendcl nnopbase opapi; do
    expect_in $name "signed return addresses (-mbranch-protection)" 'paciasp' objdump --disassemble
  done
fi
for name in ascendcl nnopbase; do  # libopapi has no buffers on the stack
  expect_in $name "stack protector" '__stack_chk_fail' nm --dynamic
done
for name in nnopbase opapi; do  # what libascendcl copies, the compiler can see to fit
  expect_in $name "checking functions of libc (_FORTIFY_SOURCE)" '__memcpy_chk' nm --dynamic
done

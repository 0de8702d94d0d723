# The gate of device code lets good PTX through, and names what is wrong with other.
# usage: gate.sh <scripts/check_ptx.sh>
set -euo pipefail
check=$1
folder=$(mktemp -d "$PWD/gate.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "$*" >&2; exit 1; }

# What the lines of a kernel are; the head is that of device code.
write_kernel() {
  printf '%s\n' '.version 7.0' '.target sm_75' '.address_size 64' '.visible .entry Strided(' ')' '{' "$@" '}' >a.ptx
}
expect_refused() {  # <what the message must name> <option>...
  if "$check" "${@:2}" a.ptx >message.txt 2>&1; then fail "accepted: $(cat a.ptx)"; fi
  grep -qF -- "$1" message.txt || fail "the message does not name $1: $(cat message.txt)"
}

write_kernel '	fma.rn.f32 	%f1, %f2, %f3, %f4;' '	div.rn.f64 	%d1, %d2, %d3;' '	cvt.rn.f32.f64 	%f1, %d1;' \
  '	mad.lo.s32 	%r1, %r2, %r3, %r4;' '	neg.f32 	%f1, %f2;' '	ret;'
echo Strided >kernels.txt
"$check" --kernels kernels.txt a.ptx >/dev/null || fail "refused good code"
expect_refused fma.rn.f32 --no-fma
echo Dense >>kernels.txt
expect_refused Dense --kernels kernels.txt
: >kernels.txt
expect_refused Strided --kernels kernels.txt

for line in 'max.f32 	%f1, %f2, 0f00000000;' 'min.f64 	%fd1, %fd2, 0d8000000000000000;' \
  'min.f32 	%f1, %f2, 0fC3000000;' 'max.f32 	%f1, %f2, 0f80000001;' 'min.f32 	%f1, %f2, 0f00000001;'; do
  write_kernel "	$line"
  "$check" a.ptx >/dev/null || fail "refused $line"
done
for line in 'min.f32 	%f1, %f2, 0f00000000;' 'max.f64 	%fd1, %fd2, 0d8000000000000000;' 'min.f32 	%f1, %f2, %f3;'; do
  write_kernel "	$line"
  expect_refused "$line"
done
for line in 'add.f32' 'mul.f64' 'sub.rz.f32' 'mad.f32' 'fma.rm.f64' 'div.approx.f32' 'div.full.f32' \
  'add.rn.ftz.f32' 'sqrt.approx.ftz.f32' 'add.rn.sat.f32' 'rcp.approx.ftz.f64' 'ex2.approx.f32' \
  'cvt.rz.f32.f64' 'ld.local.f32' 'call.uni'; do
  write_kernel "	$line 	%f1, %f2, %f3;"
  expect_refused "$line"
done
write_kernel '	ret;'
sed -i 's/sm_75/sm_90/' a.ptx
expect_refused sm_90
write_kernel '	ret;'
sed -i '/entry/d' a.ptx
expect_refused 'no kernel'
write_kernel '	ret;'
echo '.extern .func (.param .b64 func_retval0) sin' >>a.ptx
expect_refused '.extern'

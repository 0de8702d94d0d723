# The prefix has the shape of a CANN home.
home=$(uname -m)-linux
[[ -d $PREFIX/$home/include && ! -L $PREFIX/$home/include ]] || fail "$home/include is no folder"
[[ -d $PREFIX/$home/lib64 && ! -L $PREFIX/$home/lib64 ]] || fail "$home/lib64 is no folder"
expect_equal "target of include" "$home/include" "$(readlink "$PREFIX/include")"
expect_equal "target of lib64" "$home/lib64" "$(readlink "$PREFIX/lib64")"
[[ -f $PREFIX/aarch64-linux/lib64/libopapi.so ]] || fail "no aarch64-linux/lib64"
for folder in opp runtime compiler; do
  [[ -d $PREFIX/$folder ]] || fail "no $folder"
done
[[ -f $PREFIX/python/site-packages/acl/__init__.py ]] || fail "no Python module acl"

for header in acl/acl.h acl/acl_base.h acl/acl_rt.h aclnn/acl_meta.h aclnn/aclnn_base.h \
  aclnn/opdev/op_errno.h aclnnop/aclnn_ops_nn.h aclnnop/aclnn_ops_math.h aclnnop/aclnn_gelu_backward_v2.h \
  aclnnop/level2/aclnn_gelu_backward_v2.h hccl/hccl.h hccl/hccl_types.h hccl/hccl_comm.h \
  aclnn/opdev/fp16_t.h securec.h; do
  [[ -f $PREFIX/include/$header ]] || fail "no include/$header"
done

# Every name leads to one of the libraries, by a link that stays inside the folder.
for names in "ascendcl acl_rt libascendcl msprofiler ms_tools_ext ascend_hal ge_runner graph acl_tdt_channel" "acl_op_compiler" \
  "nnopbase libnnopbase" \
  "opapi opapi_nn opapi_math opapi_cv opapi_transformer opapi_legacy libopapi" \
  "opapi aclnn_ops_infer aclnn_ops_train aclnn_math"; do
  for name in $names; do
    file=$PREFIX/lib64/lib$name.so
    expect_equal "what $file is" "$PREFIX/$home/lib64/lib${names%% *}.so" "$(realpath "$file")"
    [[ $(readlink "$file") != */* ]] || fail "$file leads out of its folder"
  done
done

# libhccl is a library, or a name that PyTorch's adapter needs.
if [[ -e $PREFIX/lib64/libhcomm.so ]]; then
  expect_equal "what libhccl.so is" "$PREFIX/$home/lib64/libhccl.so" "$(realpath "$PREFIX/lib64/libhccl.so")"
  expect_equal "what libhcomm.so is" libhccl.so "$(readlink "$PREFIX/lib64/libhcomm.so")"
else
  expect_equal "what libhccl.so is" libascendcl.so "$(readlink "$PREFIX/lib64/libhccl.so")"
fi

# A name that would promise what is not there.
[[ ! -e $PREFIX/lib64/libcust_opapi.so ]] || fail "libcust_opapi.so should not exist"

# Installing once more is no error and changes nothing.
install() { quietly cmake --install "$(dirname "$PREFIX")/../.." --prefix "$PWD/twice"; }
list() { (cd twice && find . -printf '%P %y %l %s %t\n' | sort); }
install
before=$(list)
install
expect_equal "the files after installing again" "$before" "$(list)"

# A Python program with `import acl`, which binds operators by ctypes, runs after set_env.sh, without the
# wheel. Without set_env.sh the module finds the libraries of its own prefix.
for check in 0 1; do
  (
    source "$PREFIX/set_env.sh"
    export OPENACLNN_CHECK=$check PYTHONDONTWRITEBYTECODE=1
    quietly python3 "$SOURCE/python/tests/acl_client.py"
    expect_equal "aclnnAdd, OPENACLNN_CHECK=$check" $'6.0 12.0 12.0 20.25\ntook time: True' "$(cat log.txt)"
  )
done

home=$(realpath "$PREFIX")
loaded=$(PYTHONPATH=$home/python/site-packages python3 -B -c '
import acl
assert acl.rt.set_device(0) == 0
print(*{line.split()[-1] for line in open("/proc/self/maps") if "libascendcl" in line})')
expect_equal "the library without set_env.sh" "$home/$(uname -m)-linux/lib64/libascendcl.so" "$(realpath "$loaded")"

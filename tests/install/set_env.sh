# set_env.sh finds its home from every shell and folder, puts it first, once, and leaves nothing
# else behind.
home=$(realpath "$PREFIX")
variables='$ASCEND_TOOLKIT_HOME,$ASCEND_HOME_PATH,$ASCEND_OPP_PATH,$LD_LIBRARY_PATH,$PKG_CONFIG_PATH,$CMAKE_PREFIX_PATH,$PYTHONPATH,${PATH%%:*}'
first_of_path=${PATH%%:*}
[[ ! -e $PREFIX/bin ]] || first_of_path=$home/bin
shells=(bash "bash --posix" dash zsh ksh)
tried=0
for shell in "${shells[@]}"; do
  command -v ${shell%% *} >/dev/null || continue
  tried=$((tried + 1))
  run() { env -u PKG_CONFIG_PATH -u PYTHONPATH LD_LIBRARY_PATH="$1" $shell -euc "$2; printf '%s' \"$variables\""; }

  expect_equal "$shell: variables" "$home,$home,$home/opp,$home/lib64:/a:/b,$home/lib64/pkgconfig,$home,$home/python/site-packages,$first_of_path" \
    "$(run /a:/b ". '$PREFIX/set_env.sh'")"
  expect_equal "$shell: sourced twice" "$home,$home,$home/opp,$home/lib64,$home/lib64/pkgconfig,$home,$home/python/site-packages,$first_of_path" \
    "$(run "" ". '$PREFIX/set_env.sh'; . '$PREFIX/set_env.sh'")"
  expect_equal "$shell: moved to the front" "$home,$home,$home/opp,$home/lib64:/a:/b,$home/lib64/pkgconfig,$home,$home/python/site-packages,$first_of_path" \
    "$(run "/a:$home/lib64:/b:$home/lib64" "cd '$PREFIX'; . ./set_env.sh")"
done
((tried >= 3)) || fail "only $tried shells to try"

leftover=$(bash -c ". '$PREFIX/set_env.sh'; compgen -v -A function | grep -i _openaclnn || true")
expect_equal "variables and functions left behind" "" "$leftover"

mkdir elsewhere
cp "$PREFIX/set_env.sh" elsewhere/
if bash -c '. elsewhere/set_env.sh' 2>message.txt; then fail "set_env.sh without its home succeeded"; fi
grep -q 'cannot find' message.txt || fail "no message: $(cat message.txt)"

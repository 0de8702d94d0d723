# The examples of collectives build with the vendor's line and print what they should, as threads and
# as processes; four ranks that train together get the same weights wherever they are. Where network
# namespaces can be made, two of them stand for two hosts.
if [[ ! -e $PREFIX/lib64/libhcomm.so ]]; then
  echo "Skipped: libhccl was built without gloo (Debian: libgloo-dev)."
  exit 77
fi
source "$PREFIX/set_env.sh"
export OPENACLNN_HCCL_TIMEOUT_MS=20000 OPENACLNN_DEVICE_COUNT=8
H=$ASCEND_HOME_PATH
build() {  # <program> <option>...
  "$CXX" -std=c++14 -O2 -Wall -Wextra -Werror "${@:2}" -I $H/include -I $H/include/aclnnop \
    -I $H/include/aclnn -L $H/lib64 -Wl,--copy-dt-needed-entries -lhccl -lascendcl -lpthread -o "$1"
}
examples=$SOURCE/examples
build threads "$examples/collectives/threads.cpp" &
build processes "$examples/collectives/processes.cpp" &
wait
./threads >threads.txt || fail "$(cat threads.txt)"
for ((rank = 0; rank < 8; ++rank)); do
  previous=$(((rank + 7) % 8))
  echo "rank $rank: all-reduce 0 8 16 24 32 40 48 56; reduce-scatter $((8 * rank)); broadcast 0 1 2 3 4 5 6 7;" \
    "all-gather 0 1 2 3 4 5 6 7; all-to-all 0 1 2 3 4 5 6 7; ring$(printf " $previous%.0s" {1..8})"
done >expected.txt
diff expected.txt threads.txt || fail "threads"

# By hand, and by mpirun where there is one.
by_hand() {  # <prefix of the command of each rank>
  local rank
  rm -f root_info
  for rank in 0 1 2 3; do
    RANK=$rank SIZE=4 ${@//RANK/$rank} ./processes root_info &
  done
  wait
}
for rank in 0 1 2 3; do echo "rank $rank of 4: sum 10"; done >expected.txt
by_hand >by_hand.txt
diff expected.txt <(sort by_hand.txt) || fail "processes by hand"
# Ranks that are alone say so, and end.
for rank in 1 x; do
  RANK=$rank SIZE=2 timeout 60 ./processes missing/root_info 1 >alone.txt 2>&1 && fail "rank $rank passed"
  cat alone.txt
done >alone_all.txt
RANK=0 SIZE=2 timeout 60 ./processes missing/root_info >>alone_all.txt 2>&1 && fail "rank 0 passed"
cat >expected_alone.txt <<'END'
rank 1: no root info has come in missing/root_info within 1 seconds: has rank 0 started, and can this rank read what it writes?
RANK is "x", expected a number
missing/root_info cannot be written: No such file or directory
END
diff expected_alone.txt alone_all.txt || fail "ranks that are alone"
if command -v mpirun >/dev/null; then
  rm -f root_info
  mpirun --oversubscribe --allow-run-as-root -n 4 ./processes root_info >by_mpirun.txt || fail "mpirun"
  diff expected.txt <(sort by_mpirun.txt) || fail "processes by mpirun"
else
  echo "There is no mpirun: not tested with it."
fi

# Two hosts: ranks 0 and 1 on one, 2 and 3 on the other.
hosts=(openaclnn-a-$$ openaclnn-b-$$)
if [[ $EUID == 0 ]] && ip netns add "${hosts[0]}" 2>/dev/null; then
  trap 'ip netns delete ${hosts[0]}; ip netns delete ${hosts[1]} 2>/dev/null' EXIT
  ip netns add "${hosts[1]}"
  ip link add "veth-a-$$" netns "${hosts[0]}" type veth peer name "veth-b-$$" netns "${hosts[1]}"
  ip -n "${hosts[0]}" address add 10.77.0.1/24 dev "veth-a-$$"
  ip -n "${hosts[1]}" address add 10.77.0.2/24 dev "veth-b-$$"
  for i in 0 1; do
    ip -n "${hosts[i]}" link set lo up
    ip -n "${hosts[i]}" link set "veth-$([[ $i == 0 ]] && echo a || echo b)-$$" up
  done
  rm -f root_info
  for rank in 0 1 2 3; do
    RANK=$rank SIZE=4 ip netns exec "${hosts[rank / 2]}" ./processes root_info &
  done >two_hosts.txt 2>&1
  wait
  diff expected.txt <(sort two_hosts.txt) || fail "two hosts: $(cat two_hosts.txt)"
else
  echo "Network namespaces cannot be made here (they need root): not tested with two hosts."
fi

# Training on four ranks.
if [[ ! -d /usr/include/eigen3 ]]; then
  echo "There is no Eigen: training is not tested."
  exit 0
fi
sources=$(ls "$examples"/train_digits/*.cpp | grep -vE '/(main|gradient_check|loss_curve|progress)\.cpp')
for source in $sources "$examples/train_digits_parallel/main.cpp"; do
  "$CXX" -std=c++17 -O2 -Wall -Wextra -Werror -I "$H/include" -I "$H/include/aclnn" -I "$H/include/aclnnop" \
    -isystem /usr/include/eigen3 -c "$source" &
done
wait
"$CXX" ./*.o -L $H/lib64 -lhccl -lopapi -lnnopbase -lascendcl -lpthread -o train
train() {  # <name> <ranks> <own ranks>...
  local own
  rm -f root_info
  for own in "${@:3}"; do ./train "$examples/train_digits/digits.csv" 3 "$2" "$own" root_info & done >"$1.txt" 2>&1
  wait
  expect_equal "ranks of $1" "$2" "$(grep -c 'checksum of the weights' "$1.txt")"
}
checksums() { grep -ohE 'checksum of the weights [0-9a-f]+' "$@" | sort -u; }
train of_threads 4 0,1,2,3
train of_processes 4 0 1 2 3
train of_both 4 0,2 1,3
expect_equal "different weights of threads, processes and both" 1 "$(checksums of_*.txt | wc -l)"
train alone 1 0
awk '{ for (i = 1; i < NF; ++i) if ($i == "loss") print $(i + 1) + 0 }' alone.txt of_threads.txt | sort -u >losses.txt
awk 'NR == 1 { least = $1 } { most = $1 } END { exit !(most - least < 0.01 * most) }' losses.txt ||
  fail "losses differ: $(cat losses.txt)"

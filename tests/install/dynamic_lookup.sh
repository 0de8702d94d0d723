# Frameworks open the libraries at run time and look everything up through the operator library's
# handle.
"$CXX" -std=c++11 -Wall -Werror "$SOURCE/tests/install/dynamic_lookup.cpp" -ldl -o dynamic_lookup
source "$PREFIX/set_env.sh"
./dynamic_lookup || fail "dynamic_lookup returned $?"

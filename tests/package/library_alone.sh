#!/bin/sh
# -DASSAY_SERVICE=OFF needs RE2 and nothing else: configures with every other package out of reach, builds, and reads
# from the compiler's own dependency lists that no header of another library was opened.
# usage: library_alone.sh CXX
set -eu
cxx=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { printf '%s\n' "library_alone: $*" >&2; exit 1; }

hide=
for package in CLI11 GTest benchmark Python3 nlohmann_json simdjson; do
  hide="$hide -DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"
done
cmake -S "$root" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 \
    -DASSAY_SERVICE=OFF -DASSAY_TESTS=OFF $hide >"$work/log" 2>&1 || { cat "$work/log"; fail "does not configure"; }
cmake --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; fail "does not build"; }

ninja -C "$work/build" -t deps >"$work/deps"
grep -q 'src/json/' "$work/deps" || fail "the dependency lists are empty"
if grep -E '/(CLI|gtest|gmock|benchmark|nlohmann|simdjson|toml\+\+|spdlog|curl)[/.]' "$work/deps"; then
  fail "opens a header of a library that is not RE2"
fi
if find "$work/build" -maxdepth 1 -name assay -type f | grep -q .; then
  fail "builds the program, and ASSAY_SERVICE is off"
fi
cmake --install "$work/build" --prefix "$work/prefix" >"$work/log" || { cat "$work/log"; fail "does not install"; }
cmake -S "$root/tests/package/consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_COMPILER="$cxx" \
    $hide >"$work/log" 2>&1 || { cat "$work/log"; fail "a consumer does not configure"; }
cmake --build "$work/consumer" >"$work/log" 2>&1 || { cat "$work/log"; fail "a consumer does not build"; }
"$work/consumer/consumer" >"$work/said" || { cat "$work/said"; fail "a consumer does not run"; }
printf '%s\n' "library_alone: RE2 is all it needs"

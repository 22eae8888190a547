#!/bin/sh
# Installs a built tree into a folder of its own, moves that folder, and builds and runs a consumer against it, once
# through find_package(assay) and once through pkg-config.
# usage: installed.sh BUILD_FOLDER CXX
set -eu
build=$1
cxx=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
expected='billing, schema'

say() { printf '%s\n' "installed: $*"; }
fail() { say "$*" >&2; exit 1; }

cmake --install "$build" --prefix "$work/first" >"$work/install.log" || { cat "$work/install.log"; fail "the install failed"; }
mv "$work/first" "$work/prefix"
prefix=$work/prefix

test "$("$work/prefix/bin/assay" --version | cut -d' ' -f1)" = assay || fail "the installed program does not run"

cmake -S "$here/consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$cxx" >"$work/log" \
    || { cat "$work/log"; fail "find_package(assay) failed"; }
grep -q "^assay_DIR:PATH=$prefix/" "$work/consumer/CMakeCache.txt" || fail "find_package(assay) found another one"
cmake --build "$work/consumer" >"$work/log" 2>&1 || { cat "$work/log"; fail "the consumer does not build"; }
said=$("$work/consumer/consumer")
test "$said" = "$expected" || fail "the consumer built by cmake said: $said"
say "find_package(assay) works"

pc=$(dirname "$(find "$prefix" -name assay.pc)")
flags=$(PKG_CONFIG_PATH=$pc pkg-config --define-variable=prefix="$prefix" --cflags --libs assay)
# Unquoted on purpose: the flags are words.
"$cxx" -std=c++20 "$here/consumer/consumer.cpp" $flags -o "$work/by-pkg-config" || fail "the pkg-config line does not build"
said=$("$work/by-pkg-config")
test "$said" = "$expected" || fail "the consumer built with pkg-config said: $said"
say "pkg-config works"

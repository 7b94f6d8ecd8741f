#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries the launcher as a newcomer would: in a fresh clone, with an empty home, six at once, through a symlink, without tools.
# Run by hand: cli/src/test/sh/launcher-test.sh. Ends with 0 and "all passed", or with the first thing that was wrong.
set -u

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
export HOME=$work/home
unset XDG_STATE_HOME XDG_CONFIG_HOME HOLDONCE_STORE HOLDONCE_STORE_PASSWORD_FILE
mkdir -- "$HOME"

check() {
    local what=$1
    shift
    if "$@"; then
        printf 'ok    %s\n' "$what"
    else
        printf 'WRONG %s\n' "$what"
        exit 1
    fi
}

has() { grep -q -- "$1" "$2"; }

git clone -q -- "$root" "$work/clone" || exit 1
cd "$work" || exit 1

# A broken build shows Maven's words, and the next start tries again.
mv clone/core/pom.xml kept
printf 'no POM\n' >clone/core/pom.xml
clone/holdonce ls >out 2>err
check "a failing build exits 78" test $? -eq 78
check "a failing build shows Maven's error" has 'Non-parseable POM' err
mv kept clone/core/pom.xml

for i in 1 2 3 4 5 6; do
    clone/holdonce run nightly -- sh -c 'echo "$HOLDONCE_FENCING_TOKEN"' >"out$i" 2>"err$i" &
    pids[i]=$!
done
for i in 1 2 3 4 5 6; do
    wait "${pids[i]}"
    check "first run $i of six at once exits 0" test $? -eq 0
done
check "six different tokens" test "$(sort -u out? | grep -c '^[0-9]*$')" -eq 6
check "one of them built" test "$(grep -l 'building for the first use' err? | wc -l)" -eq 1
check "it says where the store is" has "$HOME/.local/state/holdonce/locks.db" err1
check "the class archive was made" test -s clone/cli/target/launcher/classes.jsa

ln -s clone/holdonce link
mkdir elsewhere
(cd elsewhere && ../link run --store local nightly -- true) >out 2>err
check "a symlink works from another folder" test $? -eq 0
check "and it is silent" test ! -s out -a ! -s err

clone/holdonce run --store local nightly -- sh -c 'exit 7'
check "the exit code is passed on" test $? -eq 7

touch clone/cli/src/main/java/io/holdonce/cli/Main.java
clone/holdonce run --store local nightly -- true 2>err
check "a newer source is built again" has 'building' err

mkdir tools
for tool in bash env readlink find cat sed grep; do
    ln -s "$(command -v $tool)" tools/$tool
done
env -u JAVA_HOME PATH="$work/tools" "$work/clone/holdonce" ls 2>err
check "without java: exit 78" test $? -eq 78
check "without java: says so" has 'java is not on PATH' err
rm -rf clone/cli/target/launcher
java=$(readlink -f "$(command -v java)")
JAVA_HOME=${java%/bin/java} PATH="$work/tools" "$work/clone/holdonce" ls 2>err
check "without mvn: exit 78" test $? -eq 78
check "without mvn: says so" has 'mvn is not on PATH' err

printf 'all passed\n'

# holdonce: runs a command as the leader of this session and ends the session with its lease.
# Arguments: control FIFO, deadline in hundredths of a second since boot (0: none known), then the command.
# The FIFO carries "until DEADLINE", a signal's name, "kill" or "end"; its end means that the JVM is gone.
# Nothing here sets a variable outside a subshell: the command's environment is the caller's.

# Opened for both ways first, because opening for reading alone would wait for ever if the JVM has died already.
exec 3<>"$1" 4<"$1" || exit 126
exec 3>&-
rm -rf -- "${1%/*}"

# Sets left to the hundredths of a second until the deadline. Boot time goes on while the machine sleeps.
time_left() {
    left=1000
    [ "$deadline" -gt 0 ] && read -r up idle </proc/uptime || return 0
    up=${up%.*}${up#*.}
    left=$((deadline - ${up#0}))
}

# Runs "$1 PID GROUP" for every living process of this session but this one; sets found to how many there were.
each_other() {
    found=0
    for stat in /proc/[0-9]*/stat; do
        { read -r line <"$stat"; } 2>/dev/null || continue
        pid=${line%% *}
        set -- "$1" ${line##*) }
        # Now $2 is the state, $4 the group, $5 the session.
        [ "$5" = "$$" ] && [ "$pid" != "$self" ] && [ "$2" != Z ] && [ "$2" != X ] || continue
        found=$((found + 1))
        "$1" "$pid" "$4"
    done
}

kill_one() { kill -s KILL "$1" 2>/dev/null; }

signal_outside_group() { [ "$2" = "$$" ] || kill -s "$signal" "$1" 2>/dev/null; }

# Programs such as timeout(1) make groups of their own, so the group alone would not be all.
end_all() {
    rounds=0
    while [ "$rounds" -lt 100 ]; do
        each_other kill_one
        [ "$found" -eq 0 ] && break
        rounds=$((rounds + 1))
    done
    kill -s KILL -- "-$$"
    exit 0
}

watch() {
    LC_ALL=C
    deadline=$1
    read -r self rest </proc/self/stat
    while :; do
        message=
        if [ -n "$BASH_VERSION" ] && [ -r /proc/uptime ]; then
            time_left
            [ "$left" -gt 0 ] || end_all
            [ "$left" -lt 50 ] || left=50
            [ "$left" -lt 10 ] && left=0$left
            read -r -t "0.$left" message <&4
            code=$?
            [ "$code" -gt 128 ] && continue
        else
            read -r message <&4
            code=$?
        fi
        [ "$code" -eq 0 ] || end_all
        case $message in
            until\ *) deadline=${message#until } ;;
            end) exit 0 ;;
            kill) end_all ;;
            ?*)
                signal=$message
                kill -s "$signal" -- "-$$" 2>/dev/null
                each_other signal_outside_group
                ;;
        esac
    done
}

# The watcher is nobody's child, so that the command never meets it in wait(2). It closes its standard output once its
# traps are set, and only that lets the command start.
: "$({
    trap '' HUP INT QUIT TERM USR1 USR2 ALRM PIPE TSTP TTIN TTOU WINCH
    exec </dev/null >/dev/null 2>&1
    watch "$2"
} &)"

(
    deadline=$2
    time_left
    [ "$left" -gt 0 ]
) || kill -s KILL $$
exec 4<&-
shift 2
exec "$@"

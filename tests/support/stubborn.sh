#!/bin/sh
# Everything a process can do to stay: it ignores SIGTERM, forks, leaves its session, forks away from its parent,
# and drops its environment.
trap '' TERM HUP INT
linger() { while :; do sleep 0.2; done; }
linger &
setsid sh -c 'trap "" TERM HUP INT; while :; do sleep 0.2; done' &
(setsid sh -c 'trap "" TERM HUP INT; (while :; do sleep 0.2; done) >/dev/null 2>&1 &' &)
env -i sh -c 'trap "" TERM HUP INT; while :; do sleep 0.2; done' &
echo ready
linger

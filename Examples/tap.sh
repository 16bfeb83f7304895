#!/bin/sh
# Runs a command, such as a long build, and plays its result: success or error. usage: tap.sh COMMAND [ARGUMENT...]
"$@"
status=$?
if [ $status = 0 ]; then feedback=success; else feedback=error; fi
# The exit status is that of the command, also without a daemon.
hapticctl play $feedback >/dev/null 2>&1
exit $status

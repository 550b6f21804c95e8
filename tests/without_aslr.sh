#!/bin/sh
# Runs a program at fixed addresses where that is allowed: the thread sanitizer of GCC 12 refuses
# to start on kernels that spread the addresses more widely than it expects.
if setarch -R true 2>/dev/null; then exec setarch -R "$@"; fi
exec "$@"

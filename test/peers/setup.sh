#!/usr/bin/env bash
# Installs the Debian packages whose programs the tests run against. Starts none of their services.
# usage: setup.sh PACKAGE…
set -euo pipefail
exec 9>/var/lock/rcondeck-peers
flock 9
export DEBIAN_FRONTEND=noninteractive
if [ ! -e /usr/sbin/policy-rc.d ]; then
	printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
	chmod 755 /usr/sbin/policy-rc.d
	trap 'rm -f /usr/sbin/policy-rc.d' EXIT
fi
install=(apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=120 "$@")
"${install[@]}" || { apt-get update -q && "${install[@]}"; }

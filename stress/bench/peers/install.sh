#!/usr/bin/env bash
# Installs the peers that hp5-bench compares with (Debian packages) and builds one
# executable per peer and benchmark under build/. Run it once; `hp5-bench` installs nothing.
#
#   stress/bench/peers/install.sh
#
# Taskflow is in no package registry: unpack a release anywhere and say where its headers
# are, then it is built too:
#
#   TASKFLOW_INCLUDE=/opt/taskflow stress/bench/peers/install.sh
set -euo pipefail
cd "$(dirname "$0")"

wanted=(g++ clang-14 libomp-14-dev libtbb-dev libstarpu-dev make pkg-config)
missing=()
for package in "${wanted[@]}"; do
    dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    echo "installing ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        echo "$0: packages are missing and this is not root; run: sudo apt-get install ${missing[*]}" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"
fi
make -j2
echo "built in $PWD/build:"
ls build

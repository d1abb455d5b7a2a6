#!/usr/bin/env bash
# Before a release: all of CI, on the commit that is released, in a fresh clone. So what lies about here proves nothing.
set -euo pipefail
log=$PWD/output/release.log
clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
mkdir -p output
git clone --quiet . "$clone"
"$clone/.ci/run" >"$log" 2>&1 </dev/null || {
	tail --lines 40 "$log" >&2
	echo ".ci/run has failed; all that it printed: $log" >&2
	exit 1
}

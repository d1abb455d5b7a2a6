#!/usr/bin/env bash
# Before a release: what release-it does not look at, then all of CI, on the commit that is released, in a fresh clone. So
# what lies about here proves nothing.
set -euo pipefail

refuse() {
	echo "$1" >&2
	exit 1
}

[[ -z $(git status --porcelain) ]] || refuse 'There are files that are not committed: commit them, or put them away'
git fetch --quiet --tags
git merge-base --is-ancestor '@{upstream}' HEAD || refuse 'main is behind its upstream: git pull'
sed -n '/^## \[Unreleased\]/,/^## \[[0-9]/p' CHANGELOG.md | grep -q '^[^#[:space:]]' ||
	refuse 'CHANGELOG.md has nothing under Unreleased: write what changes for users'

commit=$(git rev-parse HEAD)
log=$PWD/output/release.log
clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
mkdir -p output
git clone --quiet . "$clone"
"$clone/.ci/run" >"$log" 2>&1 </dev/null || {
	tail --lines 40 "$log" >&2
	refuse ".ci/run has failed; all that it printed: $log"
}
[[ $(git rev-parse HEAD) == "$commit" && -z $(git status --porcelain) ]] ||
	refuse 'Something has changed here while .ci/run ran: start again'

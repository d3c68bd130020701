#!/bin/sh
# Replace the versions of actions and images in the workflows by the commits and digests that they stand for today. Needs gh (signed in) and docker.
set -eu
for file in "$(dirname "$0")"/workflows/*.yml; do
  sed -i -E 's|(uses: [^@ ]+)@[0-9a-f]{40} # (v[0-9]+)$|\1@\2|' "$file"
  for action in $(grep -oE 'uses: [^@ ]+@v[0-9]+' "$file" | cut -d' ' -f2 | sort -u); do
    sha=$(gh api "repos/${action%@*}/commits/${action#*@}" --jq .sha)
    sed -i "s|uses: $action\$|uses: ${action%@*}@$sha # ${action#*@}|" "$file"
  done
  for image in $(grep -oE "'mongo:[0-9a-z.-]+(@sha256:[0-9a-f]+)?'" "$file" | tr -d "'" | cut -d@ -f1 | sort -u); do
    digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
    sed -i -E "s|'$image(@sha256:[0-9a-f]+)?'|'$image@$digest'|" "$file"
  done
done

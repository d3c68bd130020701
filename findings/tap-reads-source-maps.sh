#!/usr/bin/env bash
# Expected: with coverage switched off, `tap run` does not look into the modules that a test loads.
# It records every module that each process loads, the ones that tests start too, and for that reads and parses the source map of each: with bundles of some
# megabytes this takes seconds of processor time for every test file. A pattern in _TAPJS_PROCESSINFO_EXCLUDE_ ends it, but `tap run` sets that variable
# itself, so that it has to be set again in the processes, before tap's own import.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund tap@21.8.0 >/dev/null
cat >sum.mjs <<'EOF'
export const sum = (a, b) => a + b
//# sourceMappingURL=sum.mjs.map
EOF
echo '{"version":3,"file":"sum.mjs","sources":["sum.ts"],"names":[],"mappings":"AAAA"}' >sum.mjs.map
cat >sum.test.mjs <<'EOF'
import t from 'tap'
import { sum } from './sum.mjs'
t.equal(sum(1, 2), 3)
EOF
echo "process.env._TAPJS_PROCESSINFO_EXCLUDE_ = '/./'" >exclude.mjs
cat >sources.mjs <<'EOF'
import { readFileSync, readdirSync } from 'node:fs'
const records = readdirSync('.tap/processinfo').map(name => JSON.parse(readFileSync(`.tap/processinfo/${name}`, 'utf8')))
console.log(records.some(({ sources }) => Object.keys(sources).some(name => name.endsWith('/sum.mjs'))))
EOF
run() {
  npx tap run --plugin='!@tapjs/typescript' --disable-coverage --allow-incomplete-coverage --reporter=silent sum.test.mjs
  node sources.mjs
}
usual=$(run)
NODE_OPTIONS="--import=file://$folder/exclude.mjs"
export NODE_OPTIONS
excluded=$(run)
echo "tap $(node -p "require('tap/package.json').version"), coverage off: source maps are read: $usual; with the pattern set in each process: $excluded"
[ "$usual" = true ] && [ "$excluded" = false ]

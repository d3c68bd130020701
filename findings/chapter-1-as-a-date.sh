#!/usr/bin/env bash
# Expected: cast_date of csv-parse makes dates of cells that are dates, and leaves words alone.
# So it is not in Node.js: Date.parse of V8 ignores words before a number. "Chapter 1" is January 2001 and "Chapter 13" a text, "Windows 95" is 1995, "ISO
# 9001" the year 9001, and 01.02.2024 the second of January. The types of a column of titles depend on their numbers, so that dates need a pattern of one's
# own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-parse@7.0.3 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
const { version } = JSON.parse(readFileSync('node_modules/csv-parse/package.json', 'utf8'))
console.log(`csv-parse ${version}, Node.js ${process.version}`)
const seen = {
  '2024-05-01': '2024-05-01',
  '01.02.2024': '2024-01-02',
  'Chapter 1': '2001-01-01',
  'Chapter 13': 'Chapter 13',
  'Mayor 7': '2001-05-07',
  'Windows 95': '1995-01-01',
  'ISO 9001': '9001-01-01',
  'Volume three': 'Volume three',
}
const rows = parse(`cell\n${Object.keys(seen).join('\n')}\n`, { columns: true, cast: true, cast_date: true })
for (const [at, [text, wanted]] of Object.entries(seen).entries()) {
  const { cell } = rows[at]
  const found = cell instanceof Date ? cell.toISOString().slice(0, 10) : cell
  console.log(JSON.stringify(text), '→', cell instanceof Date ? 'date' : 'text', found)
  assert.equal(found, wanted)
}
PROBE
TZ=UTC node probe.mjs

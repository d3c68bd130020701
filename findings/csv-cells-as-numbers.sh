#!/usr/bin/env bash
# Expected: CSV readers that find the types of cells keep codes as texts when a number would lose something (007, 0E8, +49301234).
# So it is: csv-parse (cast), Papa Parse (dynamicTyping) and d3-dsv (autoType) all read 007 as 7 and both 0E0 and 0E8 as 0. They disagree
# on +49301234, on 0x10 (csv-parse reads it as 0, d3-dsv as 16) and on 9007199254740993, of which two of them lose the last digit.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund csv-parse@6.2.1 papaparse@5.5.3 d3-dsv@3.0.1
cat > probe.mjs <<'PROBE'
import { deepStrictEqual } from 'node:assert'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { autoType, csvParse } from 'd3-dsv'
import Papa from 'papaparse'

const readers = {
  'csv-parse': text => parse(text, { columns: true, cast: true }),
  papaparse: text => Papa.parse(text, { header: true, dynamicTyping: true, skipEmptyLines: true }).data,
  'd3-dsv': text => csvParse(text, autoType),
}
const seen = {
  '007': [7, 7, 7],
  '0E0': [0, 0, 0],
  '0E8': [0, 0, 0],
  '1E5': [100000, 100000, 100000],
  '+49301234': [49301234, '+49301234', 49301234],
  '0x10': [0, '0x10', 16],
  '9007199254740993': [9007199254740992, '9007199254740993', 9007199254740992],
}
const text = `cell\n${Object.keys(seen).join('\n')}\n`
const found = Object.values(readers).map(read => read(text).map(({ cell }) => cell))
for (const name of Object.keys(readers))
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
for (const [at, [cell, values]] of Object.entries(seen).entries()) {
  console.log(JSON.stringify(cell), '→', found.map(column => JSON.stringify(column[at])).join(', '))
  deepStrictEqual(found.map(column => column[at]), values, cell)
}
PROBE
node probe.mjs

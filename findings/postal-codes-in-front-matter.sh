#!/usr/bin/env bash
# Expected: the front matter of a Markdown file has the same values in every site generator.
# So it has not: gray-matter reads YAML 1.1. Codes of digits that begin with 0 are octal there, as long as they have no 8 or 9 (the postal code 01067 of
# Dresden is 567, and 08123 a text), and a duration of 3:45 is 225. The package yaml reads YAML 1.2: 1067, 8123 and "3:45". A migration from one generator
# to another changes values that are not quoted, without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts gray-matter@4.0.3 yaml@2.9.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import matter from 'gray-matter'
import { parse } from 'yaml'
for (const name of ['gray-matter', 'yaml'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const date = new Date('2024-05-01')
const seen = {
  '01067': [567, 1067],
  '08123': ['08123', 8123],
  '3:45': [225, '3:45'],
  '12:30:00': [45000, '12:30:00'],
  '1_000': [1000, '1_000'],
  '2024-05-01': [date, '2024-05-01'],
  "'01067'": ['01067', '01067'],
}
for (const [text, wanted] of Object.entries(seen)) {
  const front = `value: ${text}\n`
  const found = [matter(`---\n${front}---\n`).data.value, parse(front).value]
  console.log(text, '→', ...found)
  assert.deepEqual(found, wanted)
}
PROBE
node probe.mjs

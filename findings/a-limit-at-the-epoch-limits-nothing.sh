#!/usr/bin/env bash
# Expected: formatMinimum of ajv-formats refuses every date-time before the limit, whichever it is.
# So it does, except for one: the comparison takes 1970-01-01T00:00:00Z, whose value is 0, for something that cannot be compared. As a limit it limits
# nothing, and as a value, which is what many programs write for "no time", it passes every limit. The format date is not concerned. A rule such as "not
# before the archive was founded" lets exactly the records without a date through.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ajv@8.20.0 ajv-formats@3.0.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
for (const name of ['ajv', 'ajv-formats'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const ajv = new Ajv()
addFormats(ajv, { keywords: true })
for (const [format, formatMinimum, value, wanted] of [
  ['date-time', '2020-01-01T00:00:00Z', '2019-12-31T23:59:59Z', false],
  ['date-time', '2020-01-01T00:00:00Z', '1970-01-01T00:00:01Z', false],
  ['date-time', '2020-01-01T00:00:00Z', '1970-01-01T00:00:00Z', true],
  ['date-time', '1970-01-01T00:00:01Z', '1950-01-01T00:00:00Z', false],
  ['date-time', '1970-01-01T00:00:00Z', '1950-01-01T00:00:00Z', true],
  ['date', '1970-01-01', '1950-01-01', false],
]) {
  const found = ajv.validate({ type: 'string', format, formatMinimum }, value)
  console.log(format, value, 'from', formatMinimum, 'on:', found ? 'valid' : 'not valid')
  assert.equal(found, wanted)
}
PROBE
node probe.mjs

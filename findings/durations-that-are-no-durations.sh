#!/usr/bin/env bash
# Expected: what libraries write as a duration of ISO 8601 is valid under "format": "duration" of JSON Schema, and says how long it was.
# The format is that of RFC 3339, appendix A, which is narrower: no fractions, no weeks beside other units, and no gaps. A song of three minutes and 42.5 seconds
# (PT3M42.5S) is valid for none of three validators, a week and two days (P1W2D) neither; about an hour and five seconds (PT1H5S) they disagree: Ajv takes it,
# Hyperjump's and cfworker's refuse the gap. date-fns writes all units, which is valid, but leaves weeks and milliseconds out: two weeks are no time at all.
# moment writes weeks as days.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @cfworker/json-schema@4.1.6 @hyperjump/browser@1.3.1 @hyperjump/json-schema@1.18.0 \
  @js-temporal/polyfill@0.5.1 ajv@8.20.0 ajv-formats@3.0.1 date-fns@4.1.0 luxon@3.7.2 moment@2.30.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Validator } from '@cfworker/json-schema'
import { setShouldValidateFormat } from '@hyperjump/json-schema'
import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12'
import '@hyperjump/json-schema/formats'
import { Temporal } from '@js-temporal/polyfill'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { formatISODuration } from 'date-fns'
import { Duration } from 'luxon'
import moment from 'moment'
for (const name of Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies))
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const writers = {
  Luxon: parts => Duration.fromObject(parts).toISO(),
  Temporal: parts => Temporal.Duration.from(parts).toString(),
  moment: parts => moment.duration(parts).toISOString(),
  'date-fns': parts => formatISODuration(parts),
}
setShouldValidateFormat(true)
registerSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', format: 'duration' }, 'https://example.org/duration')
const ajv = new Ajv()
addFormats.default(ajv)
const validators = {
  Ajv: text => ajv.validate({ type: 'string', format: 'duration' }, text),
  Hyperjump: async text => (await validate('https://example.org/duration', text)).valid,
  cfworker: text => new Validator({ format: 'duration' }, '2020-12').validate(text).valid,
}
const seen = {}
for (const [name, parts] of Object.entries({
  recipe: { hours: 1, minutes: 30 },
  'hour and seconds': { hours: 1, seconds: 5 },
  'year and days': { years: 1, days: 3 },
  song: { minutes: 3, seconds: 42, milliseconds: 500 },
  weeks: { weeks: 2 },
  'week and days': { weeks: 1, days: 2 },
})) {
  for (const [writer, write] of Object.entries(writers)) {
    const text = write(parts)
    const takers = []
    for (const [validator, takes] of Object.entries(validators)) if (await takes(text)) takers.push(validator)
    seen[name] ??= {}
    const who = takers.length === 3 ? 'all' : takers.join(', ') || 'none'
    ;(seen[name][`${text}, valid for ${who}`] ??= []).push(writer)
  }
  console.log(name, seen[name])
}
assert.deepEqual(seen, {
  recipe: { 'PT1H30M, valid for all': ['Luxon', 'Temporal', 'moment'], 'P0Y0M0DT1H30M0S, valid for all': ['date-fns'] },
  'hour and seconds': { 'PT1H5S, valid for Ajv': ['Luxon', 'Temporal', 'moment'], 'P0Y0M0DT1H0M5S, valid for all': ['date-fns'] },
  'year and days': { 'P1Y3D, valid for Ajv': ['Luxon', 'Temporal', 'moment'], 'P1Y0M3DT0H0M0S, valid for all': ['date-fns'] },
  song: { 'PT3M42.5S, valid for none': ['Luxon', 'Temporal', 'moment'], 'P0Y0M0DT0H3M42S, valid for all': ['date-fns'] },
  weeks: { 'P2W, valid for all': ['Luxon', 'Temporal'], 'P14D, valid for all': ['moment'], 'P0Y0M0DT0H0M0S, valid for all': ['date-fns'] },
  'week and days': {
    'P1W2D, valid for none': ['Luxon', 'Temporal'],
    'P9D, valid for all': ['moment'],
    'P0Y0M2DT0H0M0S, valid for all': ['date-fns'],
  },
})
PROBE
node probe.mjs

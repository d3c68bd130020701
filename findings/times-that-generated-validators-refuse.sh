#!/usr/bin/env bash
# Expected: a validator that is generated from an OpenAPI document takes the values that the document allows, such as a time of the day ("format": "time").
# That format is the full-time of RFC 3339, which has an offset: 09:30:00Z, 09:30:00+02:00. orval and hey-api make z.iso.time() of it, which refuses every offset, so
# that of opening hours the validator takes exactly those that are not valid. Of date-time hey-api also refuses moments with another offset than Z, unless its
# option "dates" says otherwise. A date is the same for all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts orval@8.38.0 @hey-api/openapi-ts@0.95.0 zod@4.6.7 ajv@8.17.1 ajv-formats@3.0.1 typescript@5.9.3 >/dev/null
cat > document.json <<'DOCUMENT'
{
  "openapi": "3.1.0",
  "info": { "title": "Opening hours", "version": "1" },
  "paths": {
    "/hours": {
      "post": {
        "operationId": "createHours",
        "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Hours" } } } },
        "responses": { "204": { "description": "Stored" } }
      }
    }
  },
  "components": {
    "schemas": {
      "Hours": {
        "type": "object",
        "properties": {
          "day": { "type": "string", "format": "date" },
          "opens": { "type": "string", "format": "time" },
          "changed": { "type": "string", "format": "date-time" }
        }
      }
    }
  }
}
DOCUMENT
echo "module.exports = { hours: { input: './document.json', output: { target: './orval.ts', client: 'zod' } } }" > orval.config.cjs
npx orval --config orval.config.cjs >/dev/null
npx openapi-ts -i document.json -o hey-api -p zod >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import ts from 'typescript'
for (const name of ['orval', '@hey-api/openapi-ts', 'zod', 'ajv', 'ajv-formats'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const load = async (from, to) => {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  writeFileSync(to, ts.transpileModule(readFileSync(from, 'utf8'), { compilerOptions }).outputText)
  return import(`./${to}`)
}
const ajv = addFormats.default(new Ajv2020())
const { CreateHoursBody } = await load('orval.ts', 'orval.mjs')
const { zHours } = await load('hey-api/zod.gen.ts', 'hey-api.mjs')
const asDocumented = ajv.compile(JSON.parse(readFileSync('document.json', 'utf8')).components.schemas.Hours)
const seen = {}
for (const value of [
  { day: '2026-03-29' },
  { opens: '09:30:00Z' },
  { opens: '09:30:00+02:00' },
  { opens: '09:30:00' },
  { changed: '2026-03-29T09:30:00Z' },
  { changed: '2026-03-29T09:30:00+02:00' },
]) {
  const takes = [asDocumented(value), CreateHoursBody.safeParse(value).success, zHours.safeParse(value).success]
  seen[Object.values(value)[0]] = takes
  console.log(JSON.stringify(value), 'Ajv, orval, hey-api:', ...takes)
}
assert.deepEqual(seen, {
  '2026-03-29': [true, true, true],
  '09:30:00Z': [true, false, false],
  '09:30:00+02:00': [true, false, false],
  '09:30:00': [false, true, true],
  '2026-03-29T09:30:00Z': [true, true, true],
  '2026-03-29T09:30:00+02:00': [true, true, false],
})
PROBE
node probe.mjs

#!/usr/bin/env bash
# Expected: a measured value in JSON-LD is the same number in RDF, however small it is.
# jsonld.js tells doubles from integers by a dot in the text of the number. Numbers below 0.000001 with one digit have none in JavaScript (1e-7), so that they are
# written as integers: a limit of 0.0000001 is "0"^^xsd:integer, and so is 2e-9; 1.5e-7 and 0.000001 are right. Safe mode reports nothing. With xsd:double as
# the type of the term they stay what they are, and jsonld-streaming-parser writes all of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsonld@9.0.0 jsonld-streaming-parser@5.0.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import jsonld from 'jsonld'
import { JsonLdParser } from 'jsonld-streaming-parser'
for (const name of ['jsonld', 'jsonld-streaming-parser'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const xsd = 'http://www.w3.org/2001/XMLSchema#'
const short = ({ value, datatype }) => `${value} ${datatype.value.replace(xsd, '')}`
const documentOf = (value, type) => ({
  '@context': { limit: { '@id': 'https://example.org/limit', ...(type && { '@type': type }) } },
  '@id': 'https://example.org/substance',
  limit: value,
})
const byJsonld = async document => short((await jsonld.toRDF(document, { safe: true }))[0].object)
const byParser = document =>
  new Promise((resolve, reject) => {
    const parser = new JsonLdParser()
    parser.on('data', ({ object }) => resolve(short(object)))
    parser.on('error', reject)
    parser.end(JSON.stringify(document))
  })
const seen = {}
for (const text of ['0.000001', '0.0000001', '2e-9', '1.5e-7']) {
  const value = JSON.parse(text)
  seen[text] = [await byJsonld(documentOf(value)), await byJsonld(documentOf(value, `${xsd}double`)), await byParser(documentOf(value))]
  console.log(text.padEnd(10), 'jsonld:', seen[text][0], '| as xsd:double:', seen[text][1], '| streaming:', seen[text][2])
}
const all = text => [`${text} double`, `${text} double`, `${text} double`]
const lost = text => ['0 integer', `${text} double`, `${text} double`]
assert.deepEqual(seen, { '0.000001': all('1.0E-6'), '0.0000001': lost('1.0E-7'), '2e-9': lost('2.0E-9'), '1.5e-7': all('1.5E-7') })
PROBE
node probe.mjs

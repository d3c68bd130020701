#!/usr/bin/env bash
# Expected: a number of JSON-LD is the same number after its way through RDF, if both sides have it as xsd:double.
# The algorithm of the specification writes 16 digits ("%1.15E"), and a double can need 17. Of the places at each second of arc, computed as degrees + minutes
# / 60 + seconds / 3600, four of five are another number afterwards, so that whoever compares, merges or hashes finds changes where there are none; in safe mode
# too. The largest double becomes one that is read as infinite. jsonld.js rounds texts under xsd:double as well, jsonld-streaming-parser leaves those as they are.
# Rounded to 12 digits behind the point, a tenth of a micrometre on the ground, coordinates stay what they are.
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
const context = {
  '@vocab': 'https://example.org/',
  number: { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@container': '@list' },
}
const documentOf = number => ({ '@context': context, '@id': 'urn:x:1', number })
const ways = {
  'jsonld.js': async numbers => {
    const [node] = await jsonld.fromRDF(await jsonld.toRDF(documentOf(numbers), { safe: true }), { useNativeTypes: true })
    return node['https://example.org/number'][0]['@list'].map(value => Number(value['@value']))
  },
  'jsonld-streaming-parser': async numbers => {
    const parser = new JsonLdParser()
    parser.end(JSON.stringify(documentOf(numbers)))
    const quads = await parser.toArray()
    return quads.filter(({ predicate }) => predicate.value.endsWith('#first')).map(({ object }) => Number(object.value))
  },
}
const places = Array.from({ length: 3600 }, (_, second) => 13 + Math.floor(second / 60) / 60 + (second % 60) / 3600)
const rounded = places.map(place => Number(place.toFixed(12)))
const found = {}
for (const [name, way] of Object.entries(ways)) {
  const changed = async numbers => (await way(numbers)).filter((number, at) => number !== Number(numbers[at])).length
  const seen = [await changed(places), await changed(rounded), await changed(places.map(String)), (await way([Number.MAX_VALUE]))[0]]
  console.log(`${name}: of 3600 places ${seen[0]} are others (for example ${places[8]}: ${(await way([places[8]]))[0]}), rounded ${seen[1]}, as texts ${seen[2]}; largest: ${seen[3]}`)
  found[name] = seen
}
assert.deepEqual(found, {
  'jsonld.js': [2956, 0, 2956, Infinity],
  'jsonld-streaming-parser': [2956, 0, 0, Infinity],
})
PROBE
node probe.mjs

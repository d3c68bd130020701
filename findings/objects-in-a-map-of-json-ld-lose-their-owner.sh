#!/usr/bin/env bash
# Expected: objects under the keys of a map ("@container": "@index", say editions by language) are the values of their property in RDF, as those of an array are.
# jsonld.js links them. With jsonld-streaming-parser, through which many programs read RDF, the property leads to one nameless node for the whole map, and what
# the objects say is said of other nodes, which nothing refers to, unless they have an "@id". Of an empty map it makes a value. A map of texts by
# language ("@language") with null for one of them, which is allowed, ends the whole document with an error.
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
const context = { '@vocab': 'https://example.org/', part: { '@container': '@index' }, label: { '@container': '@language' } }
const streamed = document =>
  new Promise((resolve, reject) => {
    const quads = []
    const parser = new JsonLdParser()
    parser.on('data', quad => quads.push(quad)).on('error', reject).on('end', () => resolve(quads))
    parser.end(JSON.stringify(document))
  })
/** The titles that are reached from the book, and the number of values of its property. */
const seenIn = quads => {
  const of = subject => quads.filter(quad => quad.subject.value === subject)
  const values = [...new Set(of('urn:x:book').map(quad => quad.object.value))]
  return [values.length, values.flatMap(value => of(value).map(quad => quad.object.value)).sort()]
}
const seen = {}
for (const [name, data] of Object.entries({
  'in an array': { work: [{ title: 'Emma' }, { title: 'Emme' }] },
  'in a map': { part: { en: { title: 'Emma' }, fr: { title: 'Emme' } } },
  'in a map, with @id': { part: { en: { '@id': 'urn:x:en', title: 'Emma' }, fr: { '@id': 'urn:x:fr', title: 'Emme' } } },
  'an empty map': { part: {} },
  'a text that is null': { label: { en: 'Emma', fr: null } },
})) {
  const document = { '@context': context, '@id': 'urn:x:book', ...data }
  const outcomes = [await jsonld.toRDF(document, { safe: true }), await streamed(document).catch(error => error)]
  seen[name] = outcomes.map(outcome => (outcome instanceof Error ? 'error' : seenIn(outcome)))
  console.log(`${name}:`, JSON.stringify(seen[name]))
}
const both = [2, ['Emma', 'Emme']]
assert.deepEqual(seen, {
  'in an array': [both, both],
  'in a map': [both, [1, []]],
  'in a map, with @id': [both, both],
  'an empty map': [[0, []], [1, []]],
  'a text that is null': [[1, []], 'error'],
})
PROBE
node probe.mjs

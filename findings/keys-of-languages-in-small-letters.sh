#!/usr/bin/env bash
# Expected: a document of JSON-LD that is compacted with its own context comes back with the same keys, so that a program finds title["pt-BR"] where it was.
# jsonld.js writes language tags in small letters when it expands, which JSON-LD 1.1 allows and does not ask for: after compaction, flattening, framing or a way
# through RDF the text is at "pt-br", and title["pt-BR"] is undefined; a site in Brazilian Portuguese shows nothing. jsonld-streaming-parser and N3.js do
# the same, rdflib.js keeps the tag, as does jsonld.js itself when it reads N-Quads, so that one text is two in a store that takes in both. Tags without a
# region are not concerned. Who reads JSON-LD has to compare tags without regard to case.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsonld@9.0.0 jsonld-streaming-parser@5.0.1 n3@2.13.12 rdflib@2.4.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import jsonld from 'jsonld'
import { JsonLdParser } from 'jsonld-streaming-parser'
import { Parser } from 'n3'
import { graph, parse } from 'rdflib'
for (const name of ['jsonld', 'jsonld-streaming-parser', 'n3', 'rdflib'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const context = { '@vocab': 'https://example.org/', title: { '@container': '@language' } }
const document = { '@context': context, '@id': 'urn:book:1', title: { pt: 'Janeiro', 'pt-BR': 'Janeiro', 'de-AT': 'Jänner' } }
const keys = ({ title }) => Object.keys(title).sort()
const ways = {
  compact: async () => jsonld.compact(document, context),
  flatten: async () => (await jsonld.flatten(document, context))['@graph']?.[0],
  frame: async () => jsonld.frame(document, { '@context': context, '@id': 'urn:book:1' }),
  'toRDF and fromRDF': async () => jsonld.compact(await jsonld.fromRDF(await jsonld.toRDF(document)), context),
}
console.log('given:', keys(document))
for (const [name, go] of Object.entries(ways)) {
  const found = keys(await go())
  console.log(`${name}:`, found)
  assert.deepEqual(found, ['de-at', 'pt', 'pt-br'])
}
const line = '<urn:book:1> <https://example.org/title> "Janeiro"@pt-BR .\n'
const store = graph()
parse(line, store, 'urn:x', 'text/turtle')
const streamed = await new Promise((resolve, reject) => {
  const parser = new JsonLdParser().on('data', resolve).on('error', reject)
  parser.end(JSON.stringify({ '@id': 'urn:book:1', 'https://example.org/title': { '@value': 'Janeiro', '@language': 'pt-BR' } }))
})
const tags = {
  'jsonld, N-Quads': (await jsonld.fromRDF(line))[0]['https://example.org/title'][0]['@language'],
  rdflib: store.statements[0].object.language,
  n3: new Parser().parse(line)[0].object.language,
  'jsonld-streaming-parser': streamed.object.language,
}
console.log('pt-BR is read as', tags)
assert.deepEqual(tags, { 'jsonld, N-Quads': 'pt-BR', rdflib: 'pt-BR', n3: 'pt-br', 'jsonld-streaming-parser': 'pt-br' })
PROBE
node probe.mjs

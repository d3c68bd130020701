#!/usr/bin/env bash
# Expected: safe mode of jsonld.js refuses a relative address without a base already when it expands, because converting to RDF drops it.
# It is so for "@id" of a node object. The same address as a text under a term of type @id passes and stays relative in the expanded
# form; only toRDF in safe mode reports it ("relative object reference"). Expanding in safe mode does not find all that would be lost.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund jsonld@9.0.0 >/dev/null
cat > check.mjs <<'JS'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
const jsonld = (await import('jsonld')).default
console.log('jsonld', createRequire(import.meta.url)('jsonld/package.json').version)
const context = { link: { '@id': 'https://example.org/link', '@type': '@id' } }
const safe = { safe: true }
const typed = { '@context': context, '@id': 'urn:x:1', link: 'c' }
const node = { '@context': context, '@id': 'urn:x:1', link: { '@id': 'c' } }
const expanded = await jsonld.expand(typed, safe)
console.log('typed text:', JSON.stringify(expanded))
assert.deepEqual(expanded[0]['https://example.org/link'], [{ '@id': 'c' }])
await assert.rejects(jsonld.expand(node, safe), error => {
  console.log('node object:', error.message, error.details.event.code)
  return error.details.event.code === 'relative @id reference'
})
const quads = await jsonld.toRDF(typed, { ...safe, format: 'application/n-quads' }).catch(error => error.details?.event?.code)
console.log('toRDF in safe mode:', JSON.stringify(quads))
assert.equal(quads, 'relative object reference')
JS
node check.mjs

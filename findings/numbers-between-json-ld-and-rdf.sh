#!/usr/bin/env bash
# Expected: a price of 4.5 under a term of type xsd:decimal is the decimal 4.5 in RDF, and reading RDF with native types gives back what was written.
# So it is not: a number with a fraction is written in the form of a double, "4.5E0", which no xsd:decimal has (5 and "4.5" as a text are right). On
# reading, a double without a fraction becomes an integer, and an integer with a leading zero or beyond 2^53 a plain text, without its datatype. Prices
# belong into texts where their term is a decimal, and a copy of RDF should not use native types.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsonld@9.0.0 rdf-validate-datatype@0.2.1 @rdfjs/data-model@2.1.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import rdf from '@rdfjs/data-model'
import jsonld from 'jsonld'
import { validateTerm } from 'rdf-validate-datatype'
for (const name of ['jsonld', 'rdf-validate-datatype'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const xsd = 'http://www.w3.org/2001/XMLSchema#'
const literal = ({ value, datatype }) => `"${value}"^^xsd:${datatype.value.replace(xsd, '')}`
const context = { price: { '@id': 'https://example.org/price', '@type': `${xsd}decimal` } }
for (const [price, wanted, isValid] of [
  [5, '"5"^^xsd:decimal', true],
  ['4.5', '"4.5"^^xsd:decimal', true],
  [4.5, '"4.5E0"^^xsd:decimal', false],
]) {
  const [{ object }] = await jsonld.toRDF({ '@context': context, '@id': 'urn:x:1', price })
  const valid = validateTerm(rdf.literal(object.value, rdf.namedNode(object.datatype.value)))
  console.log(JSON.stringify(price), '→', literal(object), valid ? 'valid' : 'not valid')
  assert.deepEqual([literal(object), valid], [wanted, isValid])
}
for (const [value, type, wanted] of [
  ['7', 'integer', '"7"^^xsd:integer'],
  ['5.0E0', 'double', '"5"^^xsd:integer'],
  ['007', 'integer', '"007"^^xsd:string'],
  ['9007199254740993', 'integer', '"9007199254740993"^^xsd:string'],
]) {
  const quads = `<urn:x:1> <https://example.org/n> "${value}"^^<${xsd}${type}> .\n`
  const [{ object }] = await jsonld.toRDF(await jsonld.fromRDF(quads, { useNativeTypes: true }))
  console.log(`"${value}"^^xsd:${type} →`, literal(object))
  assert.equal(literal(object), wanted)
}
PROBE
node probe.mjs

#!/usr/bin/env bash
# Expected: a processor of JSON-LD that reads a text in the language de_DE, as locales are written, refuses the tag, or writes RDF that can be read.
# jsonld.js writes it into N-Quads, which then cannot be read by jsonld.js itself nor by N3.js: one such text makes a whole file unreadable. Only its safe
# mode refuses it. jsonld-streaming-parser leaves the text out without a word. Compaction and expansion treat it as a language in both forms.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund jsonld@9.0.0 jsonld-streaming-parser@5.0.1 n3@2.13.12 >/dev/null
cat >tags.mjs <<'EOF'
import jsonld from 'jsonld'
import { JsonLdParser } from 'jsonld-streaming-parser'
import { Parser } from 'n3'
const document = { '@id': 'https://example.org/a', 'https://example.org/name': { '@value': 'Haus', '@language': 'de_DE' } }
const outcomeOf = async run => {
  try {
    return String(await run())
  } catch (error) {
    return `refused (${error.message.replace(/ on line.*/, '')})`
  }
}
const format = 'application/n-quads'
const quads = await jsonld.toRDF(document, { format })
console.log('jsonld.js writes', quads.trim().split(' ')[2])
console.log('in safe mode:', await outcomeOf(() => jsonld.toRDF(document, { format, safe: true })))
console.log('jsonld.js reads it:', await outcomeOf(() => jsonld.fromRDF(quads, { format })))
console.log('N3.js reads it:', await outcomeOf(() => new Parser({ format: 'N-Quads' }).parse(quads)))
const streamed = await new Promise((resolve, reject) => {
  let count = 0
  const parser = new JsonLdParser()
  parser.on('data', () => count++).on('error', reject).on('end', () => resolve(count))
  parser.end(JSON.stringify(document))
})
console.log('jsonld-streaming-parser: statements', streamed)
EOF
seen=$(node tags.mjs)
for name in jsonld jsonld-streaming-parser n3; do echo "$name $(node -p "require('./node_modules/$name/package.json').version")"; done
echo "$seen"
[ "$seen" = 'jsonld.js writes "Haus"@de_de
in safe mode: refused (Safe mode validation error.)
jsonld.js reads it: refused (N-Quads parse error)
N3.js reads it: refused (Unexpected "_de")
jsonld-streaming-parser: statements 0' ]

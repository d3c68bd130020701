#!/usr/bin/env bash
# Expected: file-type, which knows the byte order marks of UTF-16, finds XML in texts that have one, and nothing in others.
# So it is in big endian. FF FE, the mark of little endian, in which Windows and spreadsheet programs write "Unicode text", is also how a frame of MPEG
# audio of layer I without a checksum can begin: every such text but XML with a declaration is audio/mpeg. The source looks for XML and a format of
# drawings behind the mark, and goes on to audio where for FE FF it says "some unknown text based format". Who accepts texts by their bytes has to look for
# the mark, and decode, before.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts file-type@21.3.4 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileTypeFromBuffer } from 'file-type'
console.log('file-type', JSON.parse(readFileSync('node_modules/file-type/package.json', 'utf8')).version)
const texts = {
  'Name\tPrice\r\nTea\t3\r\n': ['audio/mpeg', undefined],
  '日本語': ['audio/mpeg', undefined],
  '<svg xmlns="http://www.w3.org/2000/svg"/>': ['audio/mpeg', undefined],
  '<?xml version="1.0" encoding="UTF-16"?><a/>': ['application/xml', 'application/xml'],
}
for (const [text, wanted] of Object.entries(texts)) {
  const little = Buffer.from(`\ufeff${text}`, 'utf16le')
  const found = []
  for (const bytes of [little, Buffer.from(little).swap16()]) found.push((await fileTypeFromBuffer(bytes))?.mime)
  console.log(JSON.stringify(text), '→ little endian', found[0], '· big endian', found[1])
  assert.deepEqual(found, wanted)
}
PROBE
node probe.mjs

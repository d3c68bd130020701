#!/usr/bin/env bash
# Expected: file-type, which knows binary formats by their first bytes, knows nothing of a table or a text in ASCII.
# So it is for most. The marks of some binary formats are two or three letters, and nothing else is checked: a table whose first heading is BMI is a
# bitmap, a note that begins with "MZ" a program for Windows, "GIF" a picture, "ID3" an MP3, and a table that begins with 070707 an archive (cpio). Who
# decides on uploads by their bytes has to ask first whether they are text.
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
  'name,BMI\nAda,21\n': undefined,
  'BMI,name\n21,Ada\n': 'image/bmp',
  'MZ: Mainz\nWI: Wiesbaden\n': 'application/x-msdownload',
  'ID3 is how an MP3 names its artist.\n': 'audio/mpeg',
  '070707,red\n070708,blue\n': 'application/x-cpio',
  'GIF and PNG are formats of pictures.\n': 'image/gif',
}
for (const [text, wanted] of Object.entries(texts)) {
  const found = (await fileTypeFromBuffer(new TextEncoder().encode(text)))?.mime
  console.log(JSON.stringify(text), '→', found)
  assert.equal(found, wanted)
}
PROBE
node probe.mjs

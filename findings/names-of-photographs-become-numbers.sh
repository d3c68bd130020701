#!/usr/bin/env bash
# Expected: what people wrote into a photograph, its title, keywords and inventory number, is text, as XMP (ISO 16684-1) has it for the properties of
# Dublin Core: Text, or lists of it.
# exifr makes numbers and truth values of all that JavaScript can read so, whatever the property: the title "1984" is a number, the keyword "007" is 7 and "true"
# is true, the inventory number 0012345 loses its zeros and a long one its last digits, a label 1e3 is 1000. Characters that XML must escape stay
# escaped ("Dogs &amp; cats"). DateTimeOriginal is read in the time zone of the machine, although its own offset (OffsetTimeOriginal) stands beside it: another
# instant on each server. ExifReader gives the texts as they were written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts exifr@7.1.3 exifreader@4.46.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import exifr from 'exifr'
import ExifReader from 'exifreader'
for (const name of ['exifr', 'exifreader'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const list = (kind, values) => `<rdf:${kind}>${values.map(value => `<rdf:li>${value}</rdf:li>`).join('')}</rdf:${kind}>`
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
  xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:TransmissionReference="0012345" xmp:Label="1e3">
  <dc:title><rdf:Alt><rdf:li xml:lang="x-default">1984</rdf:li></rdf:Alt></dc:title>
  <dc:identifier>20240000000000012345</dc:identifier>
  <dc:subject>${list('Bag', ['007', 'true', 'Dogs &amp; cats'])}</dc:subject>
</rdf:Description></rdf:RDF></x:xmpmeta>`
const entry = (tag, type, count, value) => [tag >> 8, tag & 255, 0, type, 0, 0, 0, count, 0, 0, 0, value]
const taken = '2024:05:01 10:00:00\0'
const exif = Buffer.concat([
  // A TIFF header, one directory that points to the one of Exif, and there the date and its offset.
  Buffer.from([...Buffer.from('MM'), 0, 42, 0, 0, 0, 8, 0, 1, ...entry(0x8769, 4, 1, 26), 0, 0, 0, 0]),
  Buffer.from([0, 2, ...entry(0x9003, 2, 20, 56), ...entry(0x9011, 2, 7, 76), 0, 0, 0, 0]),
  Buffer.from(`${taken}+09:00\0`),
])
const segment = (name, body) => {
  const content = Buffer.concat([Buffer.from(`${name}\0`), body])
  return Buffer.concat([Buffer.from([0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 255]), content])
}
const picture = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  segment('Exif\0', exif),
  segment('http://ns.adobe.com/xap/1.0/', Buffer.from(xmp)),
  Buffer.from([0xff, 0xd9]),
])
const found = await exifr.parse(picture, { xmp: true })
const read = await ExifReader.load(picture)
const { title, identifier, subject, TransmissionReference, Label } = found
const seen = {
  exifr: { title: title.value, identifier, subject, TransmissionReference, Label },
  exifreader: {
    title: read.title.value[0].value,
    identifier: read.identifier.value,
    subject: read.subject.value.map(({ value }) => value),
    TransmissionReference: read.TransmissionReference.value,
    Label: read.Label.value,
  },
}
console.log(seen)
assert.deepEqual(seen, {
  exifr: { title: 1984, identifier: 20240000000000012345, subject: [7, true, 'Dogs &amp; cats'], TransmissionReference: 12345, Label: 1000 },
  exifreader: {
    title: '1984',
    identifier: '20240000000000012345',
    subject: ['007', 'true', 'Dogs & cats'],
    TransmissionReference: '0012345',
    Label: '1e3',
  },
})
console.log('taken at', taken.slice(0, -1), found.OffsetTimeOriginal, '→', found.DateTimeOriginal, 'in', process.env.TZ)
assert.equal(found.OffsetTimeOriginal, '+09:00')
assert.equal(found.DateTimeOriginal.toISOString(), { UTC: '2024-05-01T10:00:00.000Z', 'America/New_York': '2024-05-01T14:00:00.000Z' }[process.env.TZ])
PROBE
TZ=UTC node probe.mjs
TZ=America/New_York node probe.mjs

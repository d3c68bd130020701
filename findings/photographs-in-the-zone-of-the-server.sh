#!/usr/bin/env bash
# Expected: a reader of photographs that gives the time of a picture as a Date, which is an instant, uses the offset from UTC that cameras and phones write beside it
# since Exif 2.31 (OffsetTimeOriginal).
# exifr reads that offset, gives it as a property of its own, and makes the Date in the time zone of the process: a picture taken at 12:00 in Tokyo (+09:00,
# 03:00 UTC) is of 12:00 UTC on a server and of 16:00 UTC in New York. So albums sort differently on two machines, and a picture lands on another day. With
# reviveValues: false the text is given as it is written, and ExifReader gives both texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts exifr@7.1.3 exifreader@4.44.0 jpeg-js@0.4.4 >/dev/null
cat > probe.mjs <<'PROBE'
import exifr from 'exifr'
import ExifReader from 'exifreader'
import jpeg from 'jpeg-js'
const u16 = number => Buffer.from([number >> 8, number & 255])
const entry = (tag, type, count, value) => {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(tag, 0)
  bytes.writeUInt16BE(type, 2)
  bytes.writeUInt32BE(count, 4)
  bytes.writeUInt32BE(value, 8)
  return bytes
}
const none = Buffer.alloc(4)
const time = '2024:05:01 12:00:00'
// A TIFF header, a directory that points to the Exif directory (at 26), which has the time (at 56) and its offset (at 76).
const exif = Buffer.concat([
  Buffer.from('Exif\0\0MM\0*'),
  Buffer.from([0, 0, 0, 8]),
  u16(1), entry(0x8769, 4, 1, 26), none,
  u16(2), entry(0x9003, 2, 20, 56), entry(0x9011, 2, 7, 76), none,
  Buffer.from(`${time}\0+09:00\0`),
])
const picture = jpeg.encode({ data: Buffer.alloc(16 * 16 * 4, 120), width: 16, height: 16 }, 80).data
const photograph = Buffer.concat([picture.subarray(0, 2), Buffer.from([0xff, 0xe1]), u16(exif.length + 2), exif, picture.subarray(2)])
const { DateTimeOriginal, OffsetTimeOriginal } = await exifr.parse(photograph)
const plain = await exifr.parse(photograph, { reviveValues: false })
const other = ExifReader.load(photograph)
console.log([DateTimeOriginal.toISOString(), OffsetTimeOriginal, plain.DateTimeOriginal, other.DateTimeOriginal.description, other.OffsetTimeOriginal.description].join(' | '))
PROBE
for name in exifr exifreader; do echo "$name $(node -p "require('./node_modules/$name/package.json').version")"; done
check() {
  seen=$(TZ=$1 node probe.mjs)
  echo "TZ=$1: $seen"
  [ "$seen" = "$2 | +09:00 | 2024:05:01 12:00:00 | 2024:05:01 12:00:00 | +09:00" ] || { echo "expected $2"; exit 1; }
}
check UTC 2024-05-01T12:00:00.000Z
check America/New_York 2024-05-01T16:00:00.000Z
check Asia/Tokyo 2024-05-01T03:00:00.000Z

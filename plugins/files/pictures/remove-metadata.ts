/** Media types of which {@link removeMetadata} removes metadata without touching the picture. */
export const cleanable: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp'])

/**
 * The bytes of a picture without EXIF, XMP, IPTC and comments, and without what follows the picture. Colours stay, and so does the orientation of a JPEG.
 * @returns undefined for bytes that are not of this form
 */
export function removeMetadata(bytes: Buffer, mediaType: string): Buffer | undefined {
  if (mediaType === 'image/jpeg') return cleanJpeg(bytes)
  return mediaType === 'image/webp' ? cleanWebp(bytes) : cleanPng(bytes)
}

const startOfImage = Buffer.from([0xff, 0xd8])
const endOfImage = 0xd9

/** JPEG (ISO 10918-1): segments, of which JFIF, colour profile and Adobe's colour transform are kept besides the picture itself. */
function cleanJpeg(bytes: Buffer): Buffer | undefined {
  if (!bytes.subarray(0, 2).equals(startOfImage)) return undefined
  const kept: Buffer[] = []
  let orientation = 1
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    if (marker === 0xff) {
      at += 1 // fill bytes
      continue
    }
    if (marker === endOfImage) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) break
    const body = bytes.subarray(at + 4, end)
    if (marker === 0xe1 && body.subarray(0, 6).toString('latin1') === 'Exif\0\0')
      orientation = orientationOf(body.subarray(6))
    const isMetadata = (marker >= 0xe0 && marker <= 0xef && !isKeptSegment(marker, body)) || marker === 0xfe
    const dataEnd = marker === 0xda ? endOfScan(bytes, end) : end
    if (!isMetadata) kept.push(bytes.subarray(at, dataEnd))
    at = dataEnd
  }
  const turned = orientation === 1 ? [] : [exifOf(orientation)]
  return Buffer.concat([startOfImage, ...turned, ...kept, Buffer.from([0xff, endOfImage])])
}

const isKeptSegment = (marker: number, body: Buffer): boolean =>
  marker === 0xe0 || marker === 0xee || (marker === 0xe2 && body.subarray(0, 11).toString('latin1') === 'ICC_PROFILE')

/** Where the next marker is behind compressed data, in which 0xff is followed by 0 or by a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

/** The orientation in the TIFF structure of EXIF; 1 where there is none. */
function orientationOf(tiff: Buffer): number {
  const isLittle = tiff.subarray(0, 2).toString('latin1') === 'II'
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const long = (at: number): number =>
    at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)
  const directory = long(4)
  for (let entry = 0; entry < Math.min(short(directory), 200); entry++) {
    const at = directory + 2 + entry * 12
    const value = short(at + 8)
    if (short(at) === 0x0112 && value >= 1 && value <= 8) return value
  }
  return 1
}

/** A segment with EXIF that contains nothing but the orientation. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const pngMetadata: ReadonlySet<string> = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])

/** PNG: chunks with their length before and a checksum behind. */
function cleanPng(bytes: Buffer): Buffer | undefined {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return undefined
  const kept: Buffer[] = [pngSignature]
  for (let at = 8; at + 12 <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    if (!pngMetadata.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') break
    at = end
  }
  return Buffer.concat(kept)
}

/** WebP: the chunks of a RIFF file; the first one lists which others there are. */
function cleanWebp(bytes: Buffer): Buffer | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const kept: Buffer[] = []
  const fileEnd = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let at = 12; at + 8 <= fileEnd;) {
    const type = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const end = Math.min(fileEnd, at + 8 + size + (size % 2))
    const chunk = Buffer.from(bytes.subarray(at, end))
    if (type === 'VP8X' && chunk.length > 8) chunk.writeUInt8(chunk.readUInt8(8) & ~0b1100, 8)
    if (type !== 'EXIF' && type !== 'XMP ') kept.push(chunk)
    at = end
  }
  const content = Buffer.concat(kept)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(content.length + 4, 4)
  return Buffer.concat([head, content])
}

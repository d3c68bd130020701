import { isUtf8 } from 'node:buffer'

/** How many bytes from the beginning of a file decide its type, as far as texts are concerned. */
export const headBytes = 64 * 1024

const unknownBytes = 'application/octet-stream'

/** Kinds of text that cannot be distinguished by their bytes, by the end of the name. None of them is served as anything but plain text. */
const textTypes: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['md', 'text/markdown'],
  ['json', 'application/json'],
])

/** Documents in the container of older Office programs, which do not differ at its beginning. None of them is shown by a browser. */
const containerTypes: ReadonlyMap<string, string> = new Map([
  ['doc', 'application/msword'],
  ['xls', 'application/vnd.ms-excel'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['msg', 'application/vnd.ms-outlook'],
])

/**
 * The media type of a file, found out from its bytes, without parameters. Its name only distinguishes texts from texts, and older Office documents from each other.
 * @param head the first {@link headBytes}, or all there are
 * @param path the whole file; without it archives are only recognised as archives
 */
export async function sniffType(head: Buffer, name: string, path?: string): Promise<string> {
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type')
  const known = await (path === undefined ? fileTypeFromBuffer(head) : fileTypeFromFile(path))
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const text = textOf(head)
  if (text === undefined) {
    const type = known?.mime.replace(/;.*/, '') ?? unknownBytes
    return type === 'application/x-cfb' ? (containerTypes.get(ending) ?? type) : type
  }
  const start = rootOf(text)
  if (/^<(?:[\w.-]+:)?svg[\s/>]/i.test(start)) return 'image/svg+xml'
  if (/^<(?:html|head|body|script|iframe|style|title|meta|link|base)[\s/>]/i.test(start)) return 'text/html'
  // A table that begins with "BMI," is no bitmap: the magic numbers of many binary formats are letters.
  if (known !== undefined && isTextFormat(known.mime)) return known.mime
  return textTypes.get(ending) ?? 'text/plain'
}

/** Whether a file of this media type can consist of text. */
const isTextFormat = (type: string): boolean =>
  type.startsWith('text/') ||
  ['application/xml', 'application/pdf', 'application/rtf', 'application/postscript', 'application/eps'].includes(type)

/** The text of a file; undefined when it is none. */
function textOf(head: Buffer): string | undefined {
  const text = decode(head)
  // oxlint-disable-next-line no-control-regex -- these are what texts do not contain
  return text === undefined || /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text
}

/** Bytes as text: in UTF-16 with a byte order mark, in UTF-8, or in the encoding that XML declares. A long file can end within a character. */
function decode(head: Buffer): string | undefined {
  const stream = head.length === headBytes
  try {
    return new TextDecoder(encodingOf(head), { fatal: true, ignoreBOM: true }).decode(head, { stream })
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined // not in that encoding; an unknown one
    throw error
  }
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const declared = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head.toString('latin1', 0, 200))?.[1]
  return declared === undefined || isUtf8(head) ? 'utf-8' : declared
}

/** The text from its first element on: without what XML and HTML allow before. */
function rootOf(text: string): string {
  let rest = text.replace(/^\u{feff}/u, '').trimStart()
  for (;;) {
    const end = rest.startsWith('<!--')
      ? rest.indexOf('-->') + 3
      : rest.startsWith('<?')
        ? rest.indexOf('?>') + 2
        : /^<!doctype/i.test(rest)
          ? endOfDoctype(rest)
          : 0
    if (end < 2) return rest
    rest = rest.slice(end).trimStart()
  }
}

/** A document type can contain declarations in brackets. */
function endOfDoctype(text: string): number {
  const close = text.indexOf('>')
  const open = text.indexOf('[')
  if (open === -1 || open > close) return close + 1
  const inner = text.indexOf(']', open)
  return inner === -1 ? 0 : text.indexOf('>', inner) + 1
}

/** The size of an SVG in CSS pixels, from its own attributes: never from a rendering, whose size depends on a density. */
export function sizeOfSvg(head: Buffer): { width: number; height: number } | undefined {
  const tag = /^<(?:[\w.-]+:)?svg\s[^>]*>/i.exec(rootOf(textOf(head) ?? ''))?.[0] ?? ''
  const attribute = (name: string): string | undefined =>
    new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1]
  const box = attribute('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , boxWidth, boxHeight] = box?.length === 4 ? box : []
  let [width, height] = [pixelsOf(attribute('width')), pixelsOf(attribute('height'))]
  if (boxWidth !== undefined && boxHeight !== undefined && boxWidth > 0 && boxHeight > 0) {
    if (width === undefined && height === undefined) [width, height] = [boxWidth, boxHeight]
    width ??= ((height ?? 0) * boxWidth) / boxHeight
    height ??= (width * boxHeight) / boxWidth
  }
  if (width === undefined || height === undefined) return undefined
  const size = { width: Math.round(width), height: Math.round(height) }
  return size.width > 0 && size.height > 0 && Number.isSafeInteger(size.width * size.height) ? size : undefined
}

/** CSS pixels in one of each unit. */
const unitPixels: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
  pc: 16,
}

function pixelsOf(length: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^\s*\+?(\d{1,7}(?:\.\d{1,6})?|\.\d{1,6})([a-z]*)\s*$/.exec(length ?? '') ?? []
  const factor = unitPixels[unit]
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor
}

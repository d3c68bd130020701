import { createRequire } from 'node:module'
import type sharpModule from 'sharp'
import type { Metadata, Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { WorkQueue } from '../../../lib/event-loop/index.ts'
import { sizeOfSvg } from '../arrival/sniff.ts'
import type { FileFacts } from '../file-type.ts'

type SharpModule = typeof sharpModule

/** Media types of pictures that are read. SVG is never: a browser draws it. */
const readable: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
])

/** Formats that derivatives can have. */
export const imageFormats = ['webp', 'avif', 'jpeg', 'png'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** What a derivative looks like. */
export interface ImageRequest {
  width: number
  /** Height for a width of 1; undefined: that of the picture. */
  ratio: number | undefined
  fit: 'cover' | 'contain'
  format: ImageFormat
  focalPoint: { x: number; y: number }
}

type PictureFacts = Pick<FileFacts, 'width' | 'height' | 'animated' | 'thumbhash' | 'contentProblem'>

/** sharp is an optional dependency; without it files have no derivatives. @returns undefined where it is missing */
async function loadSharp(): Promise<SharpModule | undefined> {
  try {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadPdf', 'VipsForeignLoadMagick'] })
    return sharp
  } catch {
    return undefined // not installed, or not for this system
  }
}

function isSharpInstalled(): boolean {
  try {
    return createRequire(import.meta.url).resolve('sharp') !== ''
  } catch {
    return false
  }
}

/** Reads pictures and makes others of them, at most two at a time. */
export class Pictures {
  readonly #maxPixels: number
  readonly #queue = new WorkQueue(2)
  #isAvailable = isSharpInstalled()
  #loading: Promise<SharpModule | undefined> | undefined

  constructor(maxPixels: number) {
    this.#maxPixels = maxPixels
  }

  /** Whether pictures are read and made at all. */
  get isAvailable(): boolean {
    return this.#isAvailable
  }

  /** sharp, which takes time to load: the first picture waits for it, and commands and starts without one do not. */
  async #load(): Promise<SharpModule | undefined> {
    const sharp = await (this.#loading ??= loadSharp())
    this.#isAvailable = sharp !== undefined
    return sharp
  }

  /** Whether derivatives can be made of files of this type. */
  reads = (mediaType: string): boolean => this.isAvailable && readable.has(mediaType)

  /** What a file shows. A picture that cannot be read has a `contentProblem`. */
  async facts(path: string, mediaType: string, head: Buffer): Promise<PictureFacts> {
    if (mediaType === 'image/svg+xml') return sizeOfSvg(head) ?? {}
    const sharp = await this.#load()
    if (sharp === undefined) return {}
    if (!readable.has(mediaType))
      return mediaType.startsWith('image/')
        ? { contentProblem: `Pictures of the type ${mediaType} are not read: there are no smaller versions of it.` }
        : {}
    return this.#queue.run(async () => {
      try {
        const metadata = await this.#open(sharp, path).metadata()
        return {
          ...sizeOf(metadata),
          ...(pagesOf(metadata) > 1 && { animated: true }),
          ...(await this.#thumbhash(sharp, path)),
        }
      } catch (error) {
        return { contentProblem: problemOf(error) }
      }
    })
  }

  /** Make a derivative, {@link inTurn}. Animated pictures keep their frames as WebP; other formats have the first frame. */
  async make(path: string, request: ImageRequest, target: string): Promise<void> {
    const sharp = await this.#load()
    if (sharp === undefined) throw new TypeError('sharp is not installed')
    const metadata = await this.#open(sharp, path).metadata()
    const animated = request.format === 'webp' && pagesOf(metadata) > 1
    const { width = 1, height = 1 } = sizeOf(metadata)
    const resized = resize(this.#open(sharp, path, animated).autoOrient(), { width, height }, request, animated)
    await encode(resized, request.format).toFile(target)
  }

  /** Wait for a place among the two that read pictures at a time. */
  inTurn = <T>(work: () => Promise<T>): Promise<T> => this.#queue.run(work)

  #open(sharp: SharpModule, path: string, animated = false): Sharp {
    return sharp(path, { animated, limitInputPixels: this.#maxPixels, failOn: 'error', sequentialRead: true })
  }

  async #thumbhash(sharp: SharpModule, path: string): Promise<Pick<FileFacts, 'thumbhash'>> {
    const { data, info } = await this.#open(sharp, path)
      .autoOrient()
      .resize(100, 100, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64') }
  }
}

const pagesOf = ({ pages = 1, format }: Metadata): number => (format === 'gif' || format === 'webp' ? pages : 1)

/** The size of a picture as it is displayed: an orientation of 5 and more means on its side. */
function sizeOf({ width, height, pageHeight, orientation = 1 }: Metadata): { width?: number; height?: number } {
  const frame = pageHeight ?? height
  return orientation >= 5 ? { width: frame, height: width } : { width, height: frame }
}

function resize(
  picture: Sharp,
  source: { width: number; height: number },
  { width, ratio, fit, focalPoint }: ImageRequest,
  animated: boolean,
): Sharp {
  if (ratio === undefined) return picture.resize({ width, withoutEnlargement: true })
  const height = Math.max(1, Math.round(width * ratio))
  if (fit === 'contain') return picture.resize({ width, height, fit: 'inside', withoutEnlargement: true })
  // Never larger than the source: the largest part of this ratio is the most there is.
  const whole = {
    width: Math.min(source.width, source.height / ratio),
    height: Math.min(source.height, source.width * ratio),
  }
  const scale = Math.min(1, whole.width / width)
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  if (animated) return picture.resize({ ...size, fit: 'cover' })
  const cut = { width: Math.max(1, Math.round(whole.width)), height: Math.max(1, Math.round(whole.height)) }
  const at = (point: number, total: number, part: number): number =>
    Math.max(0, Math.min(total - part, Math.round(point * total - part / 2)))
  const left = at(focalPoint.x, source.width, cut.width)
  const top = at(focalPoint.y, source.height, cut.height)
  return picture.extract({ left, top, ...cut }).resize({ ...size, fit: 'fill' })
}

/** Colours are converted to sRGB, and no metadata is written: both are what sharp does. */
function encode(picture: Sharp, format: ImageFormat): Sharp {
  if (format === 'webp') return picture.webp({ quality: 80 })
  if (format === 'avif') return picture.avif({ quality: 55, effort: 3 })
  return format === 'png'
    ? picture.png()
    : picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: false })
}

const problemOf = (error: unknown): string =>
  error instanceof Error && /pixel limit|exceeds/i.test(error.message)
    ? 'The picture has more pixels than are allowed (maxPixels): there are no smaller versions of it.'
    : 'The picture is damaged or in a form that is not supported: there are no smaller versions of it.'

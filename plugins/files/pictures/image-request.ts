import type { FastifyRequest } from 'fastify'
import { queryParameter } from '../../../kernel/index.ts'
import { invalidParameter, quote } from '../../../lib/query/index.ts'
import type { FileFacts } from '../file-type.ts'
import type { FileLimits } from '../options.ts'
import { imageFormats } from './pictures.ts'
import type { ImageFormat, ImageRequest } from './pictures.ts'

/**
 * Read which picture is requested: only configured sizes, so that requests cannot fill the storage.
 * @throws BadRequest
 */
export function readImageRequest(
  request: FastifyRequest,
  { imageWidths, imageRatios }: FileLimits,
): Omit<ImageRequest, 'focalPoint' | 'format'> & { format: ImageFormat | undefined } {
  const read = (name: string, allowed: readonly string[]): string | undefined => {
    const value = queryParameter(request, name)
    if (value === undefined || allowed.includes(value)) return value
    throw invalidParameter(`${name} must be ${allowed.join(', ')}, not ${quote(value)}`, name)
  }
  const width = read('width', imageWidths.map(String))
  if (width === undefined) throw invalidParameter(`width is needed: ${imageWidths.join(', ')}`, 'width')
  const [across, down] = read('ratio', imageRatios)?.split(':').map(Number) ?? []
  const format = read('format', imageFormats)
  return {
    width: Number(width),
    ratio: across === undefined || down === undefined ? undefined : down / across,
    fit: read('fit', ['cover', 'contain']) === 'contain' ? 'contain' : 'cover',
    format: imageFormats.find(one => one === format),
  }
}

/** The best format that a client takes: AVIF loses the frames of an animated picture, JPEG what is transparent. */
export function formatFor(accept: string | undefined, { animated, encodingFormat }: FileFacts): ImageFormat {
  const takes = (format: string): boolean =>
    new RegExp(`image/${format}(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(accept ?? '')
  if (takes('avif') && animated !== true) return 'avif'
  if (takes('webp')) return 'webp'
  return encodingFormat === 'image/jpeg' || encodingFormat === 'image/tiff' ? 'jpeg' : 'png'
}

/** Only an address that names the bytes is kept for good, and never by caches that others share. */
export const cacheFor = (request: FastifyRequest, { sha256 }: FileFacts): string =>
  queryParameter(request, 'v') === sha256 ? 'private, max-age=31536000, immutable' : 'private, no-cache'

import type { Config } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/index.ts'

const bytes = { type: 'integer', minimum: 1 } as const
const mediaRange = '^[a-z]+/(\\*|[a-z0-9][a-z0-9.+-]*)$'

/** Options of the plugin. */
export const fileOptionsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    maxFileBytes: { ...bytes, description: 'Bytes that a file can have. Default: 100 MB (104857600)' },
    maxBytesByType: {
      type: 'object',
      propertyNames: { pattern: mediaRange },
      additionalProperties: { type: 'integer', minimum: 0 },
      description:
        'Bytes that a file of a media type can have: `{"video/*": 20000000}`; an exact type goes before `type/*`. 0: not allowed at all',
    },
    maxAccountBytes: {
      ...bytes,
      description: 'Bytes that the files of an account can have together. Default: 10 GB (10737418240)',
    },
    imageWidths: {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: 10_000 },
      minItems: 1,
      maxItems: 30,
      uniqueItems: true,
      description: 'Widths in which pictures are made, in pixels. Default: 160, 320, 640, 960, 1280, 1920, 2560',
    },
    imageRatios: {
      type: 'array',
      items: { type: 'string', pattern: '^[1-9][0-9]{0,2}:[1-9][0-9]{0,2}$' },
      maxItems: 30,
      uniqueItems: true,
      description: 'Ratios of width and height in which pictures are made. Default: 1:1, 4:3, 3:2, 16:9',
    },
    maxPixels: {
      ...bytes,
      description:
        'Pixels that a picture can have, of all its frames together; a larger one has no derivatives. Default: 100000000',
    },
    uploadExpiryHours: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 8760,
      description: 'Hours after which an unfinished upload that can be resumed is removed. Default: 24',
    },
    keepOriginalMetadata: {
      type: 'boolean',
      description:
        'Whether everybody gets the bytes of a picture as they were sent. Default: false, others than the uploader get them without EXIF, XMP and IPTC, which contain places',
    },
  },
} as const

/** The options of the plugin, complete. */
export interface FileLimits {
  maxFileBytes: number
  maxBytesByType: Readonly<Record<string, number>>
  maxAccountBytes: number
  imageWidths: readonly number[]
  imageRatios: readonly string[]
  maxPixels: number
  uploadExpiryHours: number
  keepOriginalMetadata: boolean
}

const megabyte = 1024 ** 2

/** @param options valid by {@link fileOptionsSchema} */
export function readFileOptions(options: Record<string, Json>): FileLimits {
  const number = (name: string, otherwise: number): number => {
    const { [name]: value } = options
    return typeof value === 'number' ? value : otherwise
  }
  const { maxBytesByType, imageWidths, imageRatios } = options
  const byType = isObject(maxBytesByType) ? Object.entries(maxBytesByType) : []
  const widths = Array.isArray(imageWidths) ? imageWidths.map(Number) : [160, 320, 640, 960, 1280, 1920, 2560]
  return {
    maxFileBytes: number('maxFileBytes', 100 * megabyte),
    maxBytesByType: Object.fromEntries(byType.map(([type, limit]) => [type, Number(limit)])),
    maxAccountBytes: number('maxAccountBytes', 10 * 1024 * megabyte),
    imageWidths: widths.toSorted((one, other) => one - other),
    imageRatios: Array.isArray(imageRatios) ? imageRatios.map(String) : ['1:1', '4:3', '3:2', '16:9'],
    maxPixels: number('maxPixels', 100_000_000),
    uploadExpiryHours: number('uploadExpiryHours', 24),
    keepOriginalMetadata: options['keepOriginalMetadata'] === true,
  }
}

/** How many bytes a file of a media type can have. */
export function maxBytesOf({ maxFileBytes, maxBytesByType }: FileLimits, mediaType: string): number {
  const range = `${mediaType.split('/')[0] ?? ''}/*`
  return Math.min(maxFileBytes, maxBytesByType[mediaType] ?? maxBytesByType[range] ?? maxFileBytes)
}

/** The configuration that the plugin reads. */
export type FilesConfig = Pick<Config, 'mode' | 'store' | 'files'>

import { fileTypeDraft } from './file-type.ts'

const { name, description, caption, creditText, keywords, focalPoint } = fileTypeDraft.schema.properties

/** A file as it is sent: read as it arrives, and not checked against this. */
export const uploadBody = {
  type: 'object',
  required: ['file'],
  properties: {
    file: {
      type: 'string',
      format: 'binary',
      description: 'The bytes; the file name of the part is the name of the file, unless there is another one',
    },
    name,
    description,
    caption,
    creditText,
    keywords: {
      ...keywords,
      description: 'As several parts, as words with commas between them, or as a JSON array',
    },
    focalPoint: { ...focalPoint, description: `${focalPoint.description} As JSON.` },
  },
} as const

/** The bytes alone. */
export const contentBody = { description: 'The bytes' } as const

export const contentQuery = {
  type: 'object',
  properties: {
    v: { type: 'string', description: 'The `sha256` of the file: the answer can then be kept for good' },
    download: { type: 'boolean', description: 'Let a browser save the file instead of showing it' },
  },
} as const

export const imageQuery = {
  type: 'object',
  required: ['width'],
  properties: {
    width: { type: 'string', description: 'One of the configured widths, in pixels; a smaller picture stays as it is' },
    ratio: { type: 'string', description: 'One of the configured ratios, `16:9`. Default: that of the picture' },
    fit: {
      type: 'string',
      enum: ['cover', 'contain'],
      description: '`cover` (default) cuts the picture around its focal point; `contain` makes it smaller',
    },
    format: {
      type: 'string',
      enum: ['webp', 'avif', 'jpeg', 'png'],
      description: 'Default: the best that `Accept` names',
    },
    v: contentQuery.properties.v,
  },
} as const

export const fileAnswer = { type: 'object', description: 'The resource' } as const

export const pageQuery = {
  type: 'object',
  properties: {
    cursor: { type: 'string', description: 'Of the page before' },
    limit: { type: 'string', description: '1–1000. Default: 50' },
  },
} as const

export const unusedAnswer = {
  type: 'object',
  required: ['data', 'cursor', 'has_more'],
  properties: {
    data: { type: 'array', items: fileAnswer },
    cursor: { type: 'string', description: 'Of the next page; empty when there is none' },
    has_more: { type: 'boolean' },
  },
} as const

const text = { type: 'string' } as const

export const pendingAnswer = {
  type: 'object',
  required: ['data', 'cursor', 'has_more'],
  properties: {
    cursor: { const: '' },
    has_more: { const: false },
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'name', 'encodingFormat', 'contentSize', 'sha256', 'state', 'created_by', 'created_at'],
        properties: {
          id: { type: 'string', description: 'URN that the file will have' },
          name: text,
          encodingFormat: text,
          contentSize: { type: 'integer', minimum: 0 },
          sha256: text,
          state: { const: 'pending' },
          created_by: { type: 'string', description: 'URN of the user who sends it' },
          created_at: { type: 'string', format: 'date-time' },
        },
      },
    },
  },
} as const

export const purgeAnswer = {
  type: 'object',
  required: ['id', 'shared_with'],
  properties: {
    id: { type: 'string', description: 'URN of the file' },
    shared_with: {
      type: 'array',
      items: { type: 'string' },
      description: 'URNs of other files that have the same bytes, which therefore are kept',
    },
  },
} as const

const count = { type: 'integer', minimum: 0 } as const

export const settingsAnswer = {
  type: 'object',
  required: [
    'type_slug',
    'has_images',
    'max_file_bytes',
    'max_bytes_by_type',
    'max_account_bytes',
    'account_bytes',
    'image_widths',
    'image_ratios',
  ],
  properties: {
    type_slug: { type: 'string', description: 'Slug of the type of files' },
    has_images: { type: 'boolean', description: 'Whether smaller versions of pictures are made' },
    max_file_bytes: count,
    max_bytes_by_type: { type: 'object', additionalProperties: count },
    max_account_bytes: count,
    account_bytes: { ...count, description: 'How many bytes the files of the account have' },
    image_widths: { type: 'array', items: count },
    image_ratios: { type: 'array', items: { type: 'string' } },
  },
} as const

import { maxAddresses } from './pages/addresses/address.ts'

const text = { type: 'string' } as const

const envelope = (properties: Record<string, object>, required: readonly string[]): object => ({
  type: 'object',
  required: ['data', 'cursor', 'has_more'],
  properties: {
    data: { type: 'array', items: { type: 'object', required, properties } },
    cursor: text,
    has_more: { type: 'boolean' },
  },
})

export const addressesQuery = {
  type: 'object',
  properties: {
    id: {
      ...text,
      maxLength: 256,
      description: 'URN of a resource: only its address; none if the site does not show it',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: maxAddresses,
      default: maxAddresses,
      description: 'Addresses on a page',
    },
    cursor: { ...text, maxLength: 16_384, description: 'The `cursor` of the page before' },
  },
} as const

export const addressesAnswer = envelope(
  {
    path: { ...text, description: 'On the site: `/` is the home page' },
    updated_at: { type: 'string', format: 'date-time' },
    unusable_slug: {
      ...text,
      description: 'Its slug, where that cannot be part of an address, so that the last part of its id is',
    },
  },
  ['path', 'updated_at'],
)

export const typesAnswer = envelope(
  {
    type_slug: text,
    path: { ...text, description: 'Where the addresses of its resources begin; absent where they have none' },
  },
  ['type_slug'],
)

export const filesQuery = {
  type: 'object',
  properties: {
    path: { type: 'array', items: text, description: 'On the site, with a query where it has one; 1 to 20 of them' },
    base_url: {
      ...text,
      description:
        'What full addresses on the pages begin with. Default: the `url` of the oldest web-site, else where the site is served',
    },
  },
} as const

export const filesAnswer = envelope(
  {
    path: text,
    status: { type: 'integer', description: 'As a browser would get it: 200, 308 or 404' },
    media_type: text,
    etag: text,
    location: { ...text, description: 'Where a redirection leads to' },
    url: {
      ...text,
      description: 'Full address once published; absent without `base_url` and without `url` of the web-site',
    },
    is_cut: { type: 'boolean', description: 'Whether a list on it ends before all of its items are shown; absent: no' },
    text: { ...text, description: 'The content, where it is a text' },
    base64: { ...text, description: 'The content, where it is none' },
  },
  ['path', 'status', 'media_type', 'etag'],
)

export const siteProblemsAnswer = envelope(
  {
    id: { ...text, description: 'URN of the template, theme or page' },
    name: text,
    kind: text,
    message: text,
    fragment: { ...text, description: 'Name of the fragment of the theme that contains it' },
    field: { ...text, description: 'The property that contains it, such as `templateBody` or `styles`' },
    line: { type: 'integer' },
    column: { type: 'integer' },
    count: { type: 'integer', description: 'How often the same problem occurs; the position is that of the first one' },
  },
  ['id', 'name', 'kind', 'message', 'field', 'count'],
)

/** A draft of a resource, and the page to preview it on. */
export const previewBody = {
  type: 'object',
  required: ['type_slug', 'data'],
  additionalProperties: false,
  properties: {
    type_slug: { ...text, maxLength: 63 },
    id: { ...text, maxLength: 256, description: 'URN; absent for a resource that is new' },
    data: { type: 'object', description: 'Its properties; they need not be valid yet' },
    path: {
      ...text,
      maxLength: 1024,
      description: 'A page of the site to show it on. Default: the page that shows it',
    },
  },
} as const

/** From a minute to 30 days. */
export const previewLinkBody = {
  type: 'object',
  required: ['expires_in'],
  additionalProperties: false,
  properties: {
    expires_in: {
      type: 'integer',
      minimum: 60,
      maximum: 30 * 86_400,
      description: 'How long it can be used, in seconds',
    },
  },
} as const

export const previewLinkAnswer = {
  type: 'object',
  required: ['url', 'expires_at'],
  properties: { url: text, expires_at: { type: 'string', format: 'date-time' } },
} as const

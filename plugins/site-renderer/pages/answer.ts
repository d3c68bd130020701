import { hash } from 'node:crypto'

/** The answer of the site at an address. */
export interface SiteAnswer {
  status: 200 | 308 | 404
  mediaType: string
  body: Buffer
  /** A strong entity tag. */
  etag: string
  cacheControl: string
  /** `Content-Security-Policy`, if it differs from that of the service. */
  policy?: string
  /** `Link` */
  link?: string
  /** The target of a redirection. */
  location?: string
  /** Whether a list on the page ends before all of its items are shown. */
  isCut?: boolean
}

/** Stored by browsers and proxies, and revalidated each time. */
const revalidated = 'public, no-cache'
/** For addresses that change with their content. */
export const immutable = 'public, max-age=31536000, immutable'

/** A strong entity tag of everything that an answer depends on. */
export const etagOfContent = (content: string | Buffer): string =>
  `"${hash('sha256', content, 'base64url').slice(0, 22)}"`

/** An answer with a text. @param etag default: that of the text */
export const textAnswer = (mediaType: string, text: string, etag = etagOfContent(text)): SiteAnswer => ({
  status: 200,
  mediaType: `${mediaType}; charset=utf-8`,
  body: Buffer.from(text),
  etag,
  cacheControl: revalidated,
})

/** A redirection to another address. */
export const redirection = (location: string): SiteAnswer => ({
  ...textAnswer('text/plain', `${location}\n`),
  status: 308,
  location,
})

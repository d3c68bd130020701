import { createHash } from 'node:crypto'

/** What the site answers to an address. */
export interface SiteAnswer {
  status: 200 | 308 | 404
  mediaType: string
  body: Buffer
  /** Strong. */
  etag: string
  cacheControl: string
  /** `Content-Security-Policy`, where it is not that of the service. */
  policy?: string
  /** `Link` */
  link?: string
  /** Where a redirection leads to. */
  location?: string
}

/** Kept by browsers and proxies, and asked for again each time. */
const revalidated = 'public, no-cache'
/** Its address changes with its content. */
export const immutable = 'public, max-age=31536000, immutable'

/** A strong entity tag made of everything that an answer depends on. */
export function etagOfParts(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

/** An answer that is a text. */
export function textAnswer(
  mediaType: string,
  text: string,
  more: Partial<SiteAnswer> & { dependsOn?: string } = {},
): SiteAnswer {
  const { dependsOn = '', ...fields } = more
  return {
    status: 200,
    mediaType: `${mediaType}; charset=utf-8`,
    body: Buffer.from(text),
    etag: etagOfParts(text, dependsOn),
    cacheControl: revalidated,
    ...fields,
  }
}

/** Another address has it. */
export const redirection = (location: string): SiteAnswer => ({
  ...textAnswer('text/plain', `${location}\n`),
  status: 308,
  location,
})

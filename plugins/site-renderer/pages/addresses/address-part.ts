/** Longest part of an address, in bytes of UTF-8: file systems allow no longer name. */
const maxPartBytes = 255
/** Longest slug of a page, in bytes of UTF-8. */
const maxPageSlugBytes = 1000

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unusable = /^\.{1,2}$|[/\\:*?"<>|\u0000-\u001f\u007f\p{Cs}]|^index\.html$/u

/**
 * Whether a text can be one part of an address on the site: browsers leave it as it is, a router can read it, and a static file or folder can have
 * its name on usual systems. A colon would also make it look like a URN.
 */
export const isAddressPart = (text: string): boolean =>
  text !== '' && !unusable.test(text) && Buffer.byteLength(text) <= maxPartBytes

/** The files of a site, which no page can replace. */
const files: ReadonlySet<string> = new Set(['404.html', 'sitemap.xml', 'robots.txt', 'feed.xml'])

/**
 * Whether the slug of a page, which can have several parts, is its address.
 * @param isAtRoot whether the site is also served at the root of a host, next to the API
 */
export const isPageAddress = (slug: string, isAtRoot = false): boolean =>
  Buffer.byteLength(slug) <= maxPageSlugBytes &&
  slug.split('/').every(isAddressPart) &&
  !files.has(slug) &&
  !(isAtRoot && slug.startsWith('api/'))

/** The forms in which an address can have been typed or stored: composed and decomposed letters look the same. */
export const formsOf = (text: string): string[] => [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])]

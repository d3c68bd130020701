/** Characters that browsers ignore at the ends of and inside an address, and invisible ones. */
const ignored = /[\u0000-\u0020\u007f-\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/gu
const scheme = /^([a-z][a-z0-9+.-]*):/i
const linkSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel'])
const pictureData = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]*$/i

/**
 * The text of an address that is allowed in a link or resource; undefined for any other.
 * Relative ones are allowed, and `http`, `https`, `mailto`, `tel`; `javascript:` and all others are not.
 * @param picture whether it is the address of a picture, which can also be `data:`
 */
export function safeUrl(text: string, picture = false): string | undefined {
  const trimmed = text.trim()
  const bare = trimmed.replace(ignored, '')
  const name = scheme.exec(bare)?.[1]?.toLowerCase()
  if (name !== undefined && !linkSchemes.has(name)) return picture && pictureData.test(bare) ? bare : undefined
  // A colon before any slash may be a scheme for another program, even if it is none here.
  if (name === undefined && /^[^/?#]*:/.test(bare)) return undefined
  // With a scheme or a backslash, invisible characters are refused: different programs interpret them differently.
  return name === undefined && !trimmed.includes('\\')
    ? trimmed.replaceAll(/[\u0000-\u001f]/g, '')
    : bare.replaceAll('\\', '/')
}

/** Whether an address is a path on this host: one that begins at its root. */
export const isLocalPath = (url: string): boolean => /^\/(?![/\\])/.test(url)

/** The optional prefix of local addresses in data and templates, regardless of where the site is reached. */
export const writtenPrefix = /^\/site(?=[/?#]|$)/

/**
 * The local address of a path on the site. Addresses are written as `/about` or `/site/about`; those of the API stay unchanged.
 */
export function linkTo({ prefix }: { prefix: '' | '/site' }, path: string): string {
  if (!path.startsWith('/') || path.startsWith('//') || path.startsWith('/api/')) return path
  const own = path.replace(writtenPrefix, '')
  if (own === '' || own === '/') return prefix === '' ? '/' : prefix
  return own.startsWith('/?') || own.startsWith('/#') ? `${prefix || '/'}${own.slice(1)}` : `${prefix}${own}`
}

/** Whether a link leads to a record of the service. */
export const isRecordUrn = (href: string): boolean =>
  /^urn:[a-z][a-z0-9-]{0,62}:[A-Za-z0-9~][A-Za-z0-9._~-]{0,127}$/.test(href)

const anchorPrefix = 'text-'

/** The id of an element in a text, on the page that shows the text; undefined for one that cannot be a link's target. */
export const anchorId = (id: string): string | undefined =>
  id.length > 200 || !/^\S+$/.test(id) ? undefined : anchorPrefix + id

/** A link to an element of the same text, on the page that shows the text; undefined for any other link. @param ids those in the text */
export function anchorOf(href: string, ids: ReadonlySet<string>): string | undefined {
  if (!href.startsWith('#')) return undefined
  return ids.has(decodePercent(href.slice(1)) ?? href.slice(1)) ? `#${anchorPrefix}${href.slice(1)}` : undefined
}

/** A text without its percent-escapes; undefined when one is malformed. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Longest text in Markdown or HTML that is shown formatted, UTF-16 code units; a longer one is shown as its source. */
export const maxRichTextLength = 200_000

/** The elements that a text can contain, in HTML or made from Markdown. */
export const richTextTags: readonly string[] = (
  'h1 h2 h3 h4 h5 h6 p div section blockquote pre ul ol li dl dt dd hr br figure figcaption table caption thead tbody tfoot tr th td ' +
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr img details summary'
).split(' ')

/** The attributes that they can have, by element; `*` for all. Addresses and ids are checked besides. */
export const richTextAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['lang', 'dir', 'title', 'id'],
  a: ['href', 'hreflang', 'name'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start', 'reversed', 'type'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  blockquote: ['cite'],
  q: ['cite'],
  time: ['datetime'],
  details: ['open'],
}

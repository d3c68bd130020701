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

/** The address of a picture for link previews: a local path or a web address; not a drawing (SVG), which previews do not show. */
export function previewPicture(text: string): string | undefined {
  const url = safeUrl(text)
  if (url === undefined || url === '' || /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(url)) return undefined
  return /\.svgz?(?:[?#]|$)/i.test(url) ? undefined : url
}

/** A `srcset` without the candidates whose address is unsafe; undefined when none is left. */
export function safeSrcset(text: string, address: (url: string) => string = url => url): string | undefined {
  const candidates = []
  for (const candidate of text.split(/,(?=\s)|,$/)) {
    const match = /^\s*(?<url>[^\s,]\S*)(?:\s+(?<size>\d+(?:\.\d+)?[wx]))?\s*$/.exec(candidate)
    const url = safeUrl(match?.groups?.['url'] ?? '', false)
    if (match === null || url === undefined || url === '' || url.endsWith(',')) continue
    const size = match.groups?.['size']
    candidates.push(size === undefined ? address(url) : `${address(url)} ${size}`)
  }
  return candidates.length === 0 ? undefined : candidates.join(', ')
}

/** Whether an address is a path on this site: one that begins at its root. */
export const isLocalPath = (url: string): boolean => /^\/(?![/\\])/.test(url)

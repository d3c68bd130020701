/** What browsers pass over at the ends and inside of an address, and what only looks like nothing. */
const ignored = /[\u0000-\u0020\u007f-\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/gu
const scheme = /^([a-z][a-z0-9+.-]*):/i
const linkSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel'])
const pictureData = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]*$/i

/**
 * An address that may stand in a link or load something, as it is to be written; undefined for any other.
 * Relative ones pass, and `http`, `https`, `mailto`, `tel`; `javascript:` and whatever else do not.
 * @param picture whether it is the address of a picture: those may also be `data:`
 */
export function safeUrl(text: string, picture = false): string | undefined {
  const trimmed = text.trim()
  const bare = trimmed.replace(ignored, '')
  const name = scheme.exec(bare)?.[1]?.toLowerCase()
  if (name !== undefined && !linkSchemes.has(name)) return picture && pictureData.test(bare) ? bare : undefined
  // A colon before any slash that is no scheme to us may be one to somebody else.
  if (name === undefined && /^[^/?#]*:/.test(bare)) return undefined
  // With a scheme or a backslash nothing that a reader does not see stays in: they mean different things to different programs.
  return name === undefined && !trimmed.includes('\\')
    ? trimmed.replaceAll(/[\u0000-\u001f]/g, '')
    : bare.replaceAll('\\', '/')
}

/** A `srcset` without the candidates whose address is not safe; undefined when none is left. */
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

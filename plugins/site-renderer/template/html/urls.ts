import { safeUrl } from '../../../../lib/web-text/index.ts'

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

import { safeUrl } from '../../../../lib/web-text/index.ts'

/** The address of a picture for link previews: a local path or a web address; not a drawing (SVG), which previews do not show. */
export function previewPicture(text: string): string | undefined {
  const url = safeUrl(text)
  if (url === undefined || url === '' || /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(url)) return undefined
  return /\.svgz?(?:[?#]|$)/i.test(url) ? undefined : url
}

/** A `srcset` without the candidates whose address is unsafe; undefined when none is left. Read as browsers do: no space has to follow a comma. */
export function safeSrcset(text: string, address: (url: string) => string = url => url): string | undefined {
  const candidates = []
  const word = /[^\s,]\S*/g
  for (let found = word.exec(text)?.[0]; found !== undefined; found = word.exec(text)?.[0]) {
    const isAlone = found.endsWith(',')
    const end = isAlone ? word.lastIndex : text.indexOf(',', word.lastIndex)
    const size = text.slice(word.lastIndex, end === -1 ? undefined : end).trim()
    word.lastIndex = end === -1 ? text.length : end
    while (found.endsWith(',')) found = found.slice(0, -1)
    const url = safeUrl(found, false)
    if (url === undefined || url === '' || url.endsWith(',') || !/^(?:(?:\d+(?:\.\d+)?|\.\d+)[wx])?$/.test(size))
      continue
    candidates.push(size === '' ? address(url) : `${address(url)} ${size}`)
  }
  return candidates.length === 0 ? undefined : candidates.join(', ')
}

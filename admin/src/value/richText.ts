import { createMarkdown } from '../../../lib/markdown/index.ts'
import { anchorId, anchorOf, isLocalPath, isRecordUrn, safeUrl } from '../../../lib/web-text/index.ts'
import { pictureOf } from './picture.ts'

/** Formats of texts that are shown rendered. */
export type RichFormat = 'text/markdown' | 'text/html'

const markdown = createMarkdown()

/** The HTML of a text in Markdown. It needs no cleaning: HTML in Markdown is text. */
export const htmlOfMarkdown = (text: string): string =>
  // The alignment of cells as attributes: the content security policy allows no styles. Quotes in texts are escaped.
  markdown.render(text).replaceAll(/ style="text-align:(left|center|right)"/g, ' align="$1"')

/** The levels above belong to the page. */
const firstLevel = 3

/**
 * HTML that the service has cleaned, or that Markdown became, as nodes that can be added to the page: links and pictures as on the public site, records
 * (`urn:`) by their page in the admin, files as the pictures that they are, and paths (`/about`) by that of the site. What else leads nowhere without the page of the site is no link.
 * @param addressOf the address of a record in the admin, or of a path on the site; undefined for a record that the user does not see
 * @returns undefined when nothing would be visible
 */
export function renderRichText(
  html: string,
  addressOf: (href: string) => string | undefined,
): DocumentFragment | undefined {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const ids = prefixIds(body)
  for (const image of body.querySelectorAll('img')) checkImage(image, addressOf)
  for (const link of body.querySelectorAll('a')) checkLink(link, ids, addressOf)
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) lowerHeading(heading)
  if (body.textContent.trim() === '' && body.querySelector('img, hr, table') === null) return undefined
  const fragment = document.createDocumentFragment()
  fragment.append(...body.childNodes)
  return fragment
}

/** Give ids a prefix, as on the public site; the older form of an anchor has a name. @returns the ids without it */
function prefixIds(text: Element): Set<string> {
  const ids = new Set<string>()
  for (const element of text.querySelectorAll('[id], [name]')) {
    const id = element.getAttribute('id') ?? (element.localName === 'a' ? element.getAttribute('name') : null)
    element.removeAttribute('id')
    element.removeAttribute('name')
    const own = id === null || ids.has(id) ? undefined : anchorId(id)
    if (id === null || own === undefined) continue
    ids.add(id)
    element.id = own
  }
  return ids
}

function checkImage(image: HTMLImageElement, addressOf: (path: string) => string | undefined): void {
  const source = image.getAttribute('src') ?? ''
  if (isRecordUrn(source)) return showFile(image, source)
  const address = onSite(safeUrl(source, true), addressOf)
  if (address === undefined || address === '') image.replaceWith(image.alt)
  else image.setAttribute('src', address)
  image.referrerPolicy = 'no-referrer'
  image.loading = 'lazy'
  if (!image.hasAttribute('alt')) image.alt = ''
}

/** Show a stored picture; what is none, or is not known yet, by its text. */
function showFile(image: HTMLImageElement, urn: string): void {
  const picture = pictureOf(urn)
  if (picture === undefined) return image.replaceWith(image.alt)
  const { src, srcset, width, height } = picture
  image.loading = 'lazy'
  if (srcset !== undefined) Object.assign(image, { srcset, sizes: '(width < 720px) 100vw, 42rem' })
  if (width !== undefined && height !== undefined) Object.assign(image, { width, height })
  image.src = src
}

function checkLink(
  link: HTMLAnchorElement,
  ids: ReadonlySet<string>,
  addressOf: (href: string) => string | undefined,
): void {
  const href = link.getAttribute('href') ?? ''
  const isRecord = isRecordUrn(href)
  const anchor = anchorOf(href, ids)
  const address = isRecord ? addressOf(href) : (anchor ?? onSite(safeUrl(href), addressOf))
  if (address === undefined || address === '') link.removeAttribute('href')
  else link.setAttribute('href', address)
  if (!isRecord && anchor === undefined && link.hasAttribute('href')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
}

/** A full address, or that of a path on the site. Undefined for a relative one: it leads from a page of the site, not from this one. */
function onSite(address: string | undefined, addressOf: (path: string) => string | undefined): string | undefined {
  if (address === undefined || isFull.test(address)) return address
  return isLocalPath(address) ? addressOf(address) : undefined
}

const isFull = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

function lowerHeading(heading: Element): void {
  const level = Math.min(6, Number(heading.localName.slice(1)) + firstLevel - 1)
  const lower = heading.ownerDocument.createElement(`h${level}`)
  for (const { name, value } of heading.attributes) lower.setAttribute(name, value)
  lower.append(...heading.childNodes)
  heading.replaceWith(lower)
}

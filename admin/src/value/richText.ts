import DOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'

/** Formats of texts that are shown rendered. */
export type RichFormat = 'text/markdown' | 'text/html'

/** Longer texts are shown as their source. */
const maxLength = 200_000

/** As on the public site: HTML in Markdown is text, and executable addresses are not links. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 40 })

const tags =
  'h1 h2 h3 h4 h5 h6 p div section blockquote pre ul ol li dl dt dd hr br figure figcaption table caption thead tbody tfoot tr th td ' +
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr img details summary'
const attributes = [
  'lang',
  'dir',
  'title',
  'href',
  'src',
  'alt',
  'start',
  'reversed',
  'colspan',
  'rowspan',
  'datetime',
  'open',
]

/** The levels above belong to the page. */
const firstLevel = 3

/**
 * Markdown or HTML as nodes that can be added to the page: no styles, scripts, frames or forms; links only to web pages, mail addresses, paths and
 * records (`urn:`); pictures only from the web.
 * @param addressOf the address of a record in the admin; undefined for a record that the user does not see
 * @returns undefined when nothing would be visible, or for a text that is too long
 */
export function renderRichText(
  text: string,
  format: RichFormat,
  addressOf: (urn: string) => string | undefined,
): DocumentFragment | undefined {
  if (text.length > maxLength) return undefined
  const html = withoutBlocked(format === 'text/markdown' ? markdown.render(text) : text)
  const fragment = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: tags.split(' '),
    ALLOWED_ATTR: attributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|urn:|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))/i,
  })
  for (const image of fragment.querySelectorAll('img')) checkImage(image)
  for (const link of fragment.querySelectorAll('a')) checkLink(link, addressOf)
  for (const heading of fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')) lowerHeading(heading)
  const isVisible = (fragment.textContent ?? '').trim() !== '' || fragment.querySelector('img, hr, table') !== null
  return isVisible ? fragment : undefined
}

/**
 * Remove what the parser would report as a violation of the content security policy, although it is not run. Only against noise: DOMPurify decides what
 * stays.
 */
const withoutBlocked = (html: string): string =>
  html
    .replace(/<(script|style)\b[^]*?(?:<\/\1[^>]*>|$)/gi, '')
    .replace(/<[a-z][^>]*>/gi, tag => tag.replace(/[\s/](?:style|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)/gi, ' '))

function checkImage(image: HTMLImageElement): void {
  if (!/^https?:\/\//i.test(image.getAttribute('src') ?? '')) image.replaceWith(image.alt)
  image.referrerPolicy = 'no-referrer'
  image.loading = 'lazy'
  if (!image.hasAttribute('alt')) image.alt = ''
}

function checkLink(link: HTMLAnchorElement, addressOf: (urn: string) => string | undefined): void {
  const href = link.getAttribute('href') ?? ''
  const address = /^urn:/i.test(href) ? addressOf(href) : href
  if (address === undefined || address === '') link.removeAttribute('href')
  else link.setAttribute('href', address)
  if (address === href && href !== '') {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
}

function lowerHeading(heading: Element): void {
  const level = Math.min(6, Number(heading.localName.slice(1)) + firstLevel - 1)
  const lower = heading.ownerDocument.createElement(`h${level}`)
  lower.append(...heading.childNodes)
  heading.replaceWith(lower)
}

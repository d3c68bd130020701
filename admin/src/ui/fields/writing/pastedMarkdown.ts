import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'

const converter = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
})
// A backslash, as Shift+Enter writes it; two breaks are an empty line, which divides paragraphs.
converter.addRule('break', {
  filter: 'br',
  replacement: (_content, { previousSibling, nextSibling }) =>
    isBreak(previousSibling) || isBreak(nextSibling) ? '\n\n' : '\\\n',
})
converter.use(gfm)
const escape = converter.escape.bind(converter)
// Also what a text has in common with a character reference, an autolink and a text that is crossed out.
converter.escape = text =>
  escape(text).replaceAll(/&(?=#?\w+;)|<(?=[a-z][a-z\d+.-]*:|[^\s<>@]+@)|~(?=~)/gi, String.raw`\$&`)
converter.addRule('escaped', {
  filter: node => node.localName === escaped,
  replacement: content => `\\${content}`,
})
converter.remove(['script', 'style', 'title', 'noscript', 'iframe', 'button', 'select', 'textarea'])
converter.addRule('items', {
  filter: 'li',
  replacement(content, node, { bulletListMarker = '-' }) {
    const list = node.parentElement
    const number = Number(list?.getAttribute('start') ?? 1) + [...(list?.children ?? [])].findIndex(one => one === node)
    const mark = list?.localName === 'ol' ? `${number}.` : bulletListMarker
    const lines = content.trim().split('\n')
    return `${[`${mark} ${lines[0]}`, ...lines.slice(1).map(line => (line.trim() === '' ? '' : ' '.repeat(mark.length + 1) + line))].join('\n')}\n`
  },
})

/** An element around a character that would have a meaning where it is. */
const escaped = 'x-escaped'

/** Longer clipboards are pasted as plain text. */
const maxLength = 2_000_000

/** The HTML that a word processor, a mail or a web page puts in the clipboard, as Markdown; empty when nothing is left. */
export function markdownOf(html: string): string {
  if (html.length > maxLength) return ''
  // The security policy drops style attributes while parsing; what they say is read from another attribute.
  const text = html.replaceAll(/<style\b[^]*?<\/style\s*>/gi, '').replaceAll(/(<[^<>]*?\s)style\s*=/gi, '$1data-style=')
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  clean(body)
  return converter
    .turndown(body)
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll('\u00a0', ' ')
    .trim()
}

const styleOf = (element: Element, property: string): string =>
  new RegExp(`(?:^|[;\\s])${property}\\s*:\\s*([^;]+)`, 'i')
    .exec(element.getAttribute('data-style') ?? '')?.[1]
    ?.trim() ?? ''

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

function wrap(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

/** Bring what word processors write into the elements that mean it. */
function clean(body: HTMLElement): void {
  const all = (selector: string): Element[] => [...body.querySelectorAll(selector)]
  for (const image of all('img')) if (!/^https?:/i.test(image.getAttribute('src') ?? '')) image.remove()
  for (const link of all('a')) if (!/^(?:https?|mailto|tel):/i.test(link.getAttribute('href') ?? '')) unwrap(link)
  wordLists(body)
  for (const element of all('b, strong'))
    if (/^(?:normal|[1-4]00)$/.test(styleOf(element, 'font-weight'))) unwrap(element)
  for (const element of all('h1 b, h1 strong, h2 b, h2 strong, h3 b, h3 strong, h4 b, h4 strong, th b, th strong'))
    unwrap(element)
  for (const element of all('span, font')) {
    const inHeading = element.closest('h1, h2, h3, h4, h5, h6, th, b, strong') !== null
    if (!inHeading && /^(?:bold|[6-9]00)$/.test(styleOf(element, 'font-weight'))) wrap(element, 'strong')
    if (styleOf(element, 'font-style') === 'italic') wrap(element, 'em')
    if (styleOf(element, 'text-decoration').includes('line-through')) wrap(element, 'del')
  }
  // A table of Markdown begins with its headings.
  for (const table of all('table')) {
    if (table.querySelector('th') !== null) continue
    for (const cell of table.querySelectorAll('tr:first-of-type > td')) {
      const head = cell.ownerDocument.createElement('th')
      head.append(...cell.childNodes)
      cell.replaceWith(head)
    }
  }
  // Lists directly in lists belong to the item before.
  for (const inner of all('ul > ul, ul > ol, ol > ul, ol > ol')) inner.previousElementSibling?.append(inner)
  // What is between two blocks of an item stays a paragraph.
  for (const only of all(
    'li > p:not(:is(ul, ol, pre, blockquote, table) ~ p), td > p, th > p, li > div:not(:has(p)), td > div, th > div',
  )) {
    if (only.nextElementSibling?.localName === 'p')
      only.append(only.closest('li') === null ? ' ' : only.ownerDocument.createElement('br'))
    unwrap(only)
  }
  for (const line of all(':is(h1, h2, h3, h4, h5, h6, td, th) br')) line.replaceWith(' ')
  // Only code is a block of code for the converter, and its lines are characters.
  for (const block of all('pre')) {
    for (const line of block.querySelectorAll('br')) line.replaceWith('\n')
    if (block.children.length !== 1 || block.firstElementChild?.localName !== 'code') wrap(block, 'code')
  }
  for (const element of all(
    'br.Apple-interchange-newline, p + br, h1 + br, h2 + br, h3 + br, ul + br, ol + br, table + br',
  ))
    element.remove()
  for (const line of all('br').toReversed()) placeBreak(line)
  for (const element of all(emphasised)) joinNext(element)
  for (const element of all(emphasised)) if (body.contains(element)) movePunctuationOut(element)
  for (const { previousSibling: before } of all('a'))
    if (before instanceof Text && before.data.endsWith('!')) escapeEnd(before)
  for (const { lastChild: end } of all('h1, h2, h3, h4, h5, h6'))
    if (end instanceof Text && /\s#+\s*$/.test(end.data)) escapeEnd(end)
}

const emphasised = 'b, strong, i, em, del, s, strike'

const meanings: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' }
const meaningOf = ({ localName }: Element): string => meanings[localName] ?? localName

/** Word processors divide what is bold: the marks of two neighbours would be one run. */
function joinNext(element: Element): void {
  for (let next = element.nextSibling; next instanceof Element; next = element.nextSibling) {
    if (meaningOf(next) !== meaningOf(element)) return
    element.append(...next.childNodes)
    next.remove()
  }
}

/**
 * Let what is emphasised begin and end with a letter where a letter is before or after it: CommonMark takes no mark between a letter and a sign for the
 * beginning or the end of emphasis, so that `**Note:**text` would not be bold.
 */
function movePunctuationOut(element: Element): void {
  const [first, last] = [element.firstChild, element.lastChild]
  if (last instanceof Text && /^[^\s\p{P}\p{S}]/u.test(element.nextSibling?.textContent ?? '')) {
    const signs = /[\p{P}\p{S}]+$/u.exec(last.data)?.[0] ?? ''
    if (signs !== '') element.after(last.splitText(last.length - signs.length))
  }
  if (first instanceof Text && /[^\s\p{P}\p{S}]$/u.test(element.previousSibling?.textContent ?? '')) {
    const signs = /^[\p{P}\p{S}]+/u.exec(first.data)?.[0] ?? ''
    if (signs !== '') element.before(signs)
    first.deleteData(0, signs.length)
  }
  if (element.textContent === '' && element.querySelector('img') === null) element.remove()
}

/** Let the last sign of a text be no part of a mark: of a picture, or of the end of a heading. */
function escapeEnd(text: Text): void {
  text.data = text.data.trimEnd()
  const mark = text.ownerDocument.createElement(escaped)
  mark.append(text.splitText(text.length - 1))
  text.after(mark)
}

const isBreak = (node: Node | null): boolean => node?.nodeName === 'BR'
const isBlankText = (node: Node | null): boolean => node instanceof Text && node.data.trim() === ''

/** A break that ends a block breaks no line, and one that ends or begins emphasised text is beside it. */
function placeBreak(line: Element): void {
  while (isBlankText(line.nextSibling)) line.nextSibling?.remove()
  const { parentElement: parent, nextSibling: next } = line
  if (parent?.matches(`${emphasised}, span, font, a`) === true && (next === null || line.previousSibling === null)) {
    if (next === null) parent.after(line)
    else parent.before(line)
    placeBreak(line)
  } else if (next === null || (next instanceof Element && next.matches(blocks))) line.remove()
}

const blocks = 'p, div, ul, ol, dl, table, pre, blockquote, hr, h1, h2, h3, h4, h5, h6'

/** Word writes an item of a list as a paragraph, with its bullet or number as text. */
function wordLists(body: HTMLElement): void {
  const lists: HTMLElement[] = []
  for (const item of body.querySelectorAll('p[data-style*="mso-list:" i]')) {
    const level = Number(/\blevel(\d)/i.exec(styleOf(item, 'mso-list'))?.[1] ?? 0)
    if (level === 0) continue
    const sign = [...item.querySelectorAll('[data-style*="mso-list:Ignore" i]')]
    const isNumbered = /^\s*[\da-z]{1,3}[.)]/i.test(sign.map(one => one.textContent).join(''))
    for (const one of sign) one.remove()
    const isNext = item.previousElementSibling !== null && item.previousElementSibling === lists[0]
    lists.length = isNext ? Math.min(lists.length, level) : 0
    const { ownerDocument } = item
    while (lists.length < level) {
      const list = ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
      const outer = lists.at(-1)
      if (outer === undefined) item.before(list)
      else (outer.lastElementChild ?? outer).append(list)
      lists.push(list)
    }
    const entry = ownerDocument.createElement('li')
    entry.append(...item.childNodes)
    lists.at(-1)?.append(entry)
    item.remove()
  }
}

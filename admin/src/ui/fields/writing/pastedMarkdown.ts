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
    const isOther = list?.hasAttribute(otherMark) === true
    const mark = list?.localName === 'ol' ? `${number}${isOther ? ')' : '.'}` : isOther ? '*' : bulletListMarker
    const lines = content.trim().split('\n')
    return `${[`${mark} ${lines[0]}`, ...lines.slice(1).map(line => (line.trim() === '' ? '' : ' '.repeat(mark.length + 1) + line))].join('\n')}\n`
  },
})

/** An element around a character that would have a meaning where it is. */
const escaped = 'x-escaped'

/** An attribute of a list directly after another one of its kind: with the same mark both would be one. */
const otherMark = 'data-other-mark'

/** Longer clipboards, not counting pictures, are pasted as plain text. */
const maxLength = 2_000_000

/** Stands for a picture whose bytes are in the clipboard: a character that no text has. */
const pictureMark = '\ufdd0'

/** What is pasted. */
export interface Pasted {
  /** Markdown, divided where the pictures belong. */
  parts: readonly string[]
  pictures: readonly File[]
  /** The number of pictures that are only in the other program. */
  left: number
}

/** The HTML that a word processor, a mail or a web page puts in the clipboard, as Markdown. */
export function markdownOf(html: string): Pasted {
  const bytes: PictureBytes[] = []
  const short = html
    .replaceAll(pictureMark, '')
    .replaceAll(/data:(image\/[\w.+-]+);base64,([a-z\d+/=\s]*)/gi, (_, type: string, base64: string) => {
      return `data:,${bytes.push({ type: type.toLowerCase(), base64 }) - 1}`
    })
  if (short.length > maxLength) return { parts: [], pictures: [], left: 0 }
  // The security policy drops style attributes while parsing; what they say is read from another attribute.
  const text = short
    .replaceAll(/<style\b[^]*?<\/style\s*>/gi, '')
    .replaceAll(/(<[^<>]*?\s)style\s*=/gi, '$1data-style=')
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  const found = takePictures(body, bytes)
  clean(body)
  return {
    parts: converter
      .turndown(body)
      .replaceAll('\u00a0', ' ')
      .replaceAll(/[ \t]+$/gm, '')
      .trim()
      .split(pictureMark),
    ...found,
  }
}

interface PictureBytes {
  /** Media type, in lower case. */
  type: string
  base64: string
}

/** Put a mark in the place of pictures that are no addresses. @param bytes those of `data:,<index>` */
function takePictures(body: HTMLElement, bytes: readonly PictureBytes[]): Pick<Pasted, 'pictures' | 'left'> {
  const pictures: File[] = []
  let left = 0
  for (const item of body.querySelectorAll('li[role=checkbox]')) {
    for (const icon of item.querySelectorAll('img')) icon.remove()
    const box = item.ownerDocument.createElement('input')
    box.type = 'checkbox'
    box.defaultChecked = item.getAttribute('aria-checked') === 'true'
    item.prepend(box)
  }
  for (const image of body.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? ''
    if (/^https?:/i.test(source)) continue
    const isSeen = source !== '' && !/^[01](?:px)?$/.test(image.getAttribute('width') ?? '') // of mails: who opened them
    const file = isSeen ? fileOf(bytes[Number(/^data:,(\d+)$/.exec(source)?.[1])], image.alt) : undefined
    if (file !== undefined) pictures.push(file)
    else if (isSeen) left++
    image.replaceWith(file === undefined ? '' : pictureMark)
  }
  return { pictures, left }
}

function fileOf(picture: PictureBytes | undefined, name: string): File | undefined {
  if (picture === undefined) return undefined
  const end = picture.type.replace(/^image\/(?:x-)?/, '').replace(/\+.*$/, '')
  try {
    const bytes = Uint8Array.from(atob(picture.base64), character => character.codePointAt(0) ?? 0)
    return new File([bytes], `${name.trim().slice(0, 80) || 'image'}.${end}`, { type: picture.type })
  } catch (error) {
    if (!(error instanceof DOMException)) throw error // no base64
    return undefined
  }
}

const styleOf = (element: Element, property: string): string =>
  new RegExp(`(?:^|[;\\s])${property}\\s*:\\s*([^;]+)`, 'i')
    .exec(element.getAttribute('data-style') ?? '')?.[1]
    ?.trim() ?? ''

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

function newElement(name: string, ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement(name)
  element.append(...content)
  return element
}

const wrap = (element: Element, name: string): void => element.append(newElement(name, ...element.childNodes))
const rename = (element: Element, name: string): void => element.replaceWith(newElement(name, ...element.childNodes))

/** Bring what word processors write into the elements that mean it. */
function clean(body: HTMLElement): void {
  const all = (selector: string): Element[] => [...body.querySelectorAll(selector)]
  for (const comment of all('.MsoCommentReference, [data-style*="mso-element:comment-list" i]')) comment.remove()
  for (const link of all('a')) if (!/^(?:https?|mailto|tel):/i.test(link.getAttribute('href') ?? '')) unwrap(link)
  for (const block of all('p, div')) if (isBlank(block)) block.remove()
  for (const line of all('p[role=heading]')) {
    const level = Number(line.ariaLevel)
    rename(line, `h${level >= 1 && level <= 6 ? Math.floor(level) : 2}`)
  }
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
  for (const raised of all('sup, sub')) raise(raised)
  for (const table of body.querySelectorAll('table')) layOut(table)
  // A table of Markdown begins with its headings.
  for (const table of all('table')) {
    if (table.querySelector('th') !== null) continue
    for (const cell of table.querySelectorAll('tr:first-of-type > td')) rename(cell, 'th')
  }
  // Lists directly in lists belong to the item before.
  for (const inner of all('ul > ul, ul > ol, ol > ul, ol > ol')) inner.previousElementSibling?.append(inner)
  for (const list of all('ol')) joinList(list)
  for (const list of all('ul + ul, ol + ol')) {
    while (isBlankText(list.previousSibling)) list.previousSibling?.remove()
    const { previousSibling: before } = list
    if (before instanceof Element && !before.hasAttribute(otherMark)) list.setAttribute(otherMark, '')
  }
  // What is between two blocks of an item stays a paragraph.
  for (const only of all('li > p:not(:is(ul, ol, pre, blockquote, table) ~ p), li > div:not(:has(p))')) {
    if (only.nextElementSibling?.localName === 'p') only.append(newElement('br'))
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

const raisedSigns = new Map(
  [...'0⁰₀1¹₁2²₂3³₃4⁴₄5⁵₅6⁶₆7⁷₇8⁸₈9⁹₉+⁺₊-⁻₋−⁻₋(⁽₍)⁾₎'.matchAll(/(.)(.)(.)/gu)].map(([, sign = '', sup, sub]) => [
    sign,
    { sup, sub },
  ]),
)

/** Markdown has no raised and lowered text, but its digits are characters: 10⁵ is not 105. */
function raise(element: Element): void {
  const signs = [...element.textContent.trim()].map(
    sign => raisedSigns.get(sign)?.[element.localName === 'sup' ? 'sup' : 'sub'],
  )
  if (element.querySelector('a, img') === null && signs.every(sign => sign !== undefined))
    element.replaceWith(signs.join(''))
}

/** Bring a table into what Markdown can write: lines in its cells, each cell in its column. One that only places its content is left out. */
function layOut(table: HTMLTableElement): void {
  const cells = [...table.rows].flatMap(row => [...row.cells])
  if (cells.length < 2 || table.querySelector('table') !== null) {
    for (const cell of cells) table.before(newElement('div', ...cell.childNodes))
    return table.remove()
  }
  // Nothing stands before the row of headings.
  for (const columns of table.querySelectorAll('colgroup')) columns.remove()
  for (const caption of table.querySelectorAll('caption')) {
    table.before(newElement('p', ...caption.childNodes))
    caption.remove()
  }
  const below: number[] = [] // how many more rows a cell takes in each column
  for (const row of table.rows) {
    let column = 0
    const skip = (before: Element | null): void => {
      for (; (below[column] ?? 0) > 0; column++) {
        below[column] = (below[column] ?? 0) - 1
        row.insertBefore(newElement('td'), before)
      }
    }
    const own = [...row.cells]
    for (const cell of own) {
      skip(cell)
      for (let more = cell.colSpan - 1; more > 0; more--) cell.after(newElement('td'))
      for (let left = cell.colSpan; left > 0; left--) below[column++] = cell.rowSpan - 1
      cell.colSpan = 1
      for (const item of cell.querySelectorAll('li'))
        item.prepend(
          item.parentElement?.localName === 'ol' ? `${[...item.parentElement.children].indexOf(item) + 1}. ` : '• ',
        )
      for (const block of [...cell.querySelectorAll(`${blocks}, li`)].toReversed()) {
        block.append(' ')
        unwrap(block)
      }
    }
    skip(null)
  }
}

/** Programs that write each item as a list of its own number them on. */
function joinList(list: Element): void {
  const before = list.previousElementSibling
  const start = Number(list.getAttribute('start') ?? 1)
  if (before?.localName !== 'ol' || start === 1) return
  if (start === Number(before.getAttribute('start') ?? 1) + before.children.length) {
    before.append(...list.childNodes)
    list.remove()
  }
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
  text.after(newElement(escaped, text.splitText(text.length - 1)))
}

/** Whether a block only keeps a distance. */
const isBlank = (block: Element): boolean =>
  block.textContent.trim() === '' &&
  block.querySelector('img, input, hr, table, pre') === null &&
  block.closest('pre') === null

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
  /** What each of these lists is in Word. */
  const names: string[] = []
  for (const item of body.querySelectorAll('p[data-style*="mso-list:" i]')) {
    const level = Number(/\blevel(\d)/i.exec(styleOf(item, 'mso-list'))?.[1] ?? 0)
    if (level === 0) continue
    const sign = [...item.querySelectorAll('[data-style*="mso-list:Ignore" i]')]
    const number = /^\s*\(?([\da-z]{1,4})[.)]/i.exec(sign.map(one => one.textContent).join(''))?.[1]
    for (const one of sign) one.remove()
    const isNext = item.previousElementSibling !== null && item.previousElementSibling === lists[0]
    const name = `${styleOf(item, 'mso-list').replace(/\blevel\d/i, '')} ${number === undefined}`
    lists.length = isNext ? Math.min(lists.length, names[level - 1] === name ? level : level - 1) : 0
    while (lists.length < level) {
      const list = newElement(number === undefined ? 'ul' : 'ol')
      const outer = lists.at(-1)
      if (outer === undefined) item.before(list)
      else (outer.lastElementChild ?? outer).append(list)
      names[lists.length] = name
      if (lists.push(list) === level && Number(number) > 1) list.setAttribute('start', String(Number(number)))
    }
    lists.at(-1)?.append(newElement('li', ...item.childNodes))
    item.remove()
  }
}

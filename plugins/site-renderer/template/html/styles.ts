import { createHash } from 'node:crypto'
import { isLocalPath } from '../../../../lib/web-text/index.ts'

const maxDeclarations = 50
const maxDeclarationLength = 2000

/** Comments, strings, brackets, ends of declarations, and everything between them. */
const parts = /\/\*[\s\S]*?(?:\*\/|$)|"[^"]*(?:"|$)|'[^']*(?:'|$)|[();]|[^"'();/]+|\//g

/**
 * The harmless declarations of a `style` attribute: names in quotes, and pictures of this site; no other addresses, functions of old browsers, escapes or
 * braces.
 * @param report called for each declaration that is dropped
 * @returns undefined when nothing is left
 */
export function cleanDeclarations(text: string, report: (message: string) => void): string | undefined {
  const kept: string[] = []
  for (const declaration of splitDeclarations(text)) {
    const cleaned = kept.length < maxDeclarations ? cleanDeclaration(declaration) : { problem: 'there are too many' }
    if (typeof cleaned === 'string') kept.push(cleaned)
    else report(`the declaration "${declaration.slice(0, 100)}" is dropped: ${cleaned.problem}`)
  }
  return kept.length === 0 ? undefined : kept.join(';')
}

/** The declarations in a text, without comments. A semicolon in quotes or brackets ends none. */
function splitDeclarations(text: string): string[] {
  const declarations = ['']
  let depth = 0
  for (const [part] of text.matchAll(parts)) {
    if (part === '(') depth += 1
    if (part === ')') depth = Math.max(0, depth - 1)
    if (part === ';' && depth === 0) declarations.push('')
    else declarations.push(`${declarations.pop() ?? ''}${part.startsWith('/*') ? ' ' : part}`)
  }
  return declarations.map(one => one.trim()).filter(one => one !== '')
}

/** Addresses and texts in quotes. */
const quoted = /\burl\(\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^"'()\s]*))\s*\)|"[^"]*"|'[^']*'/gi
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unsafeInQuotes = /[<>\\\u0000-\u001f]/
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u0008\u000b\u000e-\u001f]/
const forbidden = /(?:\burl\s*\(|image-set|expression|(?<![\w-])behaviou?r\s*:|-moz-binding|javascript|[{}<>@\\"'`;])/i

function cleanDeclaration(text: string): string | { problem: string } {
  if (text.length > maxDeclarationLength) return { problem: `it has more than ${maxDeclarationLength} characters` }
  if (controls.test(text)) return { problem: 'it contains control characters' }
  if (!/^(?:--[\w-]+|-?[a-z][a-z-]*)\s*:\s*\S/i.test(text)) return { problem: 'it is not "property: value"' }
  let problem: string | undefined
  const kept: string[] = []
  const rest = text.replace(quoted, (part, ...groups) => {
    const { double, single, bare } = Object(groups.at(-1))
    const address: string | undefined = double ?? single ?? bare
    if (unsafeInQuotes.test(part)) problem ??= `${part} contains characters that are not allowed there`
    else if (address !== undefined && !isLocalPath(address) && !/^#[\w.-]+$/.test(address))
      problem ??= `the address ${address} does not begin with /, or is not one of this site`
    kept.push(address === undefined ? part : `url("${ownPath(address)}")`)
    return '\u0000'
  })
  const unclear = forbidden.exec(rest)?.[0]
  if (unclear !== undefined) problem ??= `${unclear} is not allowed in a style attribute`
  if (problem !== undefined) return { problem }
  let next = 0
  return rest.replaceAll(/[\t\n\r\f]+/g, ' ').replaceAll('\u0000', () => kept[next++] ?? '')
}

/** Styles have the same text wherever the site is served, and the service answers these addresses under `/site` on every host. */
const ownPath = (address: string): string =>
  /^\/(?:site|api)(?:[/?#]|$)|^#/.test(address) ? address : `/site${address}`

const quotedOrTag = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|<!--|<+(?=[/!a-z?])/gi

/**
 * A style sheet without rules that load others, and without text that would end its element: a space or an escape is between a "<" and what follows.
 * Addresses in it are kept: the content security policy decides what they can load, and they execute nothing.
 * @param report called when it loads others
 */
export function cleanStyleSheet(text: string, report: (message: string) => void): string {
  if (/@import/i.test(text.replaceAll(/\/\*[^]*?\*\//g, '')))
    report('@import is not allowed in a style element: use <link rel="stylesheet">, or the styles of a theme')
  return text
    .replaceAll(quotedOrTag, part => {
      if (part === '<!--') return ' '
      return part.startsWith('<') ? `${part} ` : part.replaceAll(/<(?=[/!a-z?])/gi, String.raw`\3c `)
    })
    .replaceAll(/(?<!\\)@(?=import|[\w-]*\\)/gi, '@removed-')
    .replaceAll(/(?<![\w.#-])(?:expression|-moz-binding|behaviou?r)\s*(?=[(:])/gi, 'removed')
}

/** The CSP source that allows an inline style or script with exactly this text. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

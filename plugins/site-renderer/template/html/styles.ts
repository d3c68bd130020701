import { createHash } from 'node:crypto'

const maxDeclarations = 50

/**
 * The simple declarations of a `style` attribute: no addresses, functions of old browsers, escapes or braces.
 * @returns undefined when nothing is left
 */
export function cleanDeclarations(text: string): string | undefined {
  const kept = text
    .split(';')
    .map(declaration => declaration.trim())
    .filter(declaration => /^(?:--)?[a-z][a-z-]*\s*:[^{}<>@\\;"'`\u0000-\u001f]+$/i.test(declaration))
    .filter(
      declaration =>
        !/url\s*\(|image-set|expression|behaviou?r\s*:|-moz-binding|javascript|\/\*|\*\//i.test(declaration),
    )
    .slice(0, maxDeclarations)
  return kept.length === 0 ? undefined : kept.join(';')
}

/**
 * A style sheet without rules that load others, and without text that would end its element.
 * Addresses in it are kept: the content security policy decides what they can load, and they execute nothing.
 */
export const cleanStyleSheet = (text: string): string =>
  text
    .replaceAll(/<+(?=[/!a-z?])/gi, '')
    .replaceAll(/@(?=import|[\w-]*\\)/gi, '@removed-')
    .replaceAll(/(?:expression|-moz-binding|behaviou?r)\s*(?=[(:])/gi, 'removed')

/** The CSP source that allows an inline style or script with exactly this text. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

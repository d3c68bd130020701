import { documentText } from '../../../kernel/index.ts'
import type { SiteResource } from '../contract.ts'
import { furniture } from './structure.ts'

/** Bytes of linked data on a page, about; what a page is about comes first. */
const maxLength = 262_144

/**
 * The resources that a page shows as JSON-LD documents, each in a script element that browsers do not run.
 * @param main what the page is about
 */
export function linkedDataScripts(main: SiteResource, bound: readonly SiteResource[], page: SiteResource): string {
  const content = bound.filter(({ type }) => !furniture.has(type.slug))
  const rest = bound.filter(({ type }) => furniture.has(type.slug))
  const resources = new Map([...(main === page ? [] : [main]), ...content, page, ...rest].map(one => [one.id, one]))
  let scripts = ''
  for (const { id, type, data } of resources.values()) {
    const text = escapeScript(documentText(type.linkedData, id, JSON.stringify(data)))
    if (scripts.length + text.length > maxLength) continue
    scripts += `<script type="application/ld+json">${text}</script>\n`
  }
  return scripts
}

/** JSON text that ends no script element, opens no comment in one, and is the same JSON. */
const escapeScript = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

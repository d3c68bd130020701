import { createHash } from 'node:crypto'
import type { SiteReader, SiteResource } from '../../contract.ts'
import { textOf } from '../structure.ts'

/** The style sheet of a theme; its address changes with its text. Undefined if the theme has no styles. */
export function styleSheetOf(theme: SiteResource | undefined): { path: string; text: string } | undefined {
  const text = textOf(theme, 'styles')
  if (theme === undefined || text === undefined) return undefined
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  return { path: `/assets/theme-${lastPart(theme.id)}-${hash}.css`, text }
}

const address = /^\/assets\/theme-([A-Za-z0-9._~-]{1,128})-[\w-]{16}\.css$/

/**
 * The style sheet at a path.
 * @returns `isExact` when the path belongs to its current text; undefined for an unknown theme
 */
export async function findStyleSheet(
  reader: SiteReader,
  path: string,
): Promise<{ text: string; isExact: boolean } | undefined> {
  const part = address.exec(path)?.[1]
  if (part === undefined) return undefined
  const id = `urn:theme:${part}`
  const sheet = styleSheetOf((await reader.getMany([id])).get(id))
  return sheet === undefined ? undefined : { text: sheet.text, isExact: sheet.path === path }
}

/** The HTML texts of a theme by name. */
export function fragmentsOf(theme: SiteResource | undefined): Record<string, string> {
  const fragments = theme?.data['fragments']
  if (typeof fragments !== 'object' || fragments === null) return {}
  const texts = Object.entries(fragments).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}

const lastPart = (id: string): string => id.slice(id.lastIndexOf(':') + 1)

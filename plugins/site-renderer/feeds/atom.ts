import { declaration, element, xmlText } from './xml.ts'

/** The entry of one post in a feed. */
export interface FeedEntry {
  /** URN. */
  id: string
  title: string
  /** Full address; undefined when no page shows the post. */
  address: string | undefined
  /** RFC 3339 */
  updated_at: string
  /** A date or a date-time. */
  published: string | undefined
  author: string | undefined
  summary: string | undefined
}

/** A feed and its entries, newest first. */
export interface Feed {
  title: string
  subtitle: string | undefined
  /** Full address of the site. */
  home: string
  /** Full address of the feed. */
  self: string
  author: string
  language: string
  entries: readonly FeedEntry[]
}

const never = '1970-01-01T00:00:00Z'

/** An Atom feed (RFC 4287). */
export function atomXml({ title, subtitle, home, self, author, language, entries }: Feed): string {
  const updated = entries.reduce((latest, entry) => (entry.updated_at > latest ? entry.updated_at : latest), never)
  const head = [
    element('title', title),
    subtitle === undefined ? '' : element('subtitle', subtitle),
    element('id', home),
    link('alternate', home),
    link('self', self),
    element('updated', updated),
    `<author>${element('name', author)}</author>`,
  ]
  return (
    `${declaration}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlText(language)}">\n` +
    `${head.filter(Boolean).join('\n')}\n${entries.map(entryXml).join('')}</feed>\n`
  )
}

function entryXml({ id, title, address, updated_at, published, author, summary }: FeedEntry): string {
  const instant = published === undefined ? undefined : instantOf(published)
  return [
    '<entry>',
    element('title', title),
    element('id', id),
    address === undefined ? '' : link('alternate', address),
    element('updated', updated_at),
    instant === undefined ? '' : element('published', instant),
    author === undefined ? '' : `<author>${element('name', author)}</author>`,
    // An entry without an address must have content (RFC 4287, 4.1.2).
    address === undefined ? `<content>${xmlText(summary ?? title)}</content>` : element('summary', summary ?? ''),
    '</entry>\n',
  ]
    .filter(Boolean)
    .join('\n')
}

const link = (relation: string, address: string): string => `<link rel="${relation}" href="${xmlText(address)}"/>`

/** A date or date-time in the format of RFC 3339. */
function instantOf(text: string): string | undefined {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

import { parseInstant } from '../../../lib/query/index.ts'
import { typesNamed } from '../binding/index.ts'
import type { SiteReader, SiteResource } from '../contract.ts'
import { pathOf } from '../pages/addresses/details.ts'
import type { DetailPages } from '../pages/addresses/details.ts'
import { descriptionOf, labelOf } from '../pages/document/head.ts'
import { textOf } from '../pages/structure.ts'
import { declaration, element, xmlText } from './xml.ts'

/** The schema.org type of the entries of a feed. */
const postType = 'BlogPosting'
const maxEntries = 50

/** The path of the feed on the site. */
export const feedPath = '/feed.xml'

/** Whether there are types that a feed can be built from. */
export const hasPosts = async (reader: SiteReader): Promise<boolean> =>
  typesNamed(postType, await reader.types()).length > 0

/** The parts of a feed. */
interface FeedParts {
  reader: SiteReader
  site: SiteResource | undefined
  details: DetailPages
  language: string
  absolute: (path: string) => string
}

/** The Atom feed (RFC 4287) of the latest posts. */
export async function feedXml(
  { reader, site, details, language, absolute }: FeedParts,
  deadline: number,
): Promise<string> {
  const posts = await latestPosts(reader, deadline)
  const authors = await reader.getMany(
    posts.map(post => textOf(post, 'author') ?? '').filter(author => author.startsWith('urn:')),
  )
  const title = textOf(site, 'name') ?? 'Posts'
  const entries = posts.map(post => {
    const path = pathOf(post, details)
    const author = authors.get(textOf(post, 'author') ?? '')
    return entryXml(post, path === undefined ? undefined : absolute(path), author)
  })
  const updated = posts.reduce((latest, post) => (post.updated_at > latest ? post.updated_at : latest), never)
  const subtitle = descriptionOf(site)
  const head = [
    element('title', title),
    subtitle === undefined ? '' : element('subtitle', subtitle),
    element('id', absolute('/')),
    link('alternate', absolute('/')),
    link('self', absolute(feedPath)),
    element('updated', updated),
    authorXml(title),
  ]
  return (
    `${declaration}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlText(textOf(site, 'inLanguage') ?? language)}">\n` +
    `${head.filter(Boolean).join('\n')}\n${entries.join('')}</feed>\n`
  )
}

const never = '1970-01-01T00:00:00Z'

const day = /^\d{4}-\d\d-\d\d$/

/** @param address full address; undefined when no page shows the post */
function entryXml(post: SiteResource, address: string | undefined, author: SiteResource | undefined): string {
  const title = labelOf(post)
  const summary = descriptionOf(post)
  const written = textOf(post, 'datePublished') ?? ''
  const published = parseInstant(day.test(written) ? `${written}T00:00:00Z` : written)
  return [
    '<entry>',
    element('title', title),
    element('id', post.id),
    address === undefined ? '' : link('alternate', address),
    element('updated', post.updated_at),
    published === undefined ? '' : element('published', new Date(published).toISOString()),
    author === undefined ? '' : authorXml(labelOf(author)),
    // An entry without an address must have content (RFC 4287, 4.1.2).
    address === undefined ? `<content>${xmlText(summary ?? title)}</content>` : element('summary', summary ?? ''),
    '</entry>\n',
  ]
    .filter(Boolean)
    .join('\n')
}

const authorXml = (name: string): string => `<author>${element('name', name)}</author>`

const link = (relation: string, address: string): string => `<link rel="${relation}" href="${xmlText(address)}"/>`

/** The latest posts by date of publication; by creation if they cannot be sorted by that. */
async function latestPosts(reader: SiteReader, deadline: number): Promise<readonly SiteResource[]> {
  const types = typesNamed(postType, await reader.types())
  const byDate = [
    ['sort_by', 'datePublished'],
    ['sort_order', 'desc'],
  ] as const
  const dated = await reader.find({ types, parameters: byDate, limit: maxEntries }, deadline)
  if (dated.problems.length === 0) return dated.resources
  return (await reader.find({ types, parameters: [], limit: maxEntries }, deadline)).resources
}

import { typesNamed } from '../binding/index.ts'
import type { SiteReader, SiteResource } from '../contract.ts'
import { pathOf } from '../pages/addresses/details.ts'
import type { DetailPages } from '../pages/addresses/details.ts'
import { descriptionOf, labelOf } from '../pages/document/head.ts'
import { textOf } from '../pages/structure.ts'
import { atomXml } from './atom.ts'
import type { FeedEntry } from './atom.ts'

/** The schema.org type of the entries of a feed. */
const postType = 'BlogPosting'
const maxEntries = 50

/** The path of the feed on the site. */
export const feedPath = '/feed.xml'

/** Whether there are types that a feed can be built from. */
export const hasPosts = async (reader: SiteReader): Promise<boolean> =>
  typesNamed(postType, await reader.types()).length > 0

/** The parts of a feed. */
export interface FeedParts {
  reader: SiteReader
  site: SiteResource | undefined
  details: DetailPages
  language: string
  absolute: (path: string) => string
}

/** The feed of the latest posts as text. */
export async function feedXml(
  { reader, site, details, language, absolute }: FeedParts,
  deadline: number,
): Promise<string> {
  const posts = await latestPosts(reader, deadline)
  const authors = await reader.getMany(
    posts.map(post => textOf(post, 'author') ?? '').filter(author => author.startsWith('urn:')),
  )
  const title = textOf(site, 'name') ?? 'Posts'
  const entries = posts.map((post): FeedEntry => {
    const path = pathOf(post, details)
    const author = textOf(post, 'author') ?? ''
    const known = authors.get(author)
    return {
      id: post.id,
      title: labelOf(post),
      address: path === undefined ? undefined : absolute(path),
      updated_at: post.updated_at,
      published: textOf(post, 'datePublished'),
      author: known === undefined ? undefined : labelOf(known),
      summary: descriptionOf(post),
    }
  })
  return atomXml({
    title,
    subtitle: descriptionOf(site),
    home: absolute('/'),
    self: absolute(feedPath),
    author: title,
    language: textOf(site, 'inLanguage') ?? language,
    entries,
  })
}

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

import type { ApiClient } from '../../../kernel/index.ts'
import { readCss, readDocument } from './document-links.ts'
import { fetchAddresses, fetchFiles } from './file.ts'
import type { FetchedFile, SiteFile } from './file.ts'
import { localPath } from './local-path.ts'

const atOnce = 20
/** More addresses than a site has: lists that go on for ever end here. */
const maxFiles = 50_000

/** What every site has, whether or not something links to it. */
const always = ['/', '/404', '/robots.txt', '/sitemap.xml']

/**
 * Every file of the site: what the service knows of, and what is linked to from there.
 * @param baseUrl where the site will be published
 * @returns each with the number of those that are known by then
 */
export async function* crawl(api: ApiClient, baseUrl?: string): AsyncGenerator<{ file: SiteFile; known: number }> {
  const known = new Set([...always, ...(await fetchAddresses(api))])
  const waiting = [...known]
  while (waiting.length > 0) {
    const wanted = waiting.splice(0, atOnce)
    const files = await fetchFiles(api, wanted, baseUrl)
    waiting.unshift(...wanted.slice(files.length))
    for (const fetched of files) {
      const links = linksOf(fetched)
      for (const link of links) {
        const path = localPath(link, fetched.path)?.path
        if (path === undefined || known.has(path) || known.size >= maxFiles) continue
        known.add(path)
        waiting.push(path)
      }
      yield { file: { ...fetched, links }, known: known.size }
    }
  }
}

function linksOf({ mediaType, content }: FetchedFile): string[] {
  if (mediaType.startsWith('text/html')) return readDocument(content.toString()).links
  return mediaType.startsWith('text/css') ? readCss(content.toString()) : []
}

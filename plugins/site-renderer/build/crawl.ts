import type { ApiClient } from '../../../kernel/index.ts'
import { readCss, readDocument } from './document-links.ts'
import { fetchAddresses, fetchFiles } from './file.ts'
import type { FetchedFile, SiteFile } from './file.ts'
import { localPath } from './local-path.ts'

const atOnce = 20
/** More addresses than a site has: endless lists stop here. */
const maxFiles = 50_000

/** Paths that every site has, whether or not a page links to them. */
const always = ['/', '/404', '/robots.txt', '/sitemap.xml']

/**
 * Every file of the site: the addresses that the service lists, and everything that is linked from them.
 * @param baseUrl the address at which the site will be published
 * @returns each file with the number of files known so far
 */
export async function* crawl(api: ApiClient, baseUrl?: string): AsyncGenerator<{ file: SiteFile; known: number }> {
  const known = new Set([...always, ...(await fetchAddresses(api))])
  const waiting = [...known]
  while (waiting.length > 0) {
    const paths = waiting.splice(0, atOnce)
    const files = await fetchFiles(api, paths, baseUrl)
    waiting.unshift(...paths.slice(files.length))
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

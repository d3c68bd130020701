import type { ApiClient } from '../../../kernel/index.ts'
import { readCss, readHtml } from './document-links.ts'
import type { LinkedFile } from './document-links.ts'
import { fetchFiles } from './file.ts'
import type { FetchedFile, ListedAddress, SiteFile } from './file.ts'
import { localPath } from './local-path.ts'
import { filesPath } from '../pages/public-name.ts'

const atOnce = 20

/** Paths that every site has, whether or not a page links to them. */
const always = ['/', '/404', '/robots.txt', '/sitemap.xml']

/**
 * Every file of the site: the addresses that the service lists, and everything that is linked from them. Addresses at which there is nothing lead
 * nowhere else, so that relative links on the page for unknown addresses end.
 * @param addresses those that the service lists
 * @param uploaded gets the paths of the pictures and other uploaded files that are linked: they can be large, and are not returned
 * @param baseUrl the address at which the site will be published
 * @returns each file, with the number of files that are known so far
 */
export async function* crawl(
  api: ApiClient,
  addresses: readonly ListedAddress[],
  uploaded: Set<string>,
  baseUrl?: string,
): AsyncGenerator<{ file: SiteFile; known: number }> {
  const known = new Set([...always, ...addresses.map(({ path }) => path)])
  const waiting = [...known]
  for (let next = 0; next < waiting.length;) {
    const files = await fetchFiles(api, waiting.slice(next, next + atOnce), baseUrl)
    next += files.length
    for (const fetched of files) {
      const linked = readLinks(fetched)
      const links = linked?.links ?? sitemapsIn(fetched)
      for (const link of fetched.status === 404 && fetched.path !== '/404' ? [] : links) {
        const path = localPath(link, fetched.path)?.path
        if (path === undefined || known.has(path)) continue
        if (path.startsWith(filesPath)) uploaded.add(path)
        else {
          known.add(path)
          waiting.push(path)
        }
      }
      yield { file: { ...fetched, linked }, known: known.size }
    }
  }
}

function readLinks({ mediaType, content }: FetchedFile): LinkedFile | undefined {
  if (mediaType.startsWith('text/html')) return readHtml(content.toString())
  return mediaType.startsWith('text/css') ? readCss(content.toString()) : undefined
}

/** The files of a sitemap that has several, as links on the site. */
const sitemapsIn = ({ path, content }: FetchedFile): string[] =>
  path === '/sitemap.xml'
    ? [...content.toString().matchAll(/<sitemap><loc>[^<]*\/(sitemap-[a-z0-9-]+\.xml)<\/loc>/g)].map(
        ([, name = '']) => name,
      )
    : []

import type { SiteFile } from './file.ts'
import { localPath } from './local-path.ts'
import { decodePercent } from '../../../lib/web-text/index.ts'

/** A link without a target. */
interface BrokenLink {
  /** Path of the page that contains it. */
  page: string
  link: string
  reason: string
}

/** Finds links inside a site that have no target. */
export class BrokenLinks {
  /** The number of pages and style sheets. */
  pages = 0
  /** The number of their links inside the site. */
  links = 0
  readonly #statuses = new Map<string, number>()
  readonly #ids = new Map<string, ReadonlySet<string>>()
  readonly #found: { page: string; link: string; path: string; fragment: string }[] = []

  /** Record a file of the site. */
  add({ path, status, mediaType, linked }: SiteFile): void {
    this.#statuses.set(path, status)
    if (status === 200 && mediaType.startsWith('text/html') && linked !== undefined) this.#ids.set(path, linked.ids)
    if (status !== 200 && path !== '/404') return
    this.pages += 1
    for (const link of new Set(linked?.links)) {
      const target = localPath(link, path)
      if (target === undefined) continue
      this.links += 1
      this.#found.push({ page: path, link, ...target })
    }
  }

  /** Record an uploaded file that is linked. */
  addUploaded(path: string, isThere: boolean): void {
    if (isThere) this.#statuses.set(path, 200)
  }

  /** The broken links, after all files are recorded. */
  find(): BrokenLink[] {
    return this.#found.flatMap(({ page, link, path, fragment }) => {
      const status = this.#statuses.get(path)
      if (status !== 200 && status !== 308) return [{ page, link, reason: `status ${status ?? 404}` }]
      const ids = this.#ids.get(path)
      if (fragment === '' || ids === undefined || ids.has(decodePercent(fragment) ?? fragment)) return []
      return [{ page, link, reason: `nothing there has the id ${fragment}` }]
    })
  }
}

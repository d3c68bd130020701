import { exitCode } from '../../../kernel/index.ts'
import type { CommandContext } from '../../../kernel/index.ts'
import { countText, thousands } from '../../../lib/terminal/index.ts'
import { crawl } from './crawl.ts'
import { fetchAddresses, openUploaded } from './file.ts'
import type { ListedAddress } from './file.ts'
import { BrokenLinks } from './links.ts'
import { SiteFolder } from './site-folder.ts'

const unknownAddress =
  'warning: full addresses (canonical, sitemap, feed) are those of the service, because neither --base-url nor url of the web-site is given'

const isCutText = 'a list ends here before all of its items are shown'

/** `plinth site build` */
export async function buildSite(context: CommandContext, options: { out: string; baseUrl?: string }): Promise<void> {
  const folder = await SiteFolder.open(options.out, options.baseUrl)
  const api = await context.api()
  const addresses = await fetchAddresses(api)
  const listed = new Set(addresses.map(({ path }) => path))
  const notes = new Notes()
  for (const address of addresses) notes.addRenamed(address)
  const left: { path: string; reason: string }[] = []
  const progress = context.progress('pages')
  const uploaded = new Set<string>()
  for await (const { file, known } of crawl(api, addresses, uploaded, options.baseUrl)) {
    const { path, status } = file
    if (path === '/' && file.url === undefined) notes.add(unknownAddress)
    if (file.isCut) notes.add(`${path}: ${isCutText}`)
    const isFile = status === 200 || path === '/404'
    const reason = isFile ? await folder.write(file) : listed.has(path) ? `status ${status}` : undefined
    if (reason !== undefined) left.push({ path, reason })
    progress.update(folder.written + folder.unchanged, known)
  }
  for (const path of uploaded) {
    const reason = await folder.writeUploaded(path, () => openUploaded(api, path))
    if (reason !== undefined) left.push({ path, reason })
  }
  progress.finish()
  const removed = await folder.finish()
  for (const { path, reason } of left) notes.add(`left out: ${path} (${reason})`)
  notes.print(context)
  const { written, unchanged } = folder
  context.print({ written, unchanged, removed, left_out: left }, () => {
    const parts = [
      `${thousands(written)} written`,
      `${thousands(unchanged)} unchanged`,
      `${thousands(removed)} removed`,
      ...(left.length === 0 ? [] : [`${thousands(left.length)} left out`]),
    ]
    return `${parts.join(', ')} in ${options.out}`
  })
}

const maxNotes = 100

/** What a command reports beside its result; the first ones. */
class Notes {
  readonly #texts: string[] = []
  #further = 0

  add(text: string): void {
    if (this.#texts.length < maxNotes) this.#texts.push(text)
    else this.#further += 1
  }

  addRenamed({ path, unusableSlug }: ListedAddress): void {
    if (unusableSlug !== undefined)
      this.add(`${path}: the slug ${JSON.stringify(unusableSlug)} cannot be part of an address, so its id is`)
  }

  print(context: CommandContext): void {
    for (const text of this.#texts) context.report(text)
    if (this.#further > 0) context.report(`and ${thousands(this.#further)} more`)
  }
}

/** `plinth site check` */
export async function checkSite(context: CommandContext): Promise<void> {
  const links = new BrokenLinks()
  const notes = new Notes()
  const api = await context.api()
  const addresses = await fetchAddresses(api)
  for (const address of addresses) notes.addRenamed(address)
  const progress = context.progress('pages')
  const uploaded = new Set<string>()
  for await (const { file, known } of crawl(api, addresses, uploaded)) {
    links.add(file)
    if (file.isCut) notes.add(`${file.path}: ${isCutText}`)
    progress.update(links.pages, known)
  }
  for (const path of uploaded) {
    const bytes = await openUploaded(api, path)
    for await (const _chunk of bytes ?? []) break
    links.addUploaded(path, bytes !== undefined)
  }
  progress.finish()
  notes.print(context)
  const broken = links.find()
  if (broken.length > 0) process.exitCode = exitCode.failed
  context.print({ pages: links.pages, links: links.links, broken: broken.map(one => ({ ...one })) }, () => {
    const checked = `${countText(links.links, 'link')} on ${countText(links.pages, 'page')}`
    if (broken.length === 0) return `${checked}, none of them broken.`
    return `${broken.map(({ page, link, reason }) => `${page}: ${link} (${reason})`).join('\n')}\n${checked}, ${thousands(broken.length)} broken.`
  })
}

import { exitCode } from '../../../kernel/index.ts'
import type { CommandContext } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import { thousands } from '../../../lib/terminal/index.ts'
import { crawl } from '../build/crawl.ts'
import { BrokenLinks } from '../build/links.ts'
import { SiteFolder } from '../build/site-folder.ts'

/** `plinth site lint` */
export async function lint(context: CommandContext): Promise<void> {
  const { body } = await (await context.api()).request('GET', '/api/site/problems')
  const problems = isObject(body) && Array.isArray(body['data']) ? body['data'].filter(isObject) : []
  if (problems.length > 0) process.exitCode = exitCode.failed
  context.print(problems, () => {
    if (problems.length === 0) return 'The templates are as they should be.'
    const rows = problems.map(({ name, fragment, field, line, message, count }) => [
      [name, fragment ?? (field === 'styles' ? field : undefined)]
        .filter(part => part !== undefined)
        .map(textOf)
        .join(', '),
      textOf(line),
      typeof count === 'number' && count > 1 ? `${textOf(message)} (${thousands(count)} times)` : textOf(message),
    ])
    const columns = [
      { heading: 'Template' },
      { heading: 'Line', align: 'right' as const },
      { heading: 'Problem', elastic: true },
    ]
    return context.table(columns, rows)
  })
}

const unknownAddress =
  'warning: full addresses (canonical, sitemap, feed) are those of the service, because neither --base-url nor url of the web-site is given'

/** `plinth site build` */
export async function build(context: CommandContext, options: { out: string; baseUrl?: string }): Promise<void> {
  const folder = await SiteFolder.open(options.out, options.baseUrl)
  const progress = context.progress('pages')
  for await (const { file, known } of crawl(await context.api(), options.baseUrl)) {
    if (file.path === '/' && file.url === undefined) context.say(unknownAddress)
    if (file.status === 200 || file.path === '/404') await folder.write(file)
    progress.update(folder.written + folder.unchanged, known)
  }
  progress.finish()
  const removed = await folder.finish()
  const { written, unchanged } = folder
  context.print({ written, unchanged, removed }, () => {
    const parts = [
      `${thousands(written)} written`,
      `${thousands(unchanged)} unchanged`,
      `${thousands(removed)} removed`,
    ]
    return `${parts.join(', ')} in ${options.out}`
  })
}

/** `plinth site check` */
export async function check(context: CommandContext): Promise<void> {
  const links = new BrokenLinks()
  const progress = context.progress('pages')
  for await (const { file, known } of crawl(await context.api())) {
    links.add(file)
    progress.update(links.pages, known)
  }
  progress.finish()
  const broken = links.find()
  if (broken.length > 0) process.exitCode = exitCode.failed
  context.print({ pages: links.pages, links: links.links, broken: broken.map(one => ({ ...one })) }, () => {
    const checked = `${thousands(links.links)} links on ${thousands(links.pages)} pages`
    if (broken.length === 0) return `${checked}, none of them broken.`
    return `${broken.map(({ page, link, reason }) => `${page}: ${link} (${reason})`).join('\n')}\n${checked}, ${thousands(broken.length)} broken.`
  })
}

const textOf = (value: Json | undefined): string => (value === undefined || value === null ? '' : String(value))

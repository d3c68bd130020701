import type { Command } from 'commander'
import { exitCode } from '../../kernel/index.ts'
import type { CommandContext } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/index.ts'
import { thousands } from '../../lib/terminal/index.ts'

/** What reads the pages of the site, and HTML: loaded with the commands that do. */
const loadBuildAndCheck = () => import('./build/build-and-check.ts')

/** `plinth site …`. */
export function siteCommands(program: Command, context: () => CommandContext): void {
  const site = program.command('site').description('Check and build the public site.')
  site
    .command('lint')
    .description('Report mistakes in templates, such as unknown types and slots.')
    .action(() => lint(context()))
  site
    .command('build')
    .description('Write the site as static files; unchanged files are left as they are.')
    .requiredOption('--out <folder>', 'output folder; created if it does not exist')
    .option('--base-url <url>', 'address at which it will be published (default: the property url of the web-site)')
    .action(async (options: { out: string; baseUrl?: string }) => {
      const { buildSite } = await loadBuildAndCheck()
      await buildSite(context(), options)
    })
  site
    .command('check')
    .description('Follow every internal link and report broken ones.')
    .action(async () => {
      const { checkSite } = await loadBuildAndCheck()
      await checkSite(context())
    })
}

/** `plinth site lint` */
async function lint(context: CommandContext): Promise<void> {
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

const textOf = (value: Json | undefined): string => (value === undefined || value === null ? '' : String(value))

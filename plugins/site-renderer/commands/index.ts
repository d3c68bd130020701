import type { Command } from 'commander'
import type { CommandContext } from '../../../kernel/index.ts'

/** `plinth site …`. */
export function siteCommands(program: Command, context: () => CommandContext): void {
  const actions = () => import('./actions.ts')
  const site = program.command('site').description('Check and build the public site.')
  site
    .command('lint')
    .description('Report mistakes in templates, such as unknown types and slots.')
    .action(async () => (await actions()).lint(context()))
  site
    .command('build')
    .description('Write the site as static files; unchanged files are left as they are.')
    .requiredOption('--out <folder>', 'output folder; created if it does not exist')
    .option('--base-url <url>', 'address at which it will be published (default: the property url of the web-site)')
    .action(async (options: { out: string; baseUrl?: string }) => (await actions()).build(context(), options))
  site
    .command('check')
    .description('Follow every internal link and report broken ones.')
    .action(async () => (await actions()).check(context()))
}

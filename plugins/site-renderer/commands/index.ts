import type { Command } from 'commander'
import type { CommandContext } from '../../../kernel/index.ts'

/** `plinth site …`. */
export function siteCommands(program: Command, context: () => CommandContext): void {
  const actions = () => import('./actions.ts')
  const site = program.command('site').description('The public site: HTML templates bound to resources.')
  site
    .command('lint')
    .description(
      'Look for what in the templates does not work as written: unknown types and slots, slots without an element.',
    )
    .action(async () => (await actions()).lint(context()))
  site
    .command('build')
    .description('Write the whole site as static files; only those that changed are written anew.')
    .requiredOption('--out <folder>', 'where to; made where it does not exist')
    .option('--base-url <url>', 'where it will be published (by default the address of the site, url of its web-site)')
    .action(async (options: { out: string; baseUrl?: string }) => (await actions()).build(context(), options))
  site
    .command('check')
    .description('Follow every link inside the site and report those that lead nowhere.')
    .action(async () => (await actions()).check(context()))
}

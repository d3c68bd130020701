import type { Command } from 'commander'
import { CommandFailed, exitCode } from '../../kernel/index.ts'
import type { CommandContext } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/index.ts'

const installHelp = `
Types that exist are left as they are, unless --update is given: then what the preset names is overwritten, and what was added to it is kept.

Examples:
  plinth presets install tasks --samples
  plinth presets install website --update --dry-run`

/** `plinth presets …` and `plinth seed`. */
export function presetCommands(program: Command, context: () => CommandContext): void {
  const presets = program.command('presets').description('Manage presets: bundles of related types.')
  presets
    .command('list')
    .description('List the presets.')
    .action(() => list(context()))
  presets
    .command('install')
    .description('Install a preset.')
    .argument('<name>', 'name of the preset')
    .option('--update', 'also update existing types')
    .option('--samples', 'also load its sample data, except what was loaded before')
    .option('--drafts', 'what is written to its types of content is a draft until it is published')
    .option('--dry-run', 'check only; nothing is written')
    .addHelpText('after', installHelp)
    .action((name: string, flags: InstallFlags) => install(context(), name, flags))
  program
    .command('seed')
    .summary('install presets with their sample data')
    .description('Install presets with their sample data, except what was loaded before.')
    .argument('<preset...>', 'names of presets')
    .option('--drafts', 'as of plinth presets install; the sample data is published')
    .action((names: string[], flags: InstallFlags) => seed(context(), names, flags))
}

const path = '/api/resource-types/presets'

/** Options of `plinth presets install`. */
interface InstallFlags {
  update?: boolean
  samples?: boolean
  drafts?: boolean
  dryRun?: boolean
}

/** `plinth presets list` */
async function list(context: CommandContext): Promise<void> {
  const envelope = await (await context.api()).listAll(path)
  context.print(envelope, () => {
    const rows = envelope.data
      .filter(isObject)
      .map(({ name, installed, types, description }) => [
        String(name),
        installed === true ? 'yes' : 'no',
        Array.isArray(types) ? types.join(' ') : '',
        String(description),
      ])
    const headings = ['name', 'installed', 'types', 'description'].map(heading => ({ heading }))
    return context.table(headings, rows)
  })
}

/** `plinth presets install` */
async function install(context: CommandContext, name: string, flags: InstallFlags): Promise<void> {
  const result = await post(context, name, flags)
  context.print(result, () => describe(name, result))
}

/** `plinth seed`: installs one preset after the other, each all or nothing. */
async function seed(context: CommandContext, names: readonly string[], { drafts }: InstallFlags): Promise<void> {
  await checkNames(context, names)
  const results: Record<string, Json> = {}
  for (const name of names) {
    const result = await post(context, name, { samples: true, ...(drafts && { drafts }) })
    results[name] = result
    if (!context.json) context.print(result, () => describe(name, result))
  }
  if (context.json) context.print(results, () => '')
}

/** Throws `CommandFailed` naming every unknown preset, before anything is done. */
async function checkNames(context: CommandContext, names: readonly string[]): Promise<void> {
  const { data } = await (await context.api()).listAll(path)
  const known = new Set(data.filter(isObject).map(({ name }) => name))
  const unknown = names.filter(name => !known.has(name))
  if (unknown.length === 0) return
  const what = unknown.map(name => JSON.stringify(name)).join(', ')
  throw new CommandFailed(`there is no preset ${what}; plinth presets list shows them`, exitCode.failed)
}

async function post(context: CommandContext, name: string, flags: InstallFlags): Promise<Json> {
  const { update, samples, drafts, dryRun } = flags
  const query = { update, samples, drafts, dry_run: dryRun }
  const sent = await (await context.api()).request('POST', `${path}/${encodeURIComponent(name)}`, { query })
  return (await context.waitFor(sent, `installing ${name}`)).body
}

function describe(name: string, result: Json): string {
  const lists = isObject(result) ? ['created', 'updated', 'skipped'].map(part => [part, result[part]] as const) : []
  const parts = lists.flatMap(([part, slugs]) =>
    Array.isArray(slugs) && slugs.length > 0 ? [`${part} ${slugs.join(', ')}`] : [],
  )
  return `${name}: ${parts.length === 0 ? 'nothing to do' : parts.join('; ')}`
}

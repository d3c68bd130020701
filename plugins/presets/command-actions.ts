import { CommandFailed, exitCode } from '../../kernel/index.ts'
import type { CommandContext } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/index.ts'

const path = '/api/resource-types/presets'

/** Options of `plinth presets install`. */
export interface InstallFlags {
  update?: boolean
  samples?: boolean
  dryRun?: boolean
}

/** `plinth presets list` */
export async function list(context: CommandContext): Promise<void> {
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
export async function install(context: CommandContext, name: string, flags: InstallFlags): Promise<void> {
  const result = await post(context, name, flags)
  context.print(result, () => describe(name, result))
}

/** `plinth seed`: installs one preset after the other, each all or nothing. */
export async function seed(context: CommandContext, names: readonly string[]): Promise<void> {
  await checkNames(context, names)
  const results: Record<string, Json> = {}
  for (const name of names) {
    const result = await post(context, name, { samples: true })
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
  const { update, samples, dryRun } = flags
  const query = { update, samples, dry_run: dryRun }
  const sent = await (await context.api()).request('POST', `${path}/${encodeURIComponent(name)}`, { query })
  return (await context.waitFor(sent, `installing ${name}`)).body
}

function describe(name: string, result: Json): string {
  const lists = isObject(result) ? ['created', 'updated', 'skipped'].map(part => [part, result[part]] as const) : []
  const told = lists.flatMap(([part, slugs]) =>
    Array.isArray(slugs) && slugs.length > 0 ? [`${part} ${slugs.join(', ')}`] : [],
  )
  return `${name}: ${told.length === 0 ? 'nothing to do' : told.join('; ')}`
}

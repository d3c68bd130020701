import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/index.ts'
import { countText, sizeText } from '../../lib/terminal/index.ts'

const help = `
They work on the store, and with --url on a running service, which keeps answering requests.

Examples:
  plinth store stats
  plinth store compact --url https://cms.example.com
  plinth store reindex book`

/** `plinth store …`. */
export function storeCommands(program: Command, context: () => CommandContext): void {
  const store = program
    .command('store')
    .description('See what the store takes, give space back, and follow changes by other tools.')
  store.addHelpText('after', help)
  store
    .command('stats')
    .description('Print rows and bytes of each collection, of its indexes, and of the log.')
    .action(() => printStatistics(context()))
  store
    .command('compact')
    .description('Give the empty space of the store back to the system.')
    .action(() => compact(context()))
  store
    .command('reindex')
    .argument('<type>', 'slug of the type')
    .description(
      'After changes to its resources by other tools (MongoDB): make their keys, words and references again.',
    )
    .action((type: string) => reindex(context(), type))
}

/** `plinth store stats` */
async function printStatistics(context: CommandContext): Promise<void> {
  const { body } = await (await context.api()).request('GET', '/api/admin/store/stats')
  context.print(body, () => {
    const { bytes, free_bytes, log_bytes, collections } = isObject(body) ? body : {}
    const rows = (Array.isArray(collections) ? collections : [])
      .filter(isObject)
      .map(({ name, rows, bytes, index_bytes }) => [
        String(name),
        typeof rows === 'number' ? String(rows) : unknown,
        inUnits(bytes),
        inUnits(index_bytes),
      ])
    const columns = [
      { heading: 'COLLECTION' },
      { heading: 'ROWS', align: 'right' },
      { heading: 'BYTES', align: 'right' },
      { heading: 'INDEXES', align: 'right' },
    ] as const
    const log = typeof log_bytes === 'number' ? `, log ${inUnits(log_bytes)}` : ''
    return `${context.table(columns, rows)}\n\nstore ${inUnits(bytes)}, of which ${inUnits(free_bytes)} are empty${log}\n`
  })
}

/** `plinth store compact` */
async function compact(context: CommandContext): Promise<void> {
  const api = await context.api()
  const sent = await api.request('POST', '/api/admin/store/compact')
  const { body } = await context.waitFor(sent, 'compacting')
  const { freed_bytes, seconds } = isObject(body) ? body : {}
  context.print(body, () => `${inUnits(freed_bytes)} were given back in ${Number(seconds)} s`)
}

/** `plinth store reindex` */
async function reindex(context: CommandContext, type: string): Promise<void> {
  const sent = await (await context.api()).request('POST', `/api/admin/store/reindex/${encodeURIComponent(type)}`)
  const { body } = await context.waitFor(sent, `reindexing ${type}`)
  const { resources, seconds } = isObject(body) ? body : {}
  context.print(body, () => `${countText(Number(resources), 'resource')} read in ${Number(seconds)} s`)
}

const unknown = '?'

const inUnits = (bytes: Json | undefined): string => (typeof bytes === 'number' ? sizeText(bytes) : unknown)

import type { CommandContext } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/index.ts'

/** `plinth store stats` */
export async function printStatistics(context: CommandContext): Promise<void> {
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
export async function compact(context: CommandContext): Promise<void> {
  const api = await context.api()
  const sent = await api.request('POST', '/api/admin/store/compact')
  const { body } = await context.waitFor(sent, 'compacting')
  const { freed_bytes, seconds } = isObject(body) ? body : {}
  context.print(body, () => `${inUnits(freed_bytes)} were given back in ${Number(seconds)} s\n`)
}

/** `plinth store reindex` */
export async function reindex(context: CommandContext, type: string): Promise<void> {
  const sent = await (await context.api()).request('POST', `/api/admin/store/reindex/${encodeURIComponent(type)}`)
  const { body } = await context.waitFor(sent, `reindexing ${type}`)
  const { resources, seconds } = isObject(body) ? body : {}
  context.print(body, () => `${Number(resources)} resources were read in ${Number(seconds)} s\n`)
}

const unknown = '?'
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** A size for people, with three digits. */
function inUnits(bytes: Json | undefined): string {
  if (typeof bytes !== 'number') return unknown
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toPrecision(Math.max(3, Math.trunc(value).toString().length))} ${units[power]}`
}

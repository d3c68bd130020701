import type { Command } from 'commander'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandFailed, exitCode } from '../../kernel/index.ts'
import type { CommandContext } from '../../kernel/index.ts'
import { isObject, jsonText } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import { plain } from '../../lib/terminal/index.ts'

/** Options of `plinth events`. */
interface EventFlags {
  type?: string
  subject?: string
  since?: string
  until?: string
  limit?: string
  all?: boolean
  follow?: boolean
}

const help = `
With --json --follow each event is a line (NDJSON).

Examples:
  plinth events --type Resource.Deleted --since 2026-01-01T00:00:00Z
  plinth events --subject urn:movie:01J9… --all
  plinth events --follow --url https://cms.example.com`

/** `plinth events`. */
export function eventCommands(program: Command, context: () => CommandContext): void {
  program
    .command('events')
    .description('List events, newest first; with --follow, print new events as they happen.')
    .option('--type <type>', 'only events of this type, such as Resource.Created')
    .option('--subject <urn>', 'only events about this resource, type or user')
    .option('--since <date-time>', 'only events at or after this time')
    .option('--until <date-time>', 'only events at or before this time')
    .option('--limit <number>', 'items per page (default: 20)')
    .option('--all', 'all pages')
    .option('--follow', 'print new events until Ctrl-C')
    .addHelpText('after', help)
    .action(async (flags: EventFlags) => {
      await (flags.follow === true ? follow(context(), flags) : list(context(), flags))
    })
}

const path = '/api/events'
const betweenPollsMs = 1000
/** How far before the newest event another one can still appear: an event gets its time when its transaction begins. */
const overlapMs = 10_000

/** `plinth events` */
async function list(context: CommandContext, flags: EventFlags): Promise<void> {
  const api = await context.api()
  const { type, subject, since, until, limit } = flags
  const query = { type, subject, since, until, limit }
  const whole = flags.all === true ? await api.listAll(path, query) : await firstPage()
  const rows = whole.data.filter(isObject).map(flat)
  if (context.json) context.print(whole, () => '')
  else context.printRecords({ ...whole, data: rows }, ['time', 'type', 'subject', 'actor'])
  if (whole.has_more) context.report('there are more: --limit, or --all')

  async function firstPage() {
    const { body } = await api.request('GET', path, { query })
    const { data, cursor, has_more } = isObject(body) ? body : {}
    return { data: Array.isArray(data) ? data : [], cursor: String(cursor), has_more: has_more === true }
  }
}

/** `plinth events --follow`: polls for new events once a second, which works on a store as well as on a service. */
async function follow(context: CommandContext, flags: EventFlags): Promise<void> {
  const { all, limit, until, type, subject } = flags
  if (all !== undefined || limit !== undefined || until !== undefined) {
    throw new CommandFailed('--follow does not go with --all, --limit and --until', exitCode.usage)
  }
  const api = await context.api()
  const seen = new Map<string, number>()
  let since = flags.since ?? new Date().toISOString()
  for (;;) {
    const { data } = await api.listAll(path, { type, subject, since })
    for (const event of data.filter(isObject).toReversed()) {
      const id = String(event['id'])
      if (seen.has(id)) continue
      seen.set(id, Date.parse(String(event['time'])))
      if (!(await context.write(`${context.json ? jsonText(event) : lineOf(event)}\n`))) return
    }
    const newest = Math.max(...seen.values(), Date.parse(since))
    const from = newest - overlapMs
    if (seen.size > 0 && from > Date.parse(since)) since = new Date(from).toISOString()
    for (const [id, time] of seen) if (time < from) seen.delete(id)
    await pause(betweenPollsMs)
  }
}

function flat(event: JsonObject): JsonObject {
  const data = isObject(event['data']) ? event['data'] : {}
  return {
    time: text(event['time']),
    type: text(event['type']),
    subject: text(event['subject']),
    actor: text(data['actor']),
  }
}

const lineOf = (event: JsonObject): string => plain(Object.values(flat(event)).join('  '))

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

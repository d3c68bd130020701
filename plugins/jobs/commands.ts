import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'

/** Options of `plinth jobs list`. */
interface JobFlags {
  state?: string
  name?: string
  limit?: string
  all?: boolean
}

const help = `
Examples:
  plinth jobs list --state dead
  plinth jobs list --name types:change --all --url https://cms.example.com
  plinth jobs cancel urn:job-run:01JD…`

/** `plinth jobs …`. */
export function jobCommands(program: Command, context: () => CommandContext): void {
  const jobs = program
    .command('jobs')
    .description('See and cancel work that takes long, is done later, or is done again and again.')
  jobs.addHelpText('after', help)
  jobs
    .command('list')
    .description('List runs of jobs, newest first.')
    .option('--state <state>', 'only runs in this state: waiting, running, done or dead')
    .option('--name <name>', 'only runs of this job, such as types:change')
    .option('--limit <number>', 'items per page (default: 20)')
    .option('--all', 'all pages')
    .action((flags: JobFlags) => list(context(), flags))
  jobs
    .command('cancel')
    .argument('<id>', 'of the run, as in the list')
    .description('Cancel a run that is waiting or running. A recurring job is done again at its next time.')
    .action((id: string) => cancel(context(), id))
}

const path = '/api/admin/jobs'

/** `plinth jobs list` */
async function list(context: CommandContext, flags: JobFlags): Promise<void> {
  const api = await context.api()
  const { state, name, limit } = flags
  const query = { state, name, limit }
  const whole = flags.all === true ? await api.listAll(path, query) : await firstPage()
  const rows = whole.data.filter(isObject).map(flat)
  if (context.json) context.print(whole, () => '')
  else
    context.printRecords({ ...whole, data: rows }, [
      'name',
      'state',
      'attempt',
      'progress',
      'created_at',
      'error',
      'id',
    ])
  if (whole.has_more) context.report('there are more: --limit, or --all')

  async function firstPage() {
    const { body } = await api.request('GET', path, { query })
    const { data, cursor, has_more } = isObject(body) ? body : {}
    return { data: Array.isArray(data) ? data : [], cursor: String(cursor), has_more: has_more === true }
  }
}

/** `plinth jobs cancel` */
async function cancel(context: CommandContext, id: string): Promise<void> {
  const { body } = await (await context.api()).request('POST', `${path}/${encodeURIComponent(id)}/cancel`)
  const run = isObject(body) ? body : {}
  if (context.json) context.print(run, () => '')
  else context.report(`${String(run['id'])} (${String(run['name'])}) cancelled`)
}

/** A run as a line of a table. */
function flat(run: JsonObject): JsonObject {
  const { progress, error, attempt = 0, max_attempts = 0 } = run
  return {
    ...run,
    attempt: `${String(attempt)}/${String(max_attempts)}`,
    progress: isObject(progress) ? progressText(progress) : '',
    error: isObject(error) ? (error['detail'] ?? '') : '',
  }
}

function progressText({ done, total }: JsonObject): string {
  const count = (value: Json | undefined): string => (typeof value === 'number' ? String(value) : '?')
  return typeof total === 'number' && total > 0 && typeof done === 'number'
    ? `${Math.floor((100 * done) / total)} %`
    : count(done)
}

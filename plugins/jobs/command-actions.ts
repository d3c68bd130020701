import type { CommandContext } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import type { JobFlags } from './commands.ts'

const path = '/api/admin/jobs'

/** `plinth jobs list` */
export async function list(context: CommandContext, flags: JobFlags): Promise<void> {
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
  if (whole.has_more) context.say('there are more: --limit, or --all')

  async function firstPage() {
    const { body } = await api.request('GET', path, { query })
    const { data, cursor, has_more } = isObject(body) ? body : {}
    return { data: Array.isArray(data) ? data : [], cursor: String(cursor), has_more: has_more === true }
  }
}

/** `plinth jobs cancel` */
export async function cancel(context: CommandContext, id: string): Promise<void> {
  const { body } = await (await context.api()).request('POST', `${path}/${encodeURIComponent(id)}/cancel`)
  const run = isObject(body) ? body : {}
  if (context.json) context.print(run, () => '')
  else context.say(`${String(run['id'])} (${String(run['name'])}) cancelled`)
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

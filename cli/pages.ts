import { exitCode, type ApiClient } from '../kernel/contracts/commands.ts'
import type { Json } from '../lib/json/types.ts'
import { CommandFailed } from '../kernel/errors.ts'
import { isObject } from '../lib/json/index.ts'

/** A whole list in the shape of one page of it. */
export interface WholeList {
  [key: string]: Json
  data: Json[]
  cursor: string
  has_more: boolean
}

/**
 * Read all pages of a list.
 * @param query parameters of the API; `limit` is then the size of a page (default: 200)
 */
export async function walkPages(
  api: ApiClient,
  path: string,
  query: readonly (readonly [string, string])[],
): Promise<WholeList> {
  const whole: WholeList = { data: [], cursor: '', has_more: false }
  const parameters = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))
  if (!parameters.has('limit')) parameters.set('limit', '200')
  for (;;) {
    const { body } = await api.request('GET', `${path}?${parameters.toString()}`)
    const { data, cursor, total, total_at_least: atLeast } = isObject(body) ? body : {}
    if (!Array.isArray(data))
      throw new CommandFailed('the service answered a list in an unknown shape', exitCode.failed)
    for (const item of data) whole.data.push(item)
    if (total !== undefined) whole['total'] ??= total
    if (atLeast !== undefined) whole['total_at_least'] ??= atLeast
    if (typeof cursor !== 'string' || cursor === '') return whole
    parameters.set('cursor', cursor)
    parameters.delete('count')
  }
}

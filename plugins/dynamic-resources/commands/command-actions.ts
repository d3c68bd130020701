import { type CommandContext } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { plain } from '../../../lib/terminal/index.ts'

const pathOf = (type: string, id: string): string => `/api/${encodeURIComponent(type)}/${encodeURIComponent(id)}`

/** `plinth resources get` */
export async function get(context: CommandContext, type: string, id: string): Promise<void> {
  const { body } = await (await context.api()).request('GET', pathOf(type, id))
  print(context, body)
}

/** `plinth resources create` */
export async function create(context: CommandContext, type: string, data: string): Promise<void> {
  const body = await context.readObject(data, '--data')
  const answer = await (await context.api()).request('POST', `/api/${encodeURIComponent(type)}`, { body })
  print(context, answer.body)
}

/** `plinth resources update`, with `patch` by JSON Merge Patch */
export async function update(
  context: CommandContext,
  type: string,
  id: string,
  data: string,
  patch: boolean,
): Promise<void> {
  const body = await context.readObject(data, '--data')
  const api = await context.api()
  const answer = patch
    ? await api.request('PATCH', pathOf(type, id), {
        body,
        headers: { 'content-type': 'application/merge-patch+json' },
      })
    : await api.request('PUT', pathOf(type, id), { body })
  print(context, answer.body)
}

/** `plinth resources delete` */
export async function remove(context: CommandContext, type: string, id: string): Promise<void> {
  await (await context.api()).request('DELETE', pathOf(type, id))
  context.say(`${id} archived`)
}

/** `plinth resources restore` */
export async function restore(context: CommandContext, type: string, id: string): Promise<void> {
  print(context, (await (await context.api()).request('POST', `${pathOf(type, id)}/restore`)).body)
}

/** `plinth resources versions` */
export async function versions(
  context: CommandContext,
  type: string,
  id: string,
  number: string | undefined,
): Promise<void> {
  const api = await context.api()
  if (number === undefined) {
    const list = await api.listAll(`${pathOf(type, id)}/versions`)
    context.printRecords(list, ['sequence_no', 'status', 'updated_at'])
  } else print(context, (await api.request('GET', pathOf(type, id), { query: { sequence_no: number } })).body)
}

/** The resource's own node: the first of its graph. */
export function nodeOf(resource: Json): JsonObject {
  const data = isObject(resource) ? resource['data'] : undefined
  const graph = isObject(data) && Array.isArray(data['@graph']) ? data['@graph'] : []
  return isObject(graph[0]) ? graph[0] : {}
}

/** A value as text: texts unchanged, nothing for null, else JSON. */
export function show(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return plain(typeof value === 'string' ? value : JSON.stringify(value))
}

function print(context: CommandContext, resource: Json): void {
  context.print(resource, () => {
    const columns = isObject(resource) ? Object.entries(resource).filter(([name]) => name !== 'data') : []
    const properties = Object.entries(nodeOf(resource)).filter(([name]) => !name.startsWith('@'))
    const width = Math.max(...[...columns, ...properties].map(([name]) => name.length), 0)
    const lines = (pairs: [string, Json][]): string[] =>
      pairs.map(([name, value]) => `${plain(name).padEnd(width)}  ${show(value)}`)
    return [...lines(columns), '', ...lines(properties)].join('\n')
  })
}

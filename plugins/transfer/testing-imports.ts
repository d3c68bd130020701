import { isObject, type Json, type JsonObject } from '../../lib/json/index.ts'
import type { TestApp } from '../../testing/index.ts'

/** The answer to an import. */
export interface Answer {
  status: number
  message: Json
  progress: JsonObject[]
  problems: JsonObject[]
  rejects: JsonObject[]
  result: JsonObject
}

export const mediaTypes = { json: 'application/json', ndjson: 'application/x-ndjson', csv: 'text/csv' } as const
export type Format = keyof typeof mediaTypes

function readAnswer(status: number, text: string): Answer {
  const lines = text
    .split('\n')
    .filter(line => line !== '')
    .map((line): Json => JSON.parse(line))
    .filter(isObject)
  const all = (name: string): JsonObject[] => lines.map(line => line[name]).filter(isObject)
  const [message = null] = lines.flatMap(line => ('message' in line ? [line['message'] ?? null] : []))
  const [result = {}] = all('result')
  return { status, message, progress: all('progress'), problems: all('problem'), rejects: all('reject'), result }
}

/** Import a text as a file. */
export async function load(
  { app }: TestApp,
  path: string,
  format: Format,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { statusCode, payload } = await app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { 'content-type': mediaTypes[format], ...headers },
    payload: body,
  })
  return readAnswer(statusCode, payload)
}

export const ndjson = (rows: readonly object[]): string => rows.map(row => `${JSON.stringify(row)}\n`).join('')

const agent = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const task = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1 },
    due: { type: 'string', format: 'date' },
    hours: { type: 'number' },
    code: { type: 'string', 'x-unique': true },
    tags: { type: 'array', items: { type: 'string' } },
    parent: { type: 'string', 'x-resource-type': 'task' },
    assignee: { type: 'string', 'x-resource-type': 'agent' },
  },
  required: ['title'],
  additionalProperties: false,
}

export async function withTypes({ request }: Pick<TestApp, 'request'>): Promise<void> {
  for (const [slug, schema] of Object.entries({ agent, task }))
    await request('POST', '/api/resource-types', { name: slug, slug, schema })
}

export async function tasksOf({ request }: Pick<TestApp, 'request'>): Promise<JsonObject[]> {
  const { data } = (await request('GET', '/api/task?limit=1000&sort_by=title')).json<{
    data: { data: { '@graph': JsonObject[] } }[]
  }>()
  return data.flatMap(one => one.data['@graph'].slice(0, 1))
}

export const nothing = { loaded: 0, updated: 0, there: 0, differs: 0, refused: 0 }

import { isObject, type Json, type JsonObject } from '../../lib/json/index.ts'
import { until } from '../../testing/internal/until.ts'
import type { TestApp } from '../../testing/index.ts'
import type { JobRun } from '../jobs/contract.ts'

/** The answer to an import. */
export interface Answer {
  status: number
  message: Json
  problems: JsonObject[]
  rejects: JsonObject[]
  notes: JsonObject
  result: JsonObject
}

export const mediaTypes = { json: 'application/json', ndjson: 'application/x-ndjson', csv: 'text/csv' } as const
export type Format = keyof typeof mediaTypes

const readAnswer = (status: number, text: string): Answer =>
  sortLines(
    status,
    text
      .split('\n')
      .filter(line => line !== '')
      .map((line): Json => JSON.parse(line))
      .filter(isObject),
  )

function sortLines(status: number, lines: readonly JsonObject[]): Answer {
  const all = (name: string): JsonObject[] => lines.map(line => line[name]).filter(isObject)
  const [message = null] = lines.flatMap(line => ('message' in line ? [line['message'] ?? null] : []))
  const [result = {}] = all('result')
  const [notes = {}] = all('notes')
  return { status, message, problems: all('problem'), rejects: all('reject'), notes, result }
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

/** Import a text as a file, without waiting for the end. @returns the run that continues it */
export async function start(
  { app }: TestApp,
  path: string,
  format: Format,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<JobRun> {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { 'content-type': mediaTypes[format], prefer: 'respond-async', ...headers },
    payload: body,
  })
  if (answer.statusCode !== 202) throw new Error(`the import was answered ${answer.statusCode}: ${answer.payload}`)
  return answer.json<JobRun>()
}

/** Export everything, without waiting for the end. @returns the run that does it */
export async function startExport({ app }: TestApp, headers: Record<string, string> = {}): Promise<JobRun> {
  const answer = await app.inject({ url: '/api/_export', headers: { prefer: 'respond-async', ...headers } })
  if (answer.statusCode !== 202) throw new Error(`the export was answered ${answer.statusCode}: ${answer.payload}`)
  return answer.json<JobRun>()
}

/** Wait until this is true of a run. @returns the run */
export async function reached(
  { app }: TestApp,
  { id }: Pick<JobRun, 'id'>,
  isReached: (run: JobRun) => boolean,
  headers: Record<string, string> = {},
): Promise<JobRun> {
  const read = async () => (await app.inject({ url: `/api/admin/jobs/${id}`, headers })).json<JobRun>()
  let run = await read()
  await until(async () => isReached(run) || isReached((run = await read())))
  return run
}

export const hasEnded = ({ state }: JobRun): boolean => state === 'done' || state === 'dead'

/** The report that a run has led to. */
export async function reportOf(app: TestApp, run: JobRun, headers?: Record<string, string>): Promise<Answer> {
  const { state, result = null, error } = await reached(app, run, hasEnded, headers)
  if (state !== 'done' || !Array.isArray(result)) throw new Error(`the run has ended with ${JSON.stringify(error)}`)
  return sortLines(200, result.filter(isObject))
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

import type { Action, Caller, NotedCaller } from '../../kernel/index.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json/index.ts'
import { RecordCollection, textColumn, textCondition } from '../../lib/store-kit/index.ts'
import type { Condition, Sort, StoredRecord } from '../../lib/store-kit/index.ts'
import type { JobRun, JobState } from './contract.ts'

/** What is stored of a run. Its creator is who started it. */
export interface RunData extends JsonObject {
  /** `<plugin>:<job>` */
  name: string
  state: JobState
  /** Its key while the run is waiting or running, unique among all runs; else null. */
  open_key: string | null
  input: JsonObject
  result: Json
  attempt: number
  max_attempts: number
  /** The instance that does the work; null unless the run is running. */
  owner: string | null
  /**
   * When something has to be done with the run: it is waiting and is to be started, or it is running and its lease has ended, or it has ended and is
   * removed from the history. RFC 3339 in UTC, so that texts are in the order of time.
   */
  due_at: string
  progress: { done: number; total: number | null } | null
  error: JsonObject | null
  started_at: string | null
  ended_at: string | null
  /** URN of the administrator in whose name the starter acted, if any. */
  impersonator: string | null
  /** The API token that it was started with, and the impersonation: the run ends with them. */
  token?: { id: string; type_slugs: string[] | null; actions: Action[] | null } | null
  impersonation?: { id: string; sequence_no: number } | null
}

/** A run in the store. */
export type StoredRun = StoredRecord<RunData>

/** The collection of runs: no part of backups, which would do the work of another time again. */
export const runRecords = new RecordCollection<RunData>('job-run', {
  name: '_job_runs',
  columns: [textColumn('name'), textColumn('state'), textColumn('due_at'), textColumn('open_key', { unique: true })],
  standardIndexes: ['created_at'],
  forgetsRemoved: true,
  transient: true,
})

export const states = ['waiting', 'running', 'done', 'dead'] as const satisfies readonly JobState[]

export const inState = (...wanted: readonly JobState[]): Condition => textCondition('state', 'in', ...wanted)
export const named = (...names: readonly string[]): Condition => textCondition('name', 'in', ...names)
export const dueBy = (time: number): Condition => textCondition('due_at', 'lte', timeText(time))

/** The order in which runs are due. */
export const soonestFirst: Sort = { target: { path: ['due_at'] }, kind: 'text', direction: 'asc', field: 'due_at' }

export const timeText = (time: number): string => new Date(time).toISOString()

/** What is stored of who starts a run. */
export const starterData = ({ impersonator, impersonation, token }: Caller) => ({
  impersonator: impersonator ?? null,
  impersonation: impersonation ?? null,
  token: token === undefined ? null : copied(token),
})

const copied = ({ id, type_slugs, actions }: NonNullable<Caller['token']>) => ({
  id,
  type_slugs: type_slugs && [...type_slugs],
  actions: actions && [...actions],
})

/** Who started a run. */
export const starterOf = ({ meta, data }: StoredRun): NotedCaller => {
  const { impersonator, impersonation = null, token = null } = data
  return {
    id: meta.created_by,
    account_id: meta.account_id,
    ...(impersonator !== null && { impersonator }),
    ...(impersonation !== null && { impersonation }),
    ...(token !== null && { token }),
  }
}

/** A run in the shape of the API. */
export function runBody({ id, meta, data }: StoredRun): JobRun {
  const { name, state, attempt, max_attempts, error, progress, result, due_at, started_at, ended_at } = data
  const { href } = isObject(result) ? result : {}
  return {
    id,
    name,
    state,
    attempt,
    max_attempts,
    error,
    progress,
    href: typeof href === 'string' ? href : null,
    started_by: meta.created_by,
    created_at: meta.created_at,
    due_at: state === 'waiting' ? due_at : null,
    started_at,
    ended_at,
  }
}

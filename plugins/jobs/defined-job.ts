import { systemCaller } from '../../kernel/index.ts'
import type { Caller, WriteOperation } from '../../kernel/index.ts'
import { jsonText } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { newId } from '../../lib/store-kit/index.ts'
import type { JobContext, JobDefinition, RunRight } from './contract.ts'
import { runRecords, starterData, timeText } from './records.ts'
import type { RunData, StoredRun } from './records.ts'

/** The definition of a job with its defaults, and the plugin that it belongs to. */
export interface DefinedJob extends Required<Omit<JobDefinition<object, unknown>, 'everyMs' | 'right' | 'ending'>> {
  right: ((input: object) => RunRight) | undefined
  ending: ((input: object, result: unknown) => Promise<WriteOperation[]>) | undefined
  plugin: string
  fullName: string
  everyMs: number | undefined
}

/** @throws `TypeError` for a name that is none, no function `run`, or a limit that is no positive integer */
export function readDefinition<Input extends object, Result>(
  plugin: string,
  definition: JobDefinition<Input, Result>,
): DefinedJob {
  const { name, maxAttempts = 5, retryDelayMs = 1_000, everyMs } = definition
  const fullName = `${plugin}:${name}`
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new TypeError(`a job has a name in lower-case kebab, not ${name}`)
  if (typeof definition.run !== 'function') throw new TypeError(`the job ${fullName} needs a function run`)
  for (const [limit, value] of Object.entries({ maxAttempts, retryDelayMs, everyMs }))
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0))
      throw new TypeError(`${limit} of the job ${fullName} must be a positive integer`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input of a run is what `start` of the same job was given
  const run = (input: object, context: JobContext) => definition.run(input as Input, context)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const right = definition.right && ((input: object) => definition.right?.(input as Input) ?? 'administrator')
  const ending =
    definition.ending &&
    (async (input: object, result: unknown) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above; the result is what `run` returned
      (await definition.ending?.(input as Input, result as Result | undefined)) ?? [])
  return { name, run, right, ending, maxAttempts, retryDelayMs, everyMs, plugin, fullName }
}

/** What the key of a run is stored as: at most one run with it is waiting or running. */
export const keyOf = (job: Pick<DefinedJob, 'fullName'>, key: string): string => `${job.fullName} ${key}`

/** The key of the runs of a job that is done every so often. */
export const recurringKey = (job: DefinedJob): string => keyOf(job, 'recurring')

/** The next run of a job that is done every so often. */
export const recurringRun = (job: DefinedJob, dueAt: number): StoredRun =>
  newRun(job, {}, { caller: systemCaller(), key: 'recurring', dueAt })

/** A run that waits until it is due. @param dueAt ms since 1970 */
export function newRun(
  job: DefinedJob,
  input: object,
  { caller, key, dueAt }: { caller: Caller; key: string | undefined; dueAt: number },
): StoredRun {
  const data: RunData = {
    name: job.fullName,
    state: 'waiting',
    open_key: key === undefined ? null : keyOf(job, key),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse of an object gives nothing else
    input: JSON.parse(JSON.stringify(input)) as JsonObject,
    result: null,
    attempt: 0,
    max_attempts: job.maxAttempts,
    owner: null,
    due_at: timeText(dueAt),
    progress: null,
    error: null,
    started_at: null,
    ended_at: null,
    ...starterData(caller),
  }
  return runRecords.draft(newId('job-run'), data, { created_by: caller.id, account_id: caller.account_id })
}

/** Bytes of the input of a run as JSON. */
export const bytesOfInput = ({ data: { input } }: StoredRun): number => Buffer.byteLength(jsonText(input))

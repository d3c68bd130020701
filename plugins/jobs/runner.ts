import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  Conflict,
  Forbidden,
  NotFound,
  NotReady,
  PayloadTooLarge,
  ServiceError,
  StoreUnavailable,
  WriteRefused,
  isClientError,
  preferencesOf,
  problemOf,
  replyJson,
  systemCaller,
  systemUser,
  writeAs,
  writeFor,
} from '../../kernel/index.ts'
import type {
  Access,
  Caller,
  DocumentStore,
  FastifyRequest,
  Identity,
  NotedCaller,
  RequestKey,
  Plugins,
  WriteOperation,
} from '../../kernel/index.ts'
import { inTime } from '../../lib/event-loop/index.ts'
import { jsonText } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import { retryOnConflict, textCondition } from '../../lib/store-kit/index.ts'
import type { Attempted, Job, JobContext, JobDefinition, JobProgress, JobRun, StartOptions } from './contract.ts'
import { bytesOfInput, keyOf, newRun, readDefinition, recurringKey, recurringRun } from './defined-job.ts'
import type { DefinedJob } from './defined-job.ts'
import { removeOldRuns } from './history.ts'
import type { HistoryLimits } from './history.ts'
import { inState, named, runBody, runRecords, soonestFirst, starterOf, timeText } from './records.ts'
import type { RunData, StoredRun } from './records.ts'
import { insteadOf } from '../../lib/errors/index.ts'

/** What runs are executed with. */
interface RunnerParts {
  store: DocumentStore
  plugins: Pick<Plugins, 'failed'>
  /** Who acts, and their rights: of plugins that start after this one. */
  guards: () => RunGuards
  log: FastifyBaseLogger
  options: RunnerOptions
}

/** The services that decide whether a run may continue. */
interface RunGuards {
  identity: Identity
  access: Access
}

interface RunnerOptions {
  /** How many runs this instance executes at the same time. */
  concurrency: number
  /** How long a run belongs to an instance that no longer reports, ms. */
  leaseMs: number
  /** How long a request waits for long work, ms. */
  deferAfterMs: number
  history: HistoryLimits
}

/** Work that this instance is doing. */
interface Work {
  controller: AbortController
  progress: JobProgress | null
  result: Promise<unknown>
  /** See `JobContext`. */
  admit: () => Promise<Caller>
}

/** Bytes of the JSON of an input, and of a result. */
const maxJsonBytes = 1024 * 1024
/** How often each instance looks for runs that are due. */
const pollMs = 5_000
/** How often the progress of a run is stored, and its lease is looked at. */
const reportMs = 1_000
/** A run is written at least this often, so that its instance notices soon that it has lost the run. */
const maxSilenceMs = 5_000
const sweepMs = 10 * 60 * 1_000
const maxDelayMs = 60 * 60 * 1_000
/** A page of runs ends early, because inputs can be large. */
const maxPageBytes = 16 * 1024 * 1024

/** The work was not finished, for a reason that has nothing to do with it. */
const interrupted = (message: string): NotReady => new NotReady(message, { code: 'job-interrupted' })

const cancelCode = 'job-cancelled'
const cancelled = (): Conflict => new Conflict('the run was cancelled', { code: cancelCode })

/**
 * Executes the runs of the jobs that are defined in this process. Each run is claimed by a conditional write, so that one instance has it, for as long as
 * that one extends its lease; a run whose lease has ended is due again.
 */
export class JobRunner {
  readonly #parts: RunnerParts
  readonly #jobs = new Map<string, DefinedJob>()
  /** What this instance is called in runs. */
  readonly #instance = randomUUID()
  /** The runs that this instance has: what aborts the work, and the end of it. */
  readonly #running = new Map<string, { controller: AbortController; ended: Promise<StoredRun | undefined> }>()
  #isClosing = false
  #timer: NodeJS.Timeout | undefined
  /** When the timer ends, ms since 1970. */
  #wakesAt = Infinity
  #sweeper: NodeJS.Timeout | undefined
  #polling: Promise<void> = Promise.resolve()

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  /** Define a job of a plugin; see the contract. */
  define<Input extends object, Result>(plugin: string, definition: JobDefinition<Input, Result>): Job<Input, Result> {
    const job = readDefinition(plugin, definition)
    const { fullName } = job
    if (this.#jobs.has(fullName)) throw new TypeError(`the job ${fullName} is defined twice`)
    this.#jobs.set(fullName, job)
    return {
      name: fullName,
      start: (input, options) => this.#start(job, input, options),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what `run` of the definition returned
      attempt: async (input, options) => (await this.#attempt(job, input, options)) as Attempted<Result>,
      answer: async (request, reply, input, { key, answer }) => {
        const { caller } = request
        const waitMs = preferredWait(request, this.#parts.options.deferAfterMs)
        const attempted = await this.#attempt(job, input, { caller, waitMs, ...(key !== undefined && { key }) })
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
        if (attempted.ended) return answer(attempted.result as Result)
        const { run, location } = attempted
        if (preferencesOf(request).has('respond-async')) reply.header('preference-applied', 'respond-async')
        return replyJson(reply.code(202).headers({ location, 'retry-after': '1' }), JSON.stringify(run))
      },
      isOpen: async key => (await this.#findOpen(keyOf(job, key))) !== undefined,
    }
  }

  /** Whether a job with this name, `<plugin>:<job>`, is defined here. */
  isDefined(name: string): boolean {
    return this.#jobs.has(name)
  }

  /** Whether a caller has the right that a run needs: then it is shown what the run has led to. */
  async mayRead(caller: Caller, { data: { name, input } }: StoredRun): Promise<boolean> {
    const job = this.#jobs.get(name)
    if (job === undefined) return false
    const authorized = this.#authorize(job, input, caller).then(() => true)
    return authorized.catch(insteadOf(Forbidden, false))
  }

  /** Begin to look for runs. All jobs are defined. */
  async open(): Promise<void> {
    for (const job of this.#jobs.values()) await this.#startRecurring(job)
    this.#wake(0)
    this.#inTurn(() => this.#sweep())
    this.#sweeper = setInterval(() => this.#inTurn(() => this.#sweep()), sweepMs).unref()
  }

  /** Abort the work that is being done, and begin no other. */
  stop(): void {
    this.#isClosing = true
    clearTimeout(this.#timer)
    clearInterval(this.#sweeper)
    for (const { controller } of this.#running.values()) controller.abort(interrupted('the service is being stopped'))
  }

  /** Resolves when all work has ended, and its runs wait for the next start. */
  async close(): Promise<void> {
    this.stop()
    await this.#polling
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  /**
   * End a run that is waiting or running, for good. A recurring job is done again at its next time.
   * @throws `NotFound`, `Conflict` when the run has ended, `Forbidden` when the rights of the caller have
   */
  cancel(caller: Caller, id: string): Promise<StoredRun> {
    const { store } = this.#parts
    return retryOnConflict('this run', async () => {
      const run = await runRecords.find(store, id)
      if (run === undefined) throw new NotFound('there is no such run')
      const { state } = run.data
      if (state === 'done' || state === 'dead') throw new Conflict(`this run has ended already: it is ${state}`)
      const { next, operations } = await this.#ending(run, { state: 'dead', error: problemOf(cancelled()) })
      await writeAs(store, caller, operations)
      this.#running.get(id)?.controller.abort(cancelled())
      return next
    })
  }

  async #start(job: DefinedJob, input: object, options: StartOptions = {}): Promise<JobRun> {
    const { caller = systemCaller(), key, delayMs = 0, operations = [] } = options
    const run = newRun(job, input, { caller, key, dueAt: Date.now() + delayMs })
    const bytes = bytesOfInput(run)
    if (bytes > maxJsonBytes)
      throw new PayloadTooLarge(`the input of a run of ${job.fullName} has ${bytes} bytes; ${maxJsonBytes} are allowed`)
    await this.#insert(job, run, caller, operations)
    this.#wake(delayMs)
    return runBody(run)
  }

  async #insert(
    job: DefinedJob,
    run: StoredRun,
    caller: Caller,
    further: readonly WriteOperation[] = [],
  ): Promise<void> {
    try {
      await writeFor(this.#parts.store, caller, [runRecords.insert(run), ...further])
    } catch (error) {
      if (error instanceof WriteRefused && error.reason === 'unique' && error.index === 0)
        throw isOpen(job, run.data.open_key ?? '')
      throw error
    }
  }

  async #attempt(
    job: DefinedJob,
    input: object,
    { caller, waitMs, key }: { caller: Caller; waitMs: number; key?: string },
  ): Promise<Attempted<unknown>> {
    const run = newRun(job, input, { caller, key, dueAt: Date.now() })
    await this.#refuseOpen(job, run)
    const isRecordable = bytesOfInput(run) <= maxJsonBytes
    // What the first attempt writes belongs to the request, and records its key.
    const of = { id: run.id, attempt: 1, starter: starterOf(run), requestKey: caller.requestKey }
    if (job.ending !== undefined && this.#isClosing) throw interrupted('the service is being stopped')
    if ((waitMs === 0 || job.ending !== undefined) && isRecordable && !this.#isClosing) {
      const recorded = this.#claimed(run, null)
      await this.#insert(job, { ...recorded, meta: run.meta }, caller)
      const work = this.#begin(job, input, of)
      const deferred = this.#deferred(job, recorded, work)
      const ended = waitMs > 0 && (await this.#endsWithin(waitMs, run.id))
      return ended ? { ended, result: await work.result } : deferred
    }
    const work = this.#begin(job, input, of)
    if (waitMs > 0 && isRecordable) {
      const late = Symbol('late')
      const first = await inTime(work.result, waitMs, () => late)
      if (first !== late) return { ended: true, result: first }
    }
    if (!isRecordable || this.#isClosing) return { ended: true, result: await work.result }
    const recorded = this.#claimed(run, work.progress, run.meta.created_at)
    try {
      await this.#insert(job, { ...recorded, meta: run.meta }, caller)
    } catch (error) {
      if (error instanceof Conflict) work.controller.abort(error)
      else
        this.#parts.log.warn(
          { err: error, job: job.fullName },
          'a run could not be recorded; its request waits for the end',
        )
      return { ended: true, result: await work.result }
    }
    return this.#deferred(job, recorded, work)
  }

  /**
   * Wait for the end of a run that this instance has.
   * @returns whether it has ended for good; not, when an attempt failed that is repeated
   * @throws `Conflict` when it was cancelled
   */
  async #endsWithin(waitMs: number, id: string): Promise<boolean> {
    const running = this.#running.get(id)
    const ended = running && (await inTime(running.ended, waitMs, () => undefined))
    const { state, error } = ended?.data ?? {}
    if (error?.['code'] === cancelCode) throw cancelled()
    return state === 'done' || state === 'dead'
  }

  #deferred(job: DefinedJob, { id, meta, data }: StoredRun, work: Work): Attempted<unknown> {
    const stored = { id, meta: { ...meta, sequence_no: 1 }, data }
    this.#follow(job, stored, work)
    return { ended: false, run: runBody(stored), location: locationOf(stored) }
  }

  /** @throws `Conflict` when a run with the same key is waiting or running */
  async #refuseOpen(job: DefinedJob, { data: { open_key } }: StoredRun): Promise<void> {
    if (open_key === null) return
    const found = await this.#findOpen(open_key)
    if (found !== undefined) throw isOpen(job, open_key, found.id)
  }

  #findOpen(openKey: string): Promise<StoredRun | undefined> {
    const conditions = [textCondition('open_key', 'eq', openKey)]
    return runRecords.findFirst(this.#parts.store, conditions, { account_id: null })
  }

  /** Begin the work of a run, once who started it may do that. */
  #begin(
    job: DefinedJob,
    input: object,
    {
      starter,
      requestKey,
      ...of
    }: Pick<JobContext, 'id' | 'attempt'> & { starter: NotedCaller; requestKey?: RequestKey | undefined },
  ): Work {
    const controller = new AbortController()
    const { signal } = controller
    const admit = async (): Promise<Caller> => {
      signal.throwIfAborted()
      const caller = await this.#admit(job, input, starter)
      return requestKey === undefined ? caller : { ...caller, requestKey }
    }
    const work: Work = { controller, progress: null, result: Promise.resolve(), admit }
    const progress = (done: number, total?: number): void => {
      work.progress = { done, total: total ?? null }
    }
    work.result = (async () => job.run(input, { ...of, caller: await admit(), admit, signal, progress }))()
    work.result.catch(() => undefined) // the code that awaits it gets the error
    return work
  }

  /** Who started a run, as they are now. @throws `Forbidden` when they may not do that any more */
  async #admit(job: DefinedJob, input: object, starter: NotedCaller): Promise<Caller> {
    if (starter.id === systemUser) return starter
    const { identity } = this.#parts.guards()
    const caller = identity.renew === undefined ? starter : await identity.renew(starter)
    await this.#authorize(job, input, caller)
    return caller
  }

  async #authorize(job: DefinedJob, input: object, caller: Caller): Promise<void> {
    const { access } = this.#parts.guards()
    const right = job.right?.(input)
    if (right === undefined) return
    if (right !== 'administrator') return access.authorize(caller, right.action, right.type)
    const { token: _token, ...user } = caller // what a token is narrowed to does not change: the route has checked it
    if (!(await access.isAdministrator(user))) throw new Forbidden('only an administrator may do this')
  }

  /** The next state of a run, which this instance has. @param startedAt when the attempt began */
  #claimed(run: StoredRun, progress: JobProgress | null, startedAt = timeText(Date.now())): StoredRun {
    const { attempt } = run.data
    return runRecords.next(run, {
      state: 'running',
      attempt: attempt + 1,
      owner: this.#instance,
      due_at: timeText(Date.now() + this.#parts.options.leaseMs),
      started_at: startedAt,
      progress,
    })
  }

  /** Look for runs that are due, soon. */
  #wake(afterMs: number): void {
    const at = Date.now() + Math.min(afterMs, pollMs)
    if (this.#isClosing || at >= this.#wakesAt) return
    clearTimeout(this.#timer)
    this.#wakesAt = at
    this.#timer = setTimeout(() => {
      this.#wakesAt = Infinity
      this.#inTurn(() => this.#poll())
    }, at - Date.now()).unref()
  }

  /** Do work of this class, one after the other. A store that is away is back later. */
  #inTurn(work: () => Promise<void>): void {
    this.#polling = this.#polling.then(work).catch((error: unknown) => {
      this.#parts.log.warn({ err: error }, 'runs of jobs could not be read')
      this.#wake(pollMs)
    })
  }

  async #poll(): Promise<void> {
    const { store, options } = this.#parts
    if (this.#isClosing) return
    let next = pollMs
    const free = options.concurrency - this.#running.size
    if (free > 0 && this.#jobs.size > 0) {
      const conditions = [inState('waiting', 'running'), named(...this.#jobs.keys())]
      const query = { ...runRecords.query(conditions, { account_id: null }), sort: soonestFirst }
      const { documents } = await store.list({ ...query, limit: free + 1, maxBytes: maxPageBytes })
      for (const run of documents.map(document => runRecords.parse(document))) {
        const inMs = Date.parse(run.data.due_at) - Date.now()
        if (inMs > 0) next = Math.min(next, inMs)
        else if (!this.#running.has(run.id) && this.#running.size < options.concurrency) await this.#claim(run)
      }
    }
    this.#wake(next)
  }

  /** Claim a run that is due, and begin its work; nothing happens if another instance is faster. */
  async #claim(run: StoredRun): Promise<void> {
    const { store } = this.#parts
    const job = this.#jobs.get(run.data.name)
    if (job === undefined || this.#isClosing) return
    const { state, attempt, max_attempts, input } = run.data
    try {
      if (state === 'running' && attempt >= max_attempts) {
        await this.#end(run, {
          state: 'dead',
          error: problemOf(interrupted('the instance that did the work ended')),
        })
        return
      }
      const claimed = this.#claimed(run, null)
      await store.write([runRecords.replace(claimed)])
      const of = { id: run.id, attempt: claimed.data.attempt, starter: starterOf(run) }
      this.#follow(job, claimed, this.#begin(job, input, of))
    } catch (error) {
      if (error instanceof WriteRefused) return
      if (!(error instanceof StoreUnavailable)) throw error
      // Others can be claimed: on MongoDB the transaction of an instance that was killed holds the lock of its run for up to a minute.
      this.#parts.log.warn({ err: error, run: run.id }, 'a run could not be claimed; it is tried again')
    }
  }

  #follow(job: DefinedJob, run: StoredRun, work: Work): void {
    const { controller } = work
    const ended = this.#complete(job, run, work)
      .catch((error: unknown) => {
        this.#parts.log.error({ err: error, run: run.id }, 'the end of a job could not be stored')
        return undefined
      })
      .finally(() => {
        this.#running.delete(run.id)
        this.#wake(0)
      })
    this.#running.set(run.id, { controller, ended })
  }

  /** Extend the lease of a run while its work is done, then store how it ended. @returns the run at the end; undefined when it is that of another instance */
  async #complete(job: DefinedJob, run: StoredRun, work: Work): Promise<StoredRun | undefined> {
    let current = run
    const ended = work.result.then(
      result => ({ result }),
      (error: unknown) => ({ error }),
    )
    for (;;) {
      const end = await Promise.race([ended, delay(reportMs, undefined, { ref: false })])
      if (end !== undefined) {
        const { aborted, reason } = work.controller.signal
        const isForbidden = reason instanceof Forbidden
        const outcome = isForbidden && 'error' in end ? { error: reason } : end
        return !aborted || isForbidden || this.#isClosing
          ? this.#end(current, { ...this.#outcome(job, current, outcome), progress: work.progress })
          : runRecords.find(this.#parts.store, run.id)
      }
      try {
        await this.#checkRights(work)
        const reported = await this.#report(current, work)
        if (reported === undefined) {
          await ended
          return await runRecords.find(this.#parts.store, run.id)
        }
        current = reported
      } catch (error) {
        this.#parts.log.warn({ err: error, run: run.id }, 'the progress of a job could not be stored')
      }
    }
  }

  /**
   * Store the progress if it has changed, and extend the lease when a third of it is over, or sooner.
   * @returns undefined when this instance has lost the run; its work is aborted then
   */
  async #report(run: StoredRun, { progress, controller }: Work): Promise<StoredRun | undefined> {
    const { store, options } = this.#parts
    const { leaseMs } = options
    const left = Date.parse(run.data.due_at) - Date.now()
    const isSame = jsonText(run.data.progress) === jsonText(progress)
    if (isSame && leaseMs - left < Math.min(leaseMs / 3, maxSilenceMs)) return run
    const next = runRecords.next(run, { progress, due_at: timeText(Date.now() + leaseMs) })
    try {
      await store.write([runRecords.replace(next)])
      return next
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
      const now = await runRecords.find(store, run.id)
      const isCancelled = now?.data.error?.['code'] === cancelCode
      controller.abort(isCancelled ? cancelled() : interrupted('another instance has taken over this run'))
      return undefined
    }
  }

  /** Abort work that who started it may not do any more. */
  async #checkRights({ controller, admit }: Work): Promise<void> {
    try {
      if (!controller.signal.aborted) await admit()
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error
      controller.abort(error)
    }
  }

  #outcome(
    job: DefinedJob,
    { id, data }: StoredRun,
    ended: { result: unknown } | { error: unknown },
  ): Partial<RunData> {
    const { attempt, max_attempts } = data
    if ('result' in ended) {
      const text = ended.result === undefined ? 'null' : JSON.stringify(ended.result)
      const bytes = Buffer.byteLength(text)
      if (bytes <= maxJsonBytes) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse gives nothing else
        return { state: 'done', result: JSON.parse(text) as Json, error: null }
      }
      const error = new PayloadTooLarge(`the result has ${bytes} bytes; ${maxJsonBytes} are allowed`)
      return { state: 'dead', error: problemOf(error) }
    }
    const { error } = ended
    if (this.#isClosing && !isClientError(error))
      return { state: 'waiting', attempt: attempt - 1, due_at: timeText(Date.now()) }
    if (!isClientError(error)) {
      this.#parts.plugins.failed(job.plugin, `job ${job.name}`)
      this.#parts.log.error({ err: error, run: id, job: job.fullName, attempt }, 'a job failed')
    }
    const problem = describeFailure(error)
    if (isClientError(error) || attempt >= max_attempts) return { state: 'dead', error: problem }
    const delayMs = Math.min(maxDelayMs, job.retryDelayMs * 2 ** (attempt - 1))
    return { state: 'waiting', error: problem, due_at: timeText(Date.now() + delayMs) }
  }

  /** What is written when an attempt has ended. A run that has ended for good frees its key, and a recurring job gets its next run. */
  async #ending(run: StoredRun, changes: Partial<RunData>): Promise<{ next: StoredRun; operations: WriteOperation[] }> {
    const job = this.#jobs.get(run.data.name)
    const hasEnded = changes.state === 'done' || changes.state === 'dead'
    const now = Date.now()
    const { maxAgeMs } = this.#parts.options.history
    const ended = { open_key: null, ended_at: timeText(now), due_at: timeText(now + maxAgeMs) }
    const next = runRecords.next(run, { owner: null, ...changes, ...(hasEnded && ended) })
    const operations: WriteOperation[] = [runRecords.replace(next)]
    if (hasEnded && job?.everyMs !== undefined && run.data.open_key === recurringKey(job))
      operations.push(runRecords.insert(recurringRun(job, now + job.everyMs)))
    if (hasEnded && job?.ending !== undefined)
      operations.push(...(await job.ending(run.data.input, changes.state === 'done' ? changes.result : undefined)))
    return { next, operations }
  }

  /** Store how an attempt ended. A store that is away is tried again for as long as the lease is. */
  async #end(run: StoredRun, changes: Partial<RunData>): Promise<StoredRun | undefined> {
    for (;;) {
      try {
        const { next, operations } = await this.#ending(run, changes)
        await this.#parts.store.write(operations)
        return next
      } catch (error) {
        // another instance has taken over the run, or it was cancelled
        if (error instanceof WriteRefused) return runRecords.find(this.#parts.store, run.id)
        if (Date.now() > Date.parse(run.data.due_at) || this.#isClosing) throw error
      }
      await delay(reportMs)
    }
  }

  /** The first run of a recurring job; later ones follow each other. */
  async #startRecurring(job: DefinedJob): Promise<void> {
    if (job.everyMs === undefined) return
    try {
      await this.#parts.store.write([runRecords.insert(recurringRun(job, Date.now()))])
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error // else there is one
    }
  }

  async #sweep(): Promise<void> {
    await removeOldRuns(this.#parts.store, [...this.#jobs.keys()], this.#parts.options.history)
  }
}

const isOpen = (job: DefinedJob, openKey: string, id?: string): Conflict => {
  const which = id === undefined ? '' : `, see /api/admin/jobs/${id}`
  return new Conflict(
    `${openKey.slice(job.fullName.length + 1)}: ${job.fullName} is under way already${which}; try again when it has ended`,
  )
}

/** How long a client waits for long work, ms; at most twice as long as the service does by itself. */
function preferredWait(request: FastifyRequest, otherwise: number): number {
  const preferences = preferencesOf(request)
  const seconds = preferences.get('wait') ?? ''
  if (/^\d{1,9}$/.test(seconds)) return Math.min(Number(seconds) * 1000, 2 * otherwise)
  return preferences.has('respond-async') ? 0 : otherwise
}

/** The address at which a run is read. */
const locationOf = ({ id }: Pick<StoredRun, 'id'>): string => `/api/admin/jobs/${encodeURIComponent(id)}`

/** The problem that a run shows. Administrators also see the message of an unexpected error. */
const describeFailure = (error: unknown): JsonObject =>
  error instanceof ServiceError || !(error instanceof Error)
    ? problemOf(error)
    : { ...problemOf(error), detail: error.message.slice(0, 1_000) }

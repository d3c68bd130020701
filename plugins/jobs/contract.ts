import type { Action, Caller, FastifyReply, FastifyRequest, WriteOperation } from '../../kernel/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'

/** `waiting` for its time or for an instance, `running`, `done`, or `dead`: it failed for good, or was cancelled. */
export type JobState = 'waiting' | 'running' | 'done' | 'dead'

/** How far a run is, in units of the job. */
export type JobProgress = {
  done: number
  /** null while it is not known. */
  total: number | null
}

/** What the work of a run is given. */
export interface JobContext {
  /** The id of the run, see {@link JobRun}. */
  readonly id: string
  /** Who started the run, as they were when this attempt began; a session is no part of it. Work that takes long uses {@link admit}. */
  readonly caller: Caller
  /**
   * Check again whether the run may continue: it was not stopped, and who started it still may do what the job does. Checked before each attempt and about once
   * a second anyway; the work calls it before each batch, and before its last write, which it makes with `writeAs` and this caller.
   * @returns who started the run, as they are now
   * @throws `Forbidden` naming the right that has ended, or why the run was stopped
   */
  admit(): Promise<Caller>
  /** The number of this attempt, from 1. */
  readonly attempt: number
  /**
   * Aborted when the work has to stop: the service is closed (the run continues at the next start), the run is cancelled (its reason is a `Conflict` with
   * the code `job-cancelled`), who started it may not do that any more (`Forbidden`), or another instance has taken over the run. Work that takes longer than a second or two looks at it, and leaves what it
   * leaves when it fails; what it returns or throws afterwards does not count.
   */
  readonly signal: AbortSignal
  /** Report how far the work is. Cheap: it is stored about once a second. */
  progress(done: number, total?: number): void
}

/** The right that a run needs: to administer the instance, or an action on a type. */
export type RunRight = 'administrator' | { action: Action; type: string }

/** A job: work that takes long, is done later, or is done again and again. */
export interface JobDefinition<Input extends object, Result> {
  /** Lower-case kebab, unique in the plugin. The name of its runs is `<plugin>:<name>`. */
  name: string
  /**
   * Do the work. It is done again from the beginning when it throws, when the service stops in the middle, and in rare cases although another
   * instance still does it: repeating it must do no harm.
   *
   * What it throws ends the attempt. After an error for wrong input, or for a conflict with what is stored (a 4xx), there is no further attempt.
   * @param input as it was given to {@link Job.start}
   * @returns the result; its JSON, at most 1 MiB, is stored. What is larger is kept elsewhere, and the result has its address as `href`
   */
  run(input: Input, context: JobContext): Promise<Result>
  /**
   * What who started a run has to be allowed to do, as the route that starts it declares it: checked as long as the run continues, and for users who read its
   * result. Default: nothing more than to be an active user.
   */
  right?(input: Input): RunRight
  /**
   * Returns operations for the write that ends a run for good, so that what was kept for the run is removed with it. With this, a run is always recorded before
   * its work begins, also when a request waits for it.
   * @param result undefined when the run has failed or was cancelled
   */
  ending?(input: Input, result: Result | undefined): Promise<WriteOperation[]>
  /** How often the work is tried. Default: 5. */
  maxAttempts?: number
  /** The delay before the second attempt, ms; it doubles with each further one, up to an hour. Default: 1000. */
  retryDelayMs?: number
  /** A run starts this long after the last one has ended, ms, on one of the instances; the first one at the start of the service. Its input is `{}`. */
  everyMs?: number
}

/** How a run is started. */
export interface StartOptions {
  /** Who starts it: that user may read the run. Default: the service itself. */
  caller?: Caller
  /** At most one run of the job with this key is waiting or running, over all instances. */
  key?: string
  /** Wait this long before the first attempt, ms. Default: 0. */
  delayMs?: number
  /** Operations of the calling plugin for the write that records the run. */
  operations?: readonly WriteOperation[]
}

/** A run as the API shows it. */
export interface JobRun {
  [member: string]: Json
  /** `urn:job-run:<id>` */
  id: string
  /** `<plugin>:<job>` */
  name: string
  state: JobState
  /** The number of attempts so far, the present one included. */
  attempt: number
  max_attempts: number
  /** Why the last attempt failed, or why the run waits: a problem (RFC 9457). null when nothing is wrong. */
  error: JsonObject | null
  progress: JsonObject | null
  /** The `href` of the result: the address at which what the run has made is read. null when there is none. */
  href: string | null
  /** URN of the user who started it. */
  started_by: string
  created_at: string
  /** When a waiting run is tried next. */
  due_at: string | null
  /** When the last attempt began. */
  started_at: string | null
  ended_at: string | null
}

/** What became of work whose caller waited for it: it has ended, or continues as a run. */
export type Attempted<Result> = { ended: true; result: Result } | { ended: false; run: JobRun; location: string }

/** A defined job. */
export interface Job<Input extends object, Result> {
  /** `<plugin>:<job>` */
  readonly name: string

  /**
   * Record a run. It begins at once if this instance has room, and survives the end of the process.
   * @param input an object of JSON values, at most 1 MiB as JSON
   * @throws `Conflict` when a run with the same key is waiting or running; `PayloadTooLarge`
   */
  start(input: Input, options?: StartOptions): Promise<JobRun>

  /**
   * Do the work in this process, now. What has ended within the time is never recorded, unless the job has {@link JobDefinition.ending}; what has not is
   * recorded as a running run and continues.
   * @param options.waitMs the time; with 0 it is recorded at once
   * @throws what the work throws within the time; `Conflict` when a run with the same key is waiting or running, also when it is recorded first (the
   * work is aborted then)
   */
  attempt(input: Input, options: { caller: Caller; waitMs: number; key?: string }): Promise<Attempted<Result>>

  /**
   * {@link Job.attempt} for a request. What takes longer than {@link Jobs.deferAfterMs}, or than the client waits (`Prefer: respond-async` and
   * `wait`, RFC 7240), is answered with 202, the run, and its address as `Location`. The route declares `deferrable`.
   * @param options.answer answers with the result
   */
  answer(
    request: FastifyRequest,
    reply: FastifyReply,
    input: Input,
    options: { key?: string; answer: (result: Result) => FastifyReply },
  ): Promise<FastifyReply>

  /** Whether a run with this key is waiting or running, on any instance: what the work of a run needs is kept until it has ended. */
  isOpen(key: string): Promise<boolean>
}

/** Work that takes long, is done later or again and again: claimed by one instance at a time, tried again, and listed. Provided by the plugin `jobs`. */
export interface Jobs {
  /** How long a request waits for long work before it is answered with 202, ms: for {@link Job.attempt}. */
  readonly deferAfterMs: number

  /**
   * Define a job, while the plugin is registered. Runs of jobs that no instance defines wait.
   * @throws `TypeError` for a name that is not lower-case kebab or is taken, and for limits that are no positive integers
   */
  define<Input extends object, Result>(definition: JobDefinition<Input, Result>): Job<Input, Result>
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    jobs: Jobs
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route answers a change that takes long with 202 and the `Location` of the run that continues it, and honours `Prefer: respond-async` and
     * `wait` (RFC 7240). For descriptions of the API.
     */
    deferrable?: true
  }
}

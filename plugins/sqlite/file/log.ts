import { statSync } from 'node:fs'
import type { Connection } from './connection.ts'

/*
 * The write-ahead log. A commit copies it into the file when it has `maxLogPages`, and the next one begins it again, but only in a moment in which no
 * transaction reads it. While reads overlap there is no such moment, so the writing thread makes one: `wal_checkpoint(TRUNCATE)` waits for the
 * transactions that read the log. Queries in threads begin only when it has ended: there are four places in which readers note how far they read, and who
 * finds them taken shares one with an older reader, so that readers that follow each other would keep the log from being copied for good. Writes wait, too.
 */

/** In pages of 4 KiB. A commit copies the log into the file when it is this long: seldom enough that a frequently changed page is copied once. */
export const maxLogPages = 16_000
/** A log of {@link maxLogPages}, each with its header. What is longer is cut off when the log begins again. */
export const usualLogBytes = 66_000_000
/** At this length the log is truncated, whatever has to wait. */
const truncatedLogBytes = 128_000_000
/** Writes wait while the log is longer than this, except while the whole file is copied or checked; so it is longer by one transaction only, unless another program reads the file. */
export const maxLogBytes = 256_000_000

/** While the log is being truncated, reads are ended at this age, and others wait. */
export const maxReadMsUnderPressure = 5_000
/** Other reads are ended at this age. */
export const maxReadMs = 30_000

/** How long a truncation waits for reads: slightly longer than the oldest one is still allowed to last. */
const maxWaitMs = maxReadMsUnderPressure + 1_000
/** A log of more than the usual length is truncated after this time, if it has not become shorter by then. */
const checkAfterMs = 4_000
export const shortWaitMs = 1_000
/** After a truncation that did not succeed. */
const retryAfterMs = 10_000

/** Bytes of the log of this file. */
export const logBytes = (path: string): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0

/** Whether reads of the log are being waited for, and whether the whole file is being read: shared by the threads of a store. */
export class LogPressure {
  /** Passed to threads. */
  readonly state: Int32Array<SharedArrayBuffer>

  constructor(state = new Int32Array(new SharedArrayBuffer(8))) {
    this.state = state
  }

  get isOn(): boolean {
    return Atomics.load(this.state, 0) === 1
  }

  set isOn(value: boolean) {
    Atomics.store(this.state, 0, value ? 1 : 0)
    Atomics.notify(this.state, 0)
  }

  /** Whether the whole file is being copied or checked: one read, which cannot be ended, and for which writes do not wait. */
  get isWholeRead(): boolean {
    return Atomics.load(this.state, 1) > 0
  }

  /** Note that the whole file is being read. @returns a function to call when that has ended */
  readWhole(): () => void {
    Atomics.add(this.state, 1, 1)
    return () => void Atomics.sub(this.state, 1, 1)
  }

  /** Block this thread while the log is being truncated. @returns for how long, ms */
  waitWhileOn(): number {
    const since = performance.now()
    Atomics.wait(this.state, 0, 1, 2 * maxWaitMs)
    return performance.now() - since
  }
}

/** Keeps the log short, in the writing thread. */
export class LogKeeper {
  readonly #connection: Connection
  readonly #path: string
  readonly #pressure: LogPressure
  readonly #work: (work: () => void) => void
  #timer: NodeJS.Timeout | undefined
  #notBefore = 0

  /** @param work runs what the timer starts */
  constructor(connection: Connection, path: string, pressure: LogPressure, work: (work: () => void) => void) {
    this.#connection = connection
    this.#path = path
    this.#pressure = pressure
    this.#work = work
  }

  /** Called after transactions. */
  check(): void {
    const bytes = logBytes(this.#path)
    const isLate = performance.now() >= this.#notBefore
    const mustWait = bytes > maxLogBytes && !this.#pressure.isWholeRead
    if (mustWait || (bytes > truncatedLogBytes && isLate)) this.#truncate(maxWaitMs)
    else if (bytes > usualLogBytes && this.#timer === undefined) this.#startTimer()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #startTimer(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#work(() => {
        if (logBytes(this.#path) > usualLogBytes) this.#truncate(shortWaitMs)
        this.check()
      })
    }, checkAfterMs)
    this.#timer.unref()
  }

  #truncate(waitMs: number): void {
    this.#pressure.isOn = waitMs === maxWaitMs
    try {
      this.#connection.truncateLog(waitMs)
    } catch {
      // A full disk or a damaged page: writes report it, and `store:log` the length of the log.
    } finally {
      this.#pressure.isOn = false
    }
    if (logBytes(this.#path) > usualLogBytes) this.#notBefore = performance.now() + retryAfterMs
  }
}

import type { FastifyBaseLogger } from 'fastify'
import type { HealthCheck, Readiness } from '../../kernel/index.ts'
import type { HealthReport } from './contract.ts'
import { inTime } from '../../lib/event-loop/index.ts'

/** Something that answers checks: the store, or a plugin. */
interface CheckSource {
  /** Begins the names of checks that report its failures. */
  name: string
  run: () => unknown
}

/** Time limit of a source, ms. */
const timeoutMs = 2000

const statuses = ['ok', 'degraded', 'failing'] as const

/** Runs checks, each source within a time limit. */
export class Checks {
  readonly #sources: readonly CheckSource[]
  readonly #log: FastifyBaseLogger
  /** Sources that have not finished; requests wait for the same run. */
  readonly #running = new Map<CheckSource, Promise<HealthCheck[]>>()

  constructor(sources: readonly CheckSource[], log: FastifyBaseLogger) {
    this.#sources = sources
    this.#log = log
  }

  async report(): Promise<HealthReport> {
    const checks = (await Promise.all(this.#sources.map(source => this.#within(source)))).flat()
    const worst = Math.max(0, ...checks.map(({ status }) => statuses.indexOf(status)))
    return { status: statuses[worst] ?? 'failing', checks }
  }

  async #within(source: CheckSource): Promise<HealthCheck[]> {
    const running = this.#running.get(source) ?? this.#start(source)
    return inTime(running, timeoutMs, () => [
      failing(source, `the checks took longer than ${timeoutMs / 1000} s`, 'checks-late'),
    ])
  }

  #start(source: CheckSource): Promise<HealthCheck[]> {
    const run = async (): Promise<HealthCheck[]> => {
      try {
        return readChecks(source, await source.run())
      } catch (error) {
        this.#log.warn({ err: error, checks: source.name }, 'health checks failed')
        return [failing(source, 'the checks themselves failed; the log has the details', 'checks-failed')]
      } finally {
        this.#running.delete(source)
      }
    }
    const running = run()
    this.#running.set(source, running)
    return running
  }
}

const failing = ({ name }: CheckSource, message: string, code: string): HealthCheck => ({
  name: `${name}:checks`,
  status: 'failing',
  message,
  code,
  params: { seconds: timeoutMs / 1000 },
})

function readChecks(source: CheckSource, value: unknown): HealthCheck[] {
  if (Array.isArray(value) && value.every(isCheck))
    return value.map(({ name, status, message, code, params }) => ({
      name,
      status,
      message,
      ...(code !== undefined && { code, params: params ?? {} }),
    }))
  return [failing(source, 'the checks have no name, status or message', 'checks-malformed')]
}

const isCheck = (value: unknown): value is HealthCheck =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'message' in value &&
  typeof value.message === 'string' &&
  'status' in value &&
  statuses.some(status => status === value.status) &&
  (!('code' in value) || typeof value.code === 'string') &&
  (!('params' in value) || areParams(value.params))

const areParams = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(param => typeof param === 'string' || typeof param === 'number')

/** Whether writes to the store succeed. */
export function checkWrites({ writeFailure }: Readiness): HealthCheck {
  const name = 'store:writes'
  if (writeFailure === undefined) return { name, status: 'ok', message: 'writes succeed', code: 'writes' }
  const { error, since } = writeFailure
  return {
    name,
    status: 'failing',
    message: `writes fail since ${since.toISOString()} (${error.code}): ${error.message}`,
    code: 'writes-fail',
    params: { since: since.toISOString(), error: error.code },
  }
}

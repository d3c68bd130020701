import { ServiceError, PluginFault, PluginTimeout, reasonOf } from '../../kernel/index.ts'
import type { OperationAnswer, OperationContext } from './contract.ts'
import { pluginName } from './registered.ts'
import { inTime } from '../../lib/event-loop/index.ts'

/** One controller or middleware of an operation. */
export interface Link {
  plugin: string
  kind: 'controller' | 'middleware'
  name: string
  run: (context: OperationContext, next: () => Promise<OperationAnswer>) => Promise<OperationAnswer> | OperationAnswer
}

/** Answers a request to an operation. */
type Chain = (context: OperationContext) => Promise<OperationAnswer> | OperationAnswer

/**
 * Put middleware around a controller, the first one outermost. A defect of a controller or middleware of another plugin affects only that
 * request: an exception, no result in time, an invalid answer, or a `next` that is called twice or not awaited. The error names its plugin.
 * @param links the last one is the controller
 * @param timeoutMs time limit for all of them together
 */
export function chain(links: readonly Link[], timeoutMs: number): Chain {
  if (links.some(({ plugin }) => plugin !== pluginName))
    return context => new ContainedRun(links, context).run(timeoutMs)
  return links.reduceRight<Chain>(
    (next, { run }) =>
      context =>
        run(context, async () => next(context)),
    () => Promise.reject(new Error('a controller has no next')),
  )
}

/** One request on its way through the links. */
class ContainedRun {
  readonly #links: readonly Link[]
  readonly #context: OperationContext
  /** Links that have begun and not ended. */
  readonly #running: Link[] = []
  #fault: PluginFault | undefined
  #isOver = false

  constructor(links: readonly Link[], context: OperationContext) {
    this.#links = links
    this.#context = context
  }

  async run(timeoutMs: number): Promise<OperationAnswer> {
    try {
      const answer = await inTime(this.#step(0), timeoutMs, () => {
        throw timeoutOf(this.#running.at(-1), timeoutMs) // the link that began last has not finished: the others wait for it
      })
      if (this.#fault !== undefined) throw this.#fault
      return answer
    } finally {
      this.#isOver = true
    }
  }

  async #step(index: number): Promise<OperationAnswer> {
    const link = this.#links[index]
    if (link === undefined) throw new Error('a controller has no next')
    const inner: { answer?: OperationAnswer; isRunning: boolean } = { isRunning: false }
    let begun: Promise<OperationAnswer> | undefined
    const next = (): Promise<OperationAnswer> => {
      if (begun !== undefined || this.#isOver)
        return Promise.reject(this.#note(faultOf(link, 'it called next twice, or too late')))
      inner.isRunning = true
      begun = this.#step(index + 1)
      begun.then(
        answer => Object.assign(inner, { answer, isRunning: false }),
        () => (inner.isRunning = false), // the caller of next gets the error
      )
      return begun
    }
    this.#running.push(link)
    try {
      const answer: unknown = await link.run(this.#context, next)
      if (inner.isRunning) throw faultOf(link, 'it did not wait for next')
      return checkAnswer(link, answer, inner.answer)
    } catch (error) {
      throw error instanceof ServiceError || error instanceof PluginFault
        ? error
        : faultOf(link, reasonOf(error), error)
    } finally {
      this.#running.splice(this.#running.lastIndexOf(link), 1)
    }
  }

  /** Keep a fault so that the middleware cannot hide it. */
  #note(fault: PluginFault): PluginFault {
    this.#fault ??= fault
    return fault
  }
}

const faultOf = ({ plugin, kind, name }: Link, reason: string, cause?: unknown): PluginFault =>
  new PluginFault(plugin, `its ${kind} "${name}" failed: ${reason}`, { cause })

function timeoutOf(link: Link | undefined, timeoutMs: number): PluginTimeout {
  const { plugin = pluginName, kind = 'controller', name = '' } = link ?? {}
  return new PluginTimeout(plugin, `the ${kind} ${name} did not finish within ${timeoutMs / 1000} s`)
}

/** @param inner the already checked answer that it got from `next` */
function checkAnswer(link: Link, answer: unknown, inner: OperationAnswer | undefined): OperationAnswer {
  if (answer === inner && inner !== undefined) return inner
  if (!isAnswer(answer)) throw faultOf(link, 'the handler must return { status, headers, body }')
  if (answer.body !== undefined && answer.body !== inner?.body) JSON.stringify(answer.body) // throws if it is not JSON
  return answer
}

function isAnswer(value: unknown): value is OperationAnswer {
  if (typeof value !== 'object' || value === null) return false
  const { status, headers }: { status?: unknown; headers?: unknown } = value
  if (status !== undefined && !(Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599))
    return false
  if (headers === undefined) return true
  return (
    typeof headers === 'object' &&
    headers !== null &&
    Object.entries(headers).every(([name, text]) => isHeader(name, text))
  )
}

const isHeader = (name: string, text: unknown): boolean =>
  /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) && typeof text === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(text)

export { WorkQueue } from './work-queue.ts'

/** How long the long work of one turn of the event loop can take, of all requests together, ms. */
const maxTurnMs = 10

/** The time at which the long work of this turn has to end; undefined while no turn has any. */
let turnEnd: number | undefined
/** How much waiting work has continued in this turn. */
let continued = 0
/** Work that waits for a later turn, the oldest first. */
const waiting: (() => void)[] = []

/**
 * Long work calls this between its steps, so that other requests are answered meanwhile. The process has one clock: the work of all requests
 * together takes about 10 ms of a turn; what is left waits, and continues in the order in which it began to wait.
 * @returns undefined to continue at once; otherwise a promise of the turn in which to continue
 */
export function yieldIfLong(): Promise<void> | undefined {
  const now = performance.now()
  if (turnEnd === undefined) beginTurn(now)
  else if (now >= turnEnd) return nextTurn()
  return undefined
}

/**
 * Wait for a later turn of the event loop that has time left: before a step that cannot be divided and can take several milliseconds, such as
 * parsing a large text, because many requests can reach such a step in the same turn.
 */
export function nextTurn(): Promise<void> {
  if (turnEnd === undefined) beginTurn(performance.now())
  setImmediate(continueNext)
  return new Promise(resolve => waiting.push(resolve))
}

function beginTurn(now: number): void {
  turnEnd = now + maxTurnMs
  setImmediate(endTurn)
}

/** The first immediate of the next turn. Immediates that are set while others run are called in the turn after it. */
function endTurn(): void {
  continued = 0
  if (waiting.length === 0) turnEnd = undefined
  else beginTurn(performance.now())
}

function continueNext(): void {
  if (continued > 0 && performance.now() >= (turnEnd ?? 0)) {
    setImmediate(continueNext)
    return
  }
  continued++
  waiting.shift()?.()
}

/** Run steps to their end; between them other requests are answered when they take long. @returns the result of the steps */
export async function runInTurns<Result>(steps: Iterator<void, Result>): Promise<Result> {
  let step = steps.next()
  while (step.done !== true) {
    const turn = yieldIfLong()
    if (turn !== undefined) await turn
    step = steps.next()
  }
  return step.value
}

/** The same items, between which other requests are answered when it takes long to use them. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item, void> {
  for (const item of items) {
    const turn = yieldIfLong()
    if (turn !== undefined) await turn
    yield item
  }
}

/**
 * Wait for work, up to a time limit. Work that takes longer continues, and nothing waits for it.
 * @param late called when the time is over: what it returns is the result, and what it throws the error
 */
export async function inTime<Result>(work: Promise<Result>, timeoutMs: number, late: () => Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>(resolve => (timer = setTimeout(resolve, timeoutMs))).then(late)
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}

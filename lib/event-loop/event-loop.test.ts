import t from 'tap'
import { inTurns, nextTurn, runInTurns, yieldIfLong } from './index.ts'

/** Use processor time, as a long loop does. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Count the turns of the event loop until work is done. */
async function turnsDuring(run: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await run()
  isDone = true
  return turns
}

/** Work in steps of 2 ms; `longest` is the longest time that one turn took for all workers. */
class Turns {
  longest = 0
  #took = 0
  readonly #timer = (): void => {
    this.longest = Math.max(this.longest, this.#took)
    this.#took = 0
    if (!this.isDone) setImmediate(this.#timer)
  }
  isDone = false

  constructor() {
    setImmediate(this.#timer)
  }

  step(): void {
    work(2)
    this.#took += 2
  }
}

t.test('short work continues at once', async t => {
  const steps = async (): Promise<void> => {
    for (let step = 0; step < 1000; step++) await yieldIfLong()
  }
  t.ok((await turnsDuring(steps)) <= 100, 'a thousand short steps, in few turns even on a busy machine')
})

t.test('long work is divided into turns', async t => {
  const steps = async (): Promise<void> => {
    for (let step = 0; step < 30; step++) {
      work(2)
      await yieldIfLong()
    }
  }
  t.ok((await turnsDuring(steps)) >= 5, 'after about 10 ms others have a turn')
})

t.test('ten workers together take no longer in a turn than one', async t => {
  const turns = new Turns()
  const order: number[] = []
  const worker = async (number: number): Promise<void> => {
    for (let step = 0; step < 10; step++) {
      const turn = yieldIfLong()
      if (turn !== undefined) await turn
      turns.step()
    }
    order.push(number)
  }
  await Promise.all(Array.from({ length: 10 }, (_, number) => worker(number)))
  turns.isDone = true
  t.ok(turns.longest <= 40, `a turn took ${turns.longest} of 200 ms`)
  t.equal(order.length, 10, 'all of them end')
})

t.test('steps that cannot be divided do not share a turn', async t => {
  const turns = new Turns()
  const worker = async (): Promise<void> => {
    await nextTurn()
    for (let part = 0; part < 6; part++) turns.step()
  }
  await Promise.all(Array.from({ length: 5 }, worker))
  turns.isDone = true
  t.ok(turns.longest <= 24, `a turn took ${turns.longest} of 60 ms`)
})

t.test('items and steps', async t => {
  const seen: number[] = []
  const use = async (): Promise<void> => {
    for await (const item of inTurns([1, 2, 3, 4, 5, 6, 7, 8])) {
      work(4)
      seen.push(item)
    }
  }
  t.ok((await turnsDuring(use)) >= 3)
  t.strictSame(seen, [1, 2, 3, 4, 5, 6, 7, 8], 'in their order')
  function* steps(): Generator<void, string> {
    for (let step = 0; step < 8; step++) {
      work(4)
      yield
    }
    return 'the result'
  }
  let result = ''
  t.ok((await turnsDuring(async () => (result = await runInTurns(steps())))) >= 3)
  t.equal(result, 'the result')
  function* failing(): Generator<void, void> {
    yield
    throw new Error('a step fails')
  }
  await t.rejects(runInTurns(failing()), { message: 'a step fails' })
  t.ok((await turnsDuring(async () => runInTurns(steps()))) >= 3, 'the clock goes on')
})

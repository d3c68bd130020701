import type { RefusedRow, Rows } from '../formats/rows.ts'
import { batches, type Batch, type RowReading, type Step } from './batches.ts'
import type { Outcome, Sender } from './send.ts'

/** What became of a batch, those of its rows included that were not sent. */
export interface BatchOutcome extends Outcome {
  /** How many were there, as they are, without being sent. */
  unchanged: number
}

/** One walk through the rows of a file. */
export interface Pass {
  rows: Rows
  reading: RowReading
  steps: readonly Step[]
  sender: Pick<Sender, 'send'>
  /** How many batches travel at once. */
  inFlight: number
  settled(outcome: BatchOutcome): Promise<void> | void
}

/** Send the rows of a file in batches, a few at once, told of in the order of the file. */
export async function runPass(pass: Pass): Promise<void> {
  const inFlight: Promise<BatchOutcome>[] = []
  const settle = async (): Promise<void> => {
    const outcome = await inFlight.shift()
    if (outcome !== undefined) await pass.settled({ ...outcome, refused: outcome.refused.sort(byLine) })
  }
  try {
    for await (const batch of batches(pass.rows, pass.reading)) {
      const prepared = await prepare(batch, pass.steps)
      inFlight.push(send(pass.sender, prepared))
      if (inFlight.length >= pass.inFlight) await settle()
    }
  } finally {
    while (inFlight.length > 0) await settle()
  }
}

/** Take a batch through the steps before it is sent. */
export async function prepare(batch: Batch, steps: readonly Step[]): Promise<Batch> {
  let prepared = batch
  for (const step of steps) {
    const next = step(prepared)
    prepared = next instanceof Promise ? await next : next
  }
  return prepared
}

function send(sender: Pass['sender'], { ready, refused, alreadyThere }: Batch): Promise<BatchOutcome> {
  const sent = sender
    .send(ready)
    .then(outcome => ({ ...outcome, refused: [...outcome.refused, ...refused], unchanged: alreadyThere }))
  // It is awaited in its turn; until then a failure must not count as unhandled.
  sent.catch(() => undefined)
  return sent
}

const byLine = (a: RefusedRow, b: RefusedRow): number => a.line - b.line

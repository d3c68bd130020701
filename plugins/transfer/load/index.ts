import type { ApiClient } from '../../../kernel/index.ts'
import { archiveRows } from './archive.ts'
import type { Step } from './batches.ts'
import { refusal, sift } from './batches.ts'
import type { Verdicts } from './cascade.ts'
import { Completion } from './completion.ts'
import type { FileIndex } from './file-index.ts'
import { deferForward, referToSelf } from './forward.ts'
import { orderHeld, type HeldRow } from './held.ts'
import type { Part } from './part.ts'
import { runPass, type BatchOutcome } from './pass.ts'
import { Sender, type Sending } from './send.ts'

const inFlightAtMost = 2
const heldAtOnce = 200

/** What is loaded, and what is known of it. */
export interface Loading {
  parts: readonly Part[]
  /** The resources that will come of it, when some of them may refer to others. */
  index: FileIndex | undefined
  /** Rows that are refused before they are sent. */
  verdicts: Verdicts
  /** Only try. */
  dryRun: boolean
}

/**
 * Load files: each in its turn; then rows that had to wait for others, then references to what came later, at last what is to be archived.
 * @throws `CommandFailed` when the service stays away or a file cannot be read on; what was loaded until then stays
 */
export async function load(api: ApiClient, loading: Loading): Promise<void> {
  const completion = new Completion()
  const held: HeldRow[] = []
  try {
    for (const part of loading.parts) await loadPart(api, loading, part, completion, held)
    await loadHeld(api, held, completion)
    await completion.references(api)
    await archiveRows(api, completion)
  } finally {
    await completion.remove()
  }
}

async function loadPart(
  api: ApiClient,
  { index, verdicts, dryRun }: Loading,
  part: Part,
  completion: Completion,
  held: HeldRow[],
): Promise<void> {
  let done = 0
  await runPass({
    rows: part.rows(),
    reading: part.reading(),
    steps: [...part.steps(dryRun), ...judged(verdicts), ...linked()],
    sender: (dryRun ? part.judge : undefined) ?? new Sender(api, part.typeSlug, sendingOf(part, dryRun)),
    // What rows refer to must be there before them.
    inFlight: index === undefined ? inFlightAtMost : 1,
    async settled(outcome) {
      await settle(part, outcome, dryRun ? undefined : completion)
      done += countOf(outcome)
      part.progress.update(done)
    },
  }).finally(() => part.progress.finish())

  function linked(): Step[] {
    if (index === undefined) return []
    return [
      dryRun ? referToSelf(part.places, index) : deferForward(part.places, index, row => held.push({ part, row })),
    ]
  }
}

const sendingOf = (part: Part, dryRun: boolean): Sending => ({ ...part.sending, dryRun, archivedToo: part.archived })

const judged = (verdicts: Verdicts): Step[] =>
  verdicts.size === 0 ? [] : [batch => sift(batch, row => verdicts.get(row.id) ?? row)]

const countOf = ({ created, updated, alreadyThere, differing, unchanged, refused }: BatchOutcome): number =>
  created.length + updated.length + alreadyThere.length + differing.length + unchanged + refused.length

async function settle(part: Part, outcome: BatchOutcome, completion: Completion | undefined): Promise<void> {
  await part.tally.settled(outcome)
  await completion?.note(part, outcome)
}

async function loadHeld(api: ApiClient, held: readonly HeldRow[], completion: Completion): Promise<void> {
  const { ordered, circular } = orderHeld(held)
  for (let from = 0; from < ordered.length;) {
    const part = ordered[from]?.part
    let until = from
    while (until < ordered.length && until - from < heldAtOnce && ordered[until]?.part === part) until++
    if (part === undefined) return
    const rows = ordered.slice(from, until).map(({ row }) => row)
    const sent = await new Sender(api, part.typeSlug, sendingOf(part, false)).send(rows)
    await settle(part, { ...sent, unchanged: 0 }, completion)
    from = until
  }
  for (const { part, row } of circular) {
    const reasons = ['has to refer to a row that has to refer to this one, so that neither can come first']
    await part.tally.refused(refusal(row, reasons))
  }
}

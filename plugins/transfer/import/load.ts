import { prepare, refuse, sift, type Batch, type ReadyRow, type Refusal, type Step } from './batches.ts'
import { Completion } from './references/completion.ts'
import { deferReferences, referToSelf } from './references/defer.ts'
import { wholeRow, type ImportTarget } from './targets/import-target.ts'
import type { ReferencePlace } from './references/references.ts'
import { orderByRequired, type WaitingRow } from './references/required-order.ts'
import type { RowIndex } from './references/row-index.ts'
import type { Verdicts } from './trial.ts'
import { createRowWriter, type Outcome, type RowWriting, type WriteRows } from './write-rows.ts'

/** A file that is loaded into a type, alone or with others. */
export interface FileImport {
  typeSlug: string
  target: ImportTarget
  /** Where its type refers to other resources. */
  places: readonly ReferencePlace[]
  writing: RowWriting
  /** Its resources are archived in the end. */
  isArchived: boolean
  /** Read its rows; where some may refer to others, as often as needed and each time from the beginning. */
  batches(): AsyncIterable<Batch>
  /** What tells whether a row creates a resource, begun anew. */
  identify?(): Step[]
  /** What references may call a row by. */
  nameOf?: (row: ReadyRow) => string | undefined
  /** What names and references of rows become ids by, begun anew; what is wrong with them is noted. */
  resolve(): Step[]
  /** What is done with rows after that, before they are written; begun anew. @param isTrial everything that is wrong with them is found */
  finish(isTrial: boolean): Step[]
  /** What judges rows while they are only tried, in place of the target. */
  judge?: WriteRows
  listener: ImportListener
}

/** Told what becomes of the rows of a file. */
export interface ImportListener {
  settled(outcome: BatchOutcome): Promise<void> | void
  /** A row that was put off is refused. */
  refused(row: Refusal): Promise<void> | void
  /** A row is there but lacks something. @param wasLoaded whether it was told as loaded just now, and not as there */
  incomplete(row: Refusal, wasLoaded: boolean): Promise<void> | void
  /** All rows of the file were read. */
  finished?(): void
}

/** What became of a batch, those of its rows included that need not be written. */
export interface BatchOutcome extends Outcome {
  /** How many were there, as they are. */
  unchanged: number
}

/** What is loaded, and what is known of it. */
export interface Loading {
  files: readonly FileImport[]
  /** The resources that will come of it, when some of them may refer to others. */
  index: RowIndex | undefined
  /** Rows that are refused before they are written. */
  verdicts: Verdicts
  /** Only try. */
  dryRun: boolean
}

const maxAtOnce = 2
const waitingAtOnce = 200

/**
 * Load files: each in its turn; then rows that had to wait for others, then references to later rows, at last what is to be archived.
 * @throws what ends the whole import; what was loaded until then stays
 */
export async function load(loading: Loading): Promise<void> {
  const completion = new Completion(loading.files)
  const waiting: WaitingRow<FileImport>[] = []
  try {
    for (const file of loading.files) await loadFile(loading, file, completion, waiting)
    await loadWaiting(waiting, completion)
    await completion.setReferences()
    await completion.archive()
  } finally {
    await completion.remove()
  }
}

async function loadFile(
  { index, verdicts, dryRun }: Loading,
  file: FileImport,
  completion: Completion,
  waiting: WaitingRow<FileImport>[],
): Promise<void> {
  const { places } = file
  const steps = [...file.resolve(), ...file.finish(dryRun)]
  if (verdicts.size > 0) steps.push(batch => sift(batch, row => verdicts.get(row.id) ?? row))
  if (index !== undefined && dryRun) steps.push(referToSelf(places, index))
  else if (index !== undefined) steps.push(deferReferences(places, index, row => waiting.push({ origin: file, row })))
  try {
    await runBatches({
      batches: file.batches(),
      steps,
      write: (dryRun ? file.judge : undefined) ?? createRowWriter(file.target, file.writing, dryRun),
      // What rows refer to must be there before them.
      atOnce: index === undefined ? maxAtOnce : 1,
      async settled(outcome) {
        if (!dryRun) await completion.add(file, outcome)
        await file.listener.settled(outcome)
      },
    })
  } finally {
    file.listener.finished?.()
  }
}

async function loadWaiting(waiting: readonly WaitingRow<FileImport>[], completion: Completion): Promise<void> {
  const { ordered, circular } = orderByRequired(waiting)
  for (let from = 0; from < ordered.length;) {
    const file = ordered[from]?.origin
    let until = from
    while (until < ordered.length && until - from < waitingAtOnce && ordered[until]?.origin === file) until++
    if (file === undefined) return
    const rows = ordered.slice(from, until).map(({ row }) => row)
    const outcome = { ...(await createRowWriter(file.target, file.writing, false)(rows)), unchanged: 0 }
    await completion.add(file, outcome)
    await file.listener.settled(outcome)
    from = until
  }
  for (const { origin, row } of circular) {
    const problems = wholeRow('has to refer to a row that has to refer to this one, so that neither can come first')
    await origin.listener.refused(refuse(row, problems))
  }
}

/** One way through the rows of a file. */
export interface BatchRun {
  batches: AsyncIterable<Batch>
  steps: readonly Step[]
  write: WriteRows
  /** How many batches are written at once. */
  atOnce: number
  settled(outcome: BatchOutcome): Promise<void> | void
}

/** Write the rows of a file in batches, a few at once; outcomes come in the order of the file. */
export async function runBatches(run: BatchRun): Promise<void> {
  const underWay: Promise<BatchOutcome>[] = []
  const settle = async (): Promise<void> => {
    const outcome = await underWay.shift()
    if (outcome !== undefined) await run.settled(outcome)
  }
  try {
    for await (const batch of run.batches) {
      const written = writeBatch(run.write, await prepare(batch, run.steps))
      // It is awaited in its turn; until then a failure must not count as unhandled.
      written.catch(() => undefined)
      underWay.push(written)
      if (underWay.length >= run.atOnce) await settle()
    }
  } finally {
    while (underWay.length > 0) await settle()
  }
}

/** Write the rows of a batch. @returns what became of all of it, what was refused in the order of the file */
export async function writeBatch(write: WriteRows, { ready, refused, unchanged }: Batch): Promise<BatchOutcome> {
  const outcome = await write(ready)
  return { ...outcome, refused: [...outcome.refused, ...refused].sort((a, b) => a.number - b.number), unchanged }
}

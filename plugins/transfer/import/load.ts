import { prepare, refuse, sift, type Batch, type ReadyRow, type Step } from './batches.ts'
import type { FileImport } from './file-import.ts'
import { Completion } from './references/completion.ts'
import { deferReferences, referToSelf } from './references/defer.ts'
import { orderByRequired, type WaitingRow } from './references/required-order.ts'
import type { RowIndex } from './references/row-index.ts'
import { wholeRow } from './targets/import-target.ts'
import type { Verdicts } from './trial.ts'
import { writeRows, type Outcome } from './write-rows.ts'

/** The input for loading files. */
export interface Loading {
  /** The resources that the rows will become. */
  index: RowIndex
  /** Rows that are refused before they are written. */
  verdicts: Verdicts
  /** Write nothing, only report the results. */
  dryRun: boolean
}

const waitingAtOnce = 200

/**
 * Load files whose rows can refer to each other: file by file; then rows that had to wait for others; then references to later rows; then archive
 * the resources that are archived in the export.
 * @throws the error that ends the whole import; rows that were loaded before it stay
 */
export async function loadFiles(files: readonly FileImport[], loading: Loading): Promise<void> {
  const completions = new Map(files.map(file => [file, new Completion(file)]))
  const waiting: WaitingRow[] = []
  const settle: Settle = async (file, outcome) => {
    if (!loading.dryRun) await completions.get(file)?.add(outcome)
    await file.tally.settled(outcome)
  }
  try {
    for (const file of files) await loadFile(file, loading, settle, row => waiting.push({ file, row }))
    await loadWaiting(waiting, settle)
    for (const completion of completions.values()) await completion.setReferences()
    for (const completion of completions.values()) await completion.archive()
  } finally {
    for (const completion of completions.values()) await completion.remove()
  }
}

type Settle = (file: FileImport, outcome: Outcome) => Promise<void>

/** @param putOff receives rows that have to wait for others */
async function loadFile(
  file: FileImport,
  { index, verdicts, dryRun }: Loading,
  settle: Settle,
  putOff: (row: ReadyRow) => void,
): Promise<void> {
  const refuseTried: Step = batch => sift(batch, row => verdicts.get(row.id) ?? row)
  const links = dryRun ? referToSelf(file.references, index) : deferReferences(file.references, index, putOff)
  try {
    await runBatches(file, dryRun, {
      batches: file.batches(),
      steps: [...file.resolve, ...(dryRun ? file.inspect : file.check), refuseTried, links],
      // Rows must be written before other rows refer to them.
      atOnce: 1,
      settled: outcome => settle(file, outcome),
    })
  } finally {
    file.finished?.()
  }
}

async function loadWaiting(waiting: readonly WaitingRow[], settle: Settle): Promise<void> {
  const { ordered, circular } = orderByRequired(waiting)
  for (let from = 0; from < ordered.length;) {
    const file = ordered[from]?.file
    let until = from
    while (until < ordered.length && until - from < waitingAtOnce && ordered[until]?.file === file) until++
    if (file === undefined) return
    const rows = ordered.slice(from, until).map(({ row }) => row)
    await settle(file, await writeRows(file, rows, false))
    from = until
  }
  for (const { file, row } of circular) {
    const problems = wholeRow('has to refer to a row that has to refer to this one, so that neither can come first')
    await file.tally.refused(refuse(row, problems))
  }
}

/** One pass through the rows of a file. */
export interface BatchRun {
  batches: AsyncIterable<Batch>
  steps: readonly Step[]
  /** How many batches are written concurrently. */
  atOnce: number
  settled(outcome: Outcome): Promise<void> | void
}

/** Write the rows of a file in batches, or only try them, a few batches concurrently; outcomes are reported in the order of the file. */
export async function runBatches(file: FileImport, dryRun: boolean, run: BatchRun): Promise<void> {
  const underWay: Promise<Outcome>[] = []
  const settle = async (): Promise<void> => {
    const outcome = await underWay.shift()
    if (outcome !== undefined) await run.settled(outcome)
  }
  try {
    for await (const batch of run.batches) {
      const written = writeBatch(file, await prepare(batch, run.steps), dryRun)
      // Awaited later, in the order of the file; until then a failure must not count as unhandled.
      written.catch(() => undefined)
      underWay.push(written)
      if (underWay.length >= run.atOnce) await settle()
    }
  } finally {
    while (underWay.length > 0) await settle()
  }
}

/** The outcome of a whole batch, with refused rows in the order of the file. */
async function writeBatch(file: FileImport, { ready, refused, unchanged }: Batch, dryRun: boolean): Promise<Outcome> {
  const outcome = await writeRows(file, ready, dryRun)
  return { ...outcome, refused: [...outcome.refused, ...refused].sort((a, b) => a.number - b.number), unchanged }
}

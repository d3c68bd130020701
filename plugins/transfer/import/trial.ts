import type { RowProblem } from '../../../lib/tabular/index.ts'
import { prepare, type Batch } from './batches.ts'
import { linksOf, referToSelf } from './references/defer.ts'
import { runBatches, type FileImport } from './load.ts'
import type { RowIndex, RowLink } from './references/row-index.ts'
import { createRowWriter } from './write-rows.ts'

/** Why rows are refused before they are written, by their ids. */
export type Verdicts = Map<string, readonly RowProblem[]>

/** Read through a file for the resources that will come of it. */
export async function indexRows(file: FileImport, index: RowIndex): Promise<void> {
  for await (const batch of file.batches()) {
    index.addAll((await prepare(batch, file.identify?.() ?? [])).ready, file.nameOf)
  }
}

/** Try files whose rows refer to each other, so that none is loaded that would lack what it refers to. Nothing is written. */
export async function tryRows(files: readonly FileImport[], index: RowIndex): Promise<Verdicts> {
  const links: RowLink[] = []
  const refused: Verdicts = new Map()
  for (const file of files) {
    const note = (batch: Batch): Batch => {
      for (const row of batch.ready) links.push(...linksOf(row, file.places, index))
      return batch
    }
    await runBatches({
      batches: file.batches(),
      steps: [...file.resolve(), ...file.finish(true), note, referToSelf(file.places, index)],
      write: file.judge ?? createRowWriter(file.target, file.writing, true),
      atOnce: 1,
      settled(outcome) {
        for (const { id, problems } of outcome.refused) if (id !== undefined) refused.set(id, problems)
      },
    })
  }
  return withReferrers(refused, links, index)
}

/** Refuse also what refers to refused rows, and so on. */
function withReferrers(refused: Verdicts, links: readonly RowLink[], index: RowIndex): Verdicts {
  const referrers = new Map<string, RowLink[]>()
  for (const link of links) {
    const known = referrers.get(link.to)
    if (known === undefined) referrers.set(link.to, [link])
    else known.push(link)
  }
  const verdicts: Verdicts = new Map(refused)
  const queue = [...refused.keys()]
  for (const to of queue) {
    for (const { from, place } of referrers.get(to) ?? []) {
      if (verdicts.has(from)) continue
      verdicts.set(from, [{ field: place, message: `refers to ${index.placeOf(to) ?? 'a row'}, which is refused` }])
      queue.push(from)
    }
  }
  return verdicts
}

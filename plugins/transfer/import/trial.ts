import type { RowProblem } from '../../../lib/tabular/index.ts'
import { prepare, type Step } from './batches.ts'
import type { FileImport } from './file-import.ts'
import { runBatches } from './load.ts'
import { linksOf, referToSelf } from './references/defer.ts'
import type { RowIndex, RowLink } from './references/row-index.ts'

/** Why rows are refused before they are written, by their ids. */
export type Verdicts = Map<string, readonly RowProblem[]>

/**
 * Read files to find the resources that they will create, and try their rows, so that no row is loaded whose references would be missing.
 * Nothing is written.
 * @param index receives these resources
 */
export async function tryFiles(files: readonly FileImport[], index: RowIndex): Promise<Verdicts> {
  for (const file of files) {
    for await (const batch of file.batches()) index.addAll((await prepare(batch, file.resolve)).ready)
  }
  const links: RowLink[] = []
  const refused: Verdicts = new Map()
  for (const file of files) {
    const noteLinks: Step = batch => {
      for (const row of batch.ready) links.push(...linksOf(row, file.references, index))
      return batch
    }
    await runBatches(file, true, {
      batches: file.batches(),
      steps: [...file.resolve, ...file.inspect, noteLinks, referToSelf(file.references, index)],
      atOnce: 1,
      settled(outcome) {
        for (const { id, problems } of outcome.refused) if (id !== undefined) refused.set(id, problems)
      },
    })
  }
  return withReferrers(refused, links, index)
}

/** Also refuse rows that refer to refused rows, and rows that refer to those. */
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

import type { ApiClient } from '../../../kernel/index.ts'
import { batches, type Batch, type ReadyRow, type Step } from './batches.ts'
import { cascade, type Verdicts } from './cascade.ts'
import type { FileIndex, RowLink } from './file-index.ts'
import { linksOf, referToSelf } from './forward.ts'
import type { Part } from './part.ts'
import { prepare, runPass } from './pass.ts'
import { Sender } from './send.ts'

/**
 * Read through a part for the resources that will come of it.
 * @param steps what tells whether a row creates a resource
 * @param nameOf what references may call a row by
 */
export async function indexRows(
  part: Part,
  index: FileIndex,
  steps: readonly Step[] = [],
  nameOf: (row: ReadyRow) => string | undefined = () => undefined,
): Promise<void> {
  for await (const batch of batches(part.rows(), part.reading())) {
    for (const row of (await prepare(batch, steps)).ready) {
      index.add(row)
      const name = nameOf(row)
      if (name !== undefined) index.call(name, row.id)
    }
  }
}

/** Try parts whose rows refer to each other, so that none is loaded that would lack what it refers to. Nothing is written. */
export async function tryRows(api: ApiClient, parts: readonly Part[], index: FileIndex): Promise<Verdicts> {
  const links: RowLink[] = []
  const refused: Verdicts = new Map()
  for (const part of parts) {
    const note = (batch: Batch): Batch => {
      for (const row of batch.ready) links.push(...linksOf(row, part.places, index))
      return batch
    }
    await runPass({
      rows: part.rows(),
      reading: part.reading(),
      steps: [...part.steps(true), note, referToSelf(part.places, index)],
      sender: part.judge ?? new Sender(api, part.typeSlug, { ...part.sending, dryRun: true }),
      inFlight: 1,
      settled(outcome) {
        for (const { id, reasons } of outcome.refused) if (id !== undefined) refused.set(id, reasons)
      },
    })
  }
  return cascade(refused, links, index)
}

import { prepare, type Batch, type ReadyRow } from './batches.ts'
import { referToSelf } from './references/defer.ts'
import type { ImportTarget } from './targets/import-target.ts'
import { load, writeBatch, type FileImport } from './load.ts'
import { textsAt, type ReferencePlace } from './references/references.ts'
import type { RowIndex } from './references/row-index.ts'
import { TemporaryRows } from './temporary-rows.ts'
import { indexRows, tryRows, type Verdicts } from './trial.ts'
import { createRowWriter } from './write-rows.ts'

/** A file that is imported while it arrives. */
export interface ArrivingFile extends FileImport {
  /** Told of rows that were written. */
  written?(rows: readonly ReadyRow[]): void
}

const nothingRefused: Verdicts = new Map()

/**
 * Import the rows of a file as they arrive. Where rows refer to others of the same file, that goes on until one refers to a row that is not there
 * yet. From that batch on the rows are kept in a temporary file to the end, tried, so that none is loaded that would lack what it refers to, and loaded.
 * @param own where rows may refer to resources of their own type
 * @throws what ends the import; what was loaded until then stays
 */
export async function importRows(
  file: ArrivingFile,
  own: readonly ReferencePlace[],
  index: RowIndex,
  dryRun: boolean,
): Promise<void> {
  if (own.length === 0) return load({ files: [file], index: undefined, verdicts: nothingRefused, dryRun })
  const rest = new TemporaryRows<Batch>()
  try {
    await importUntilForward(file, own, { index, dryRun, rest })
    if (rest.isEmpty) return
    const linked: FileImport = {
      ...file,
      async *batches() {
        for await (const batches of rest.portions(1)) yield* batches
      },
    }
    await indexRows(linked, index)
    const verdicts = await tryRows([linked], index)
    await load({ files: [linked], index, verdicts, dryRun })
  } finally {
    await rest.remove()
  }
}

async function importUntilForward(
  file: ArrivingFile,
  own: readonly ReferencePlace[],
  { index, dryRun, rest }: { index: RowIndex; dryRun: boolean; rest: TemporaryRows<Batch> },
): Promise<void> {
  const write = createRowWriter(file.target, file.writing, dryRun)
  const resolve = file.resolve()
  const finish = [...file.finish(dryRun), ...(dryRun ? [referToSelf(file.places, index)] : [])]
  for await (const batch of file.batches()) {
    const resolved = rest.isEmpty ? await prepare(batch, resolve) : batch
    if (!rest.isEmpty || (await refersForward(resolved, own, file, dryRun ? index : undefined))) {
      await rest.add([batch])
      continue
    }
    const prepared = await prepare(resolved, finish)
    const outcome = await writeBatch(write, prepared)
    // In a dry run nothing is written: rows that later ones may refer to are remembered instead.
    if (dryRun) index.addAll(prepared.ready, file.nameOf)
    file.written?.(prepared.ready)
    await file.listener.settled(outcome)
  }
}

/**
 * Whether a row refers to a resource of its own type that is not there, so that it may be a row further on.
 * @param tried the rows before, where they are only tried
 */
async function refersForward(
  { ready }: Batch,
  own: readonly ReferencePlace[],
  { target, typeSlug }: { target: ImportTarget; typeSlug: string },
  tried: RowIndex | undefined,
): Promise<boolean> {
  const before = new Set<string>()
  const wanted = new Set<string>()
  for (const { id, data } of ready) {
    for (const to of own.flatMap(place => textsAt(data, place))) {
      if (to !== id && !before.has(to) && tried?.has(to) !== true) wanted.add(to)
    }
    if (tried === undefined) before.add(id)
  }
  const ids = [...wanted]
  const isOfType = (id: string): boolean => id.startsWith(`urn:${typeSlug}:`)
  // References that may lead to several types are told apart by their ids; a name that nobody has may be that of a row.
  const foreign = ids.filter(id => id.startsWith('urn:') && !isOfType(id))
  if (ids.length === foreign.length) return false
  const asked = ids.filter(isOfType)
  if (asked.length + foreign.length < ids.length) return true
  return (await target.findByIds(typeSlug, asked)).length < asked.length
}

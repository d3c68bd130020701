import { prepare, type Batch } from './batches.ts'
import type { FileImport } from './file-import.ts'
import { loadFiles, runBatches } from './load.ts'
import { referToSelf } from './references/defer.ts'
import type { RowIndex } from './references/row-index.ts'
import { TemporaryRows } from './temporary-rows.ts'
import { tryFiles } from './trial.ts'

/** How many batches are written at once where no row refers to another one. */
const maxAtOnce = 2

/**
 * Import the rows of a file as they arrive. Where rows refer to others of the same file, that goes on until one refers to a row that is not there
 * yet. From that batch on the rows are kept in a temporary file to the end, tried, so that none is loaded that would lack what it refers to, and loaded.
 * @throws what ends the import; what was loaded until then stays
 */
export async function importArriving(file: FileImport, index: RowIndex, dryRun: boolean): Promise<void> {
  const refersToOwn = file.references.slugs.includes(file.typeSlug)
  const rest = new TemporaryRows<Batch>()
  try {
    await runBatches(file, dryRun, {
      batches: untilForward(file, dryRun ? index : undefined, rest),
      steps: dryRun ? [...file.inspect, referToSelf(file.references, index)] : file.check,
      atOnce: refersToOwn ? 1 : maxAtOnce,
      settled(outcome) {
        // In a dry run nothing is written: rows that later ones may refer to are remembered instead.
        if (dryRun && refersToOwn) index.addAll([...outcome.created, ...outcome.updated])
        return file.tally.settled(outcome)
      },
    })
    if (rest.isEmpty) return
    const linked: FileImport = {
      ...file,
      async *batches() {
        for await (const batches of rest.portions(1)) yield* batches
      },
    }
    const verdicts = await tryFiles([linked], index)
    await loadFiles([linked], { index, verdicts, dryRun })
  } finally {
    await rest.remove()
  }
}

/**
 * The batches of a file, keys and names in them resolved, until a row refers to one further on.
 * @param tried the rows before, where they are only tried
 * @param rest gets that batch and all that follow, as they are in the file
 */
async function* untilForward(
  file: FileImport,
  tried: RowIndex | undefined,
  rest: TemporaryRows<Batch>,
): AsyncIterable<Batch> {
  for await (const batch of file.batches()) {
    const resolved = rest.isEmpty ? await prepare(batch, file.resolve) : undefined
    if (resolved === undefined || (await refersForward(resolved, file, tried))) await rest.add([batch])
    else yield resolved
  }
}

/** Whether a row refers to a resource of its own type that is not there, so that it may be a row further on. */
async function refersForward(
  { ready }: Batch,
  { target, typeSlug, references }: FileImport,
  tried: RowIndex | undefined,
): Promise<boolean> {
  if (!references.slugs.includes(typeSlug)) return false
  const before = new Set<string>()
  const wanted = new Set<string>()
  for (const { id, data } of ready) {
    for (const { id: to, type_slugs } of references.find(data)) {
      if (to === id || before.has(to) || tried?.has(to) === true || !type_slugs.includes(typeSlug)) continue
      // A name that nobody has may be that of a row; ids tell where a reference leads that may lead to several types.
      if (!to.startsWith('urn:')) return true
      if (to.startsWith(`urn:${typeSlug}:`)) wanted.add(to)
    }
    if (tried === undefined) before.add(id)
  }
  return wanted.size > 0 && (await target.find(typeSlug, [...wanted])).length < wanted.size
}

import { prepare, type Batch } from './batches.ts'
import type { FileImport } from './file-import.ts'
import { loadFiles, runBatches } from './load.ts'
import { referToSelf } from './references/defer.ts'
import type { RowIndex } from './references/row-index.ts'
import { TemporaryRows } from './temporary-rows.ts'
import { tryFiles } from './trial.ts'

/** How many batches are written concurrently if no row refers to another row. */
const maxAtOnce = 2

/**
 * Import the rows of a file as they arrive. If rows refer to others of the same file, they are written until one refers to a row that does not exist
 * yet. From that batch on, rows are kept in a temporary file until the file ends. Then they are tried, so that no row is loaded whose references
 * would be missing, and loaded.
 * @throws the error that ends the import; rows that were loaded before it stay
 */
export async function importArriving(file: FileImport, index: RowIndex, dryRun: boolean): Promise<void> {
  const refersToOwn = file.references.slugs.includes(file.typeSlug)
  const rest = new TemporaryRows<Batch>(file.temporaryFolder)
  try {
    await runBatches(file, dryRun, {
      batches: untilForward(file, dryRun ? index : undefined, rest),
      steps: dryRun ? [...file.inspect, referToSelf(file.references, index)] : file.check,
      atOnce: refersToOwn ? 1 : maxAtOnce,
      settled(outcome) {
        // A dry run writes nothing: it remembers rows that later rows can refer to.
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
 * The batches of a file, with keys and names resolved, until a row refers to a later one.
 * @param tried the previous rows, where rows are only tried
 * @param rest receives that batch and all later ones, as they are in the file
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

/** Whether a row refers to a resource of its own type that does not exist, so that it can be a later row. */
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
      // An unknown name can be that of a later row. An id shows its type, where a reference allows several types.
      if (!to.startsWith('urn:')) return true
      if (to.startsWith(`urn:${typeSlug}:`)) wanted.add(to)
    }
    if (tried === undefined) before.add(id)
  }
  return wanted.size > 0 && (await target.find(typeSlug, [...wanted])).length < wanted.size
}

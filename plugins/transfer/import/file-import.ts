import type { TypeReferences } from './references/references.ts'
import type { Batch, Step } from './batches.ts'
import type { ImportTarget } from './targets/import-target.ts'
import type { ImportTally } from './tally.ts'

/** A file that is imported into a type, alone or with others. */
export interface FileImport {
  typeSlug: string
  target: ImportTarget
  /** The target for rows that are only tried. */
  trial: ImportTarget
  /** What its resources refer to. */
  references: TypeReferences
  /** Change resources that have the id of a row and other content, instead of reporting that they differ. */
  update: boolean
  /** Properties that the service sets; a row must not have other values of them. Empty for a copy, which keeps the values of the rows. */
  readOnly: readonly string[]
  /** Its resources are archived at the end, so that archived resources count as existing. */
  isArchived: boolean
  /** Read its rows from the beginning; called several times if rows can refer to other rows. */
  batches(): AsyncIterable<Batch>
  /** Replaces keys and names by ids, and leaves out rows that would change nothing. Problems with names are noted in their rows. */
  resolve: readonly Step[]
  /** Runs next, before rows are written. */
  check: readonly Step[]
  /** Runs next where rows are only tried: finds all their problems. */
  inspect: readonly Step[]
  /** Counts and reports the results of its rows. */
  tally: ImportTally
  /** The folder for rows that have to wait. */
  temporaryFolder: string
  /** Called after all its rows were read for the last time. */
  finished?(): void
}

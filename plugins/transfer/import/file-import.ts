import type { TypeReferences } from './references/references.ts'
import type { Batch, Step } from './batches.ts'
import type { ImportTarget } from './targets/import-target.ts'
import type { ImportTally } from './tally.ts'

/** A file that is imported into a type, alone or with others. */
export interface FileImport {
  typeSlug: string
  target: ImportTarget
  /** Where rows are only tried. */
  trial: ImportTarget
  /** What its resources refer to. */
  references: TypeReferences
  /** Change resources that have the id of a row and other content, instead of telling that they differ. */
  update: boolean
  /** Properties that the service sets; a row must not have other values of them. Empty for a copy, which keeps those of the rows. */
  readOnly: readonly string[]
  /** Its resources are archived in the end, so that archived ones count as there. */
  isArchived: boolean
  /** Read its rows; where some may refer to others, as often as needed and each time from the beginning. */
  batches(): AsyncIterable<Batch>
  /** Puts ids in the place of keys and names, and leaves out rows that would change nothing. What is wrong with names is noted in their rows. */
  resolve: readonly Step[]
  /** Follows before rows are written. */
  check: readonly Step[]
  /** Follows where rows are only tried: finds everything that is wrong with them. */
  inspect: readonly Step[]
  /** Told what becomes of its rows. */
  tally: ImportTally
  /** All its rows were read for the last time. */
  finished?(): void
}

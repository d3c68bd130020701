import type { Rows } from '../formats/rows.ts'
import type { ReferencePlace } from '../references.ts'
import type { RowReading, Step } from './batches.ts'
import type { Tally } from './report.ts'
import type { Sender, Sending } from './send.ts'

/** A file that is loaded into a type, alone or with others. */
export interface Part {
  typeSlug: string
  /** Where its type refers to other resources. */
  places: readonly ReferencePlace[]
  /** How its rows are sent. */
  sending: Pick<Sending, 'update' | 'readOnly' | 'copy'>
  /** Its resources are archived in the end. */
  archived: boolean
  /** Read its rows from the beginning. */
  rows(): Rows
  /** Begin to make resources of them. */
  reading(): RowReading
  /** What is done with them before they are sent, begun anew. @param trying everything that is wrong with them is gathered */
  steps(trying: boolean): Step[]
  /** Who judges them while they are only tried, instead of the service. */
  judge?: Pick<Sender, 'send'>
  tally: Tally
  /** Told how far it is. */
  progress: { update(done: number): void; finish(): void }
}

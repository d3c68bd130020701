import type { Caller } from '../../../kernel/index.ts'
import type { StoredDocument } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'

/** The labels of resources. Provided by the plugin `dynamic-resources`. */
export interface Labels {
  /**
   * The labels of resources, by id. What they show of other resources is read in one query per type, if the caller is allowed to read it.
   * @param deadline see `SelectQuery.deadline`
   * @param languages the languages of the reader, the preferred one first. Default: none, for the labels of `x-label`
   * @throws `QueryTooSlow` when the deadline has passed
   */
  read(
    caller: Caller,
    resources: readonly { type: ResourceType; document: StoredDocument }[],
    deadline: number,
    languages?: readonly string[],
  ): Promise<Map<string, string>>
}

declare module '../../../kernel/index.ts' {
  interface Contracts {
    labels: Labels
  }
}

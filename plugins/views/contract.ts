import type { Caller, WriteOperation } from '../../kernel/index.ts'
import type { ResourceType } from '../types/contract.ts'
import type { ViewContent } from './records.ts'

/** A view that is brought along, by a preset say; what is left out is as in a new view. */
export type SharedView = Pick<ViewContent, 'type_slug' | 'name'> &
  Partial<Pick<ViewContent, 'query' | 'columns' | 'layout' | 'default'>>

/** Saved views of lists. Provided by the plugin `views`. */
export interface Views {
  /**
   * The operations that save views which everyone in the account of the caller sees, for a write of the caller's own. A view whose type has one of that
   * name already is left out, as is one whose type there is not; what a list opens with stays as it is.
   * @param types types that the same write brings or changes, by slug, in their new state
   * @throws `BadRequest` naming what a type does not understand
   */
  planShared(
    caller: Caller,
    views: readonly SharedView[],
    types: ReadonlyMap<string, ResourceType>,
  ): Promise<WriteOperation[]>
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    views: Views
  }
}

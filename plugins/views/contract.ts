import type { Caller, WriteOperation } from '../../kernel/index.ts'
import type { ResourceType } from '../types/contract.ts'
import type { ViewContent } from './records.ts'

/** A view to be created with others, by a preset for example; absent members have the defaults of a new view. */
export type SharedView = Pick<ViewContent, 'type_slug' | 'name'> &
  Partial<Pick<ViewContent, 'titles' | 'query' | 'columns' | 'layout' | 'default'>>

/** Saved views of lists. Provided by the plugin `views`. */
export interface Views {
  /**
   * The operations that save views which everyone in the caller's account sees, for a write of the caller's own. A view is left out if its type
   * has one of that name already (which gets the titles in languages that it lacks), or if its type does not exist; the default view of a list does not change.
   * @param types types that the same write creates or changes, by slug, in their new state
   * @throws `BadRequest` naming what does not match a type
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

import { useMutation, useQueryCache } from '@pinia/colada'
import { etagOf, writeChanges } from '../../api/index.ts'
import type { JsonObject, Resource } from '../../api/index.ts'
import { undoableChange, useUndo } from './useUndo.ts'

/** New values of some properties of a resource. */
export interface RowChange {
  /** The version that was seen: the change is refused (stale) where there is a newer one. */
  row: Resource
  data: JsonObject
}

/** A change of resources that is shown before it is stored. */
interface ShownChange {
  changes: readonly RowChange[]
  /** Show the changed rows. @returns shows the earlier ones again, after a refusal */
  show?(): (() => unknown) | Promise<() => unknown>
  /** Reports the stored change, and offers to undo it. Without it nothing is offered. */
  done?: { text: string | (() => string); name: string }
}

/**
 * A function that changes resources of a type: shown at once, stored all or nothing, reverted where the service refuses it. Afterwards other lists
 * are read again when they are opened.
 * @returns a function that returns the stored resource if there was one change. @throws ApiError
 */
export function useResourceMutation(slug: () => string): (change: ShownChange) => Promise<Resource | undefined> {
  const cache = useQueryCache()
  const undo = useUndo(slug)
  const { mutateAsync } = useMutation({
    mutation: ({ changes }: ShownChange) =>
      writeChanges(
        slug(),
        changes.map(({ row, data }) => ({ id: row.id, data, if_match: etagOf(row) })),
      ),
    onMutate: async ({ show }) => ({ revert: await show?.() }),
    onSuccess: (_stored, { changes, done }) => {
      const undoable = changes.map(({ row, data }) => undoableChange(row, Object.keys(data)))
      if (done !== undefined) undo.offer(done.text, done.name, undoable)
      void cache.invalidateQueries({ key: ['resources', slug()] }, false)
    },
    onError: async (_error, _change, { revert }) => {
      await revert?.()
    },
  })
  return mutateAsync
}

import { ApiError, dataOf, etagOf, shortId, writeChanges } from '../../api/index.ts'
import type { JsonObject, Resource } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { announce } from '../feedback/useAnnounce.ts'
import { refusalOf } from '../feedback/refusal.ts'
import { dismissToast, showToast, toast, toasts } from '../feedback/useToast.ts'
import { useReadAgain } from './useReadAgain.ts'

/** A change of one resource, as it is undone. */
interface Undoable {
  id: string
  /** The earlier values of the properties that were changed; null for those that had none. */
  data: JsonObject
  /** The versions before and after the change (ETags). */
  before: string
  after: string
}

/** A change of some properties of a resource. @param row the version that was changed */
export const undoableChange = (row: Resource, names: readonly string[]): Undoable => {
  const data = dataOf(row)
  return {
    id: row.id,
    data: Object.fromEntries(names.map(name => [name, Object.hasOwn(data, name) ? (data[name] ?? null) : null])),
    before: etagOf(row),
    after: etagAfter(row),
  }
}

/** The ETag of the version that the next change of a resource creates. */
export const etagAfter = ({ id, sequence_no: number }: Pick<Resource, 'id' | 'sequence_no'>): string =>
  etagOf({ id, sequence_no: number + 1 })

interface Offer {
  toast: number
  changes: Undoable[]
}

/** The latest changes that can be undone, of all types. */
const offers: Offer[] = []
const maxOffers = 50

/** Changes of resources of a type that can be undone. All lists and pages that show the resources are read again then. */
export function useUndo(slug: () => string) {
  const readAgain = useReadAgain()

  /** @returns false when it can be tried again */
  async function undo(type: string, name: string, { changes }: Offer): Promise<boolean> {
    let isOver = true
    try {
      await writeChanges(
        type,
        changes.map(({ id, data, after }) => ({ id, data, if_match: after })),
      )
      for (const { id, before, after } of changes) keepEarlier(id, before, after)
      announce(t('common.undone'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.isStale ? t('common.undoStale', { name }) : refusalOf(error), { tone: 'bad' })
      isOver = error.status > 0 && error.status < 500
    }
    await Promise.all([
      ...changes.map(({ id }) => readAgain(['resource', type, shortId(id)])),
      readAgain(['resources', type]),
    ])
    return isOver
  }

  return {
    /**
     * Report a change in a toast that offers to undo it. It is only undone while the resources have the versions that it created.
     * @param name the name of the changed resource
     */
    offer: (text: string | (() => string), name: string, changes: Undoable[]) => {
      const ids = new Set(changes.map(({ id }) => id))
      const type = slug()
      const offer: Offer = { toast: 0, changes }
      offer.toast = showToast(text, { undo: () => undo(type, name, offer), merges: true })
      // After a newer change of the same resource, an earlier one is undone by the keyboard, after the newer one, or together with it.
      const older = offers.filter(earlier => earlier.changes.some(({ id }) => ids.has(id)))
      const stale = new Set(older.map(({ toast: shown }) => shown))
      for (const { id, earlier } of toasts.slice())
        if (id !== offer.toast && [id, ...earlier.map(one => one.id)].some(one => stale.has(one))) dismissToast(id)
      offers.push(offer)
      if (offers.length > maxOffers) offers.shift()
    },
  }
}

/** Undoing creates a version with the values of the one before the change, so the change that created that one can be undone as well. */
function keepEarlier(id: string, before: string, after: string): void {
  const number = Number(after.slice(1, -1).split('.').at(-1))
  const now = etagAfter({ id, sequence_no: number })
  for (const { changes } of offers) {
    for (const change of changes) if (change.id === id && change.after === before) change.after = now
  }
}

import { useMutation } from '@pinia/colada'
import { shallowRef } from 'vue'
import { bulk, checkPublishMany, dataOf, etagOf, publishMany } from '../../../api/index.ts'
import type { PublishItem, PublishingAction, PublishProblem, Resource } from '../../../api/index.ts'
import { useReadAgain } from '../../../composables/data/useReadAgain.ts'
import { attempt } from '../../../composables/feedback/refusal.ts'
import { toast } from '../../../composables/feedback/useToast.ts'
import { requestQuery } from '../../../composables/view/requestQuery.ts'
import { formatNumber, t } from '../../../i18n/index.ts'
import { emptyDateOf } from '../../record/publishing/usePublishing.ts'
import { walkResources } from '../export/useExport.ts'
import { useListContext } from '../screen/useListContext.ts'

/** A change-set: what is asked before it, and what is told after it. */
interface ChangeSet {
  action: PublishingAction
  rows: readonly Resource[]
  /** What would be refused; it stays selected. */
  problems: readonly PublishProblem[]
  /** Once it is done: the ids of what the resources refer to that is not public. */
  unpublished?: readonly string[]
}

/** The most that the API accepts together. */
const maxItems = 1000

/** In which states an action changes something. */
const applies: Readonly<Record<PublishingAction, readonly unknown[]>> = {
  publish: ['draft', 'changed'],
  unpublish: ['published', 'changed'],
  discard: ['changed'],
}

/** Publishes, unpublishes and discards the selection of a list, all or nothing. */
export function usePublishMany() {
  const { slug, type, list, selection } = useListContext()
  const readAgain = useReadAgain()
  /** The change-set in question; undefined while there is none. */
  const asked = shallowRef<ChangeSet>()
  const { mutateAsync, isLoading: isBusy } = useMutation({ mutation: (work: () => Promise<void>) => work() })

  async function selected(): Promise<Resource[]> {
    if (!selection.isAll.value) return [...selection.picked.values()]
    const found: Resource[] = []
    for await (const rows of walkResources(slug(), requestQuery(list.view.value, slug()), maxItems)) {
      found.push(...rows)
      if (found.length > maxItems) break
    }
    return found
  }

  const itemOf =
    (action: PublishingAction) =>
    ({ id, sequence_no }: Resource): PublishItem =>
      action === 'publish' ? { id, action, sequence_no } : { id, action }
  const inverse = ({ id, published_no: published }: Resource): PublishItem =>
    typeof published === 'number' ? { id, action: 'publish', sequence_no: published } : { id, action: 'unpublish' }

  async function check(action: PublishingAction): Promise<void> {
    const rows = (await selected()).filter(({ publication }) => applies[action].includes(publication))
    if (rows.length === 0) return toast(() => t(`list.nothingTo_${action}`))
    if (rows.length > maxItems)
      return toast(() => t('list.tooManyToPublish', { most: formatNumber(maxItems) }), { tone: 'bad' })
    asked.value = { action, rows, problems: await checkPublishMany(rows.map(itemOf(action))) }
  }

  /** Fill empty dates of publication. @returns the ids of the resources that have a new version */
  async function date(rows: readonly Resource[]): Promise<ReadonlySet<string>> {
    const operations = rows.flatMap(row => {
      const data = type.value === undefined ? {} : emptyDateOf(type.value, dataOf(row))
      return Object.keys(data).length === 0 ? [] : [{ op: 'patch' as const, id: row.id, data, if_match: etagOf(row) }]
    })
    if (operations.length > 0) await bulk(slug(), operations, { atomic: true })
    return new Set(operations.map(({ id }) => id))
  }

  async function change({ action, rows, problems }: ChangeSet): Promise<void> {
    const listed = ['resources', slug()] // the user can be elsewhere before it is undone
    const refused = new Set(problems.map(({ index }) => index))
    const accepted = rows.filter((_row, at) => !refused.has(at))
    const isUndoable = action !== 'discard'
    const dated = action === 'publish' ? await date(accepted) : new Set()
    const items = accepted.map(row => (dated.has(row.id) ? { id: row.id, action } : itemOf(action)(row)))
    const unpublished = await publishMany(items)
    await readAgain(listed)
    asked.value = { action, rows, problems, unpublished }
    if (unpublished.length === 0) close()
    const undo = async (): Promise<void> => {
      await publishMany(accepted.map(inverse))
      await readAgain(listed)
    }
    const options = isUndoable && { undo: () => attempt(() => mutateAsync(undo)) }
    toast(() => t(`list.did_${action}`, { count: accepted.length }), { ...options })
  }

  function close(): void {
    const { rows = [], problems = [], unpublished } = asked.value ?? {}
    asked.value = undefined
    const refused = problems.flatMap(({ index }) => rows[index] ?? [])
    if (unpublished !== undefined) selection.replace(refused)
  }

  return {
    asked,
    isBusy,
    /** Find out what would be refused, and ask. */
    ask: async (action: PublishingAction) => void (await attempt(() => mutateAsync(() => check(action)))),
    close,
    /** Do it, without what would be refused. */
    run: async (set: ChangeSet) => void (await attempt(() => mutateAsync(() => change(set)))),
  }
}

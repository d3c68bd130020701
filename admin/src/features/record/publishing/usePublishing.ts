import { useMutation } from '@pinia/colada'
import { ApiError, changePublication, dataOf, etagOf } from '../../../api/index.ts'
import type { ChangedPublication, JsonObject, Problem, Resource, ResourceType } from '../../../api/index.ts'
import { attempt } from '../../../composables/feedback/refusal.ts'
import { toast } from '../../../composables/feedback/useToast.ts'
import { useResourceActions } from '../../../composables/data/useResourceActions.ts'
import { t } from '../../../i18n/index.ts'
import { labelOfResource, propertiesOf } from '../../../schema/index.ts'
import { source } from '../../../sources.ts'
import { dayOf } from '../../list/layouts/calendar/days.ts'
import { writable } from '../../form/schema-forms/blank.ts'

const dateNames = /^(?:date_?published|published_?(?:date|on|at))$/i

/** The date of publication, if the type has one and it is empty. */
export function emptyDateOf({ schema }: ResourceType, data: JsonObject): JsonObject {
  const property = propertiesOf(schema).find(
    ({ name, kind, isReadOnly }) => dateNames.test(name) && !isReadOnly && (kind === 'date' || kind === 'date-time'),
  )
  if (property === undefined || (data[property.name] ?? null) !== null) return {}
  const now = new Date()
  return { [property.name]: property.kind === 'date' ? dayOf(now) : now.toISOString() }
}

/** Changes what is public of resources of a type with drafts. What is refused is said. @param changed called after each change with the resource */
export function usePublishing(type: () => ResourceType, changed: (now: Resource) => Promise<void>) {
  const actions = useResourceActions(() => type().slug)
  const { mutateAsync, isLoading: isBusy } = useMutation({ mutation: (work: () => Promise<void>) => work() })
  const nameOf = (resource: Resource): string => labelOfResource(resource, type())

  async function change(...request: Parameters<typeof changePublication>): Promise<ChangedPublication> {
    const now = await changePublication(...request)
    await actions.changed(now.id)
    await changed(now)
    return now
  }

  async function publishNow(seen: Resource): Promise<void> {
    const date = emptyDateOf(type(), dataOf(seen))
    const isComplete = Object.keys(date).length === 0
    const dated = isComplete ? seen : await actions.patch(seen.id, date, etagOf(seen))
    if (!isComplete) await changed(dated) // it stays if the version is refused
    const now = await change(type().slug, seen.id, 'publish', dated.sequence_no)
    const path = await source('site')
      .pathOf(type().slug, seen.id)
      .catch(() => undefined) // it is public all the same
    const count = now.unpublished?.length ?? 0
    const run = (): unknown => path !== undefined && window.open(source('site').hrefOf(path), '_blank', 'noopener')
    toast(
      () => t('record.published', { name: nameOf(now) }) + (count === 0 ? '' : t('record.targetsNotPublic', { count })),
      {
        tone: 'good',
        ...(path !== undefined && { action: { label: () => t('record.openOnSite'), run } }),
      },
    )
  }

  /** Publish the version that was seen. @returns undefined when it is published; otherwise what is missing in its fields, none for another refusal */
  async function publish(seen: Resource): Promise<readonly Problem[] | undefined> {
    let problems: readonly Problem[] | undefined
    const work = async (): Promise<void> => {
      try {
        await publishNow(seen)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'validation-failed') throw error
        problems = error.problems
      }
    }
    const isDone = await attempt(() => mutateAsync(work))
    return isDone ? problems : []
  }

  async function unpublish(seen: Resource): Promise<void> {
    const work = async (): Promise<void> => {
      const now = await change(type().slug, seen.id, 'unpublish')
      const count = now.referrers?.length ?? 0
      const again = (): Promise<unknown> =>
        attempt(() => change(type().slug, seen.id, 'publish', seen.published_no ?? undefined))
      const referred = (): string => (count === 0 ? '' : t('record.referrersPublic', { count }))
      toast(() => t('record.unpublished', { name: nameOf(now) }) + referred(), { undo: again })
    }
    await attempt(() => mutateAsync(work))
  }

  /** Make what is public the draft. */
  async function discard(seen: Resource): Promise<void> {
    const work = async (): Promise<void> => {
      const now = await change(type().slug, seen.id, 'discard')
      const again = async (): Promise<void> => {
        await changed(await actions.replace(seen.id, writable(dataOf(seen), type().schema), etagOf(now)))
      }
      toast(() => t('record.draftDiscarded', { name: nameOf(now) }), { undo: () => attempt(again) })
    }
    await attempt(() => mutateAsync(work))
  }

  return { isBusy, publish, unpublish, discard }
}

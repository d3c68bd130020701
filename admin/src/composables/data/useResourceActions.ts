import { useMutation } from '@pinia/colada'
import { toValue } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import {
  archiveResource,
  changePublication,
  createResource,
  patchResource,
  replaceResource,
  restoreResource,
  shortId,
  slugOf,
  unless,
} from '../../api/index.ts'
import type { JsonObject, Resource } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { labelOfResource } from '../../schema/index.ts'
import { useTypes } from '../../stores/types.ts'
import { toast } from '../feedback/useToast.ts'
import { useReadAgain } from './useReadAgain.ts'

/** The statuses of a publication that is refused. */
const refused = [400, 403, 404, 409, 412]

/** Change resources of a type. Each action refreshes the lists and pages that show the resource. All throw ApiError. */
export function useResourceActions(slug: MaybeRefOrGetter<string>) {
  const readAgain = useReadAgain()
  const types = useTypes()

  const nameOf = (resource: Resource): string => labelOfResource(resource, types.get(slugOf(resource.id)))

  /** Call after other changes: reads the lists of the type again, and the resource. */
  async function changed(id?: string): Promise<void> {
    const type = id === undefined ? toValue(slug) : slugOf(id)
    if (id !== undefined) void readAgain(['resource', type, shortId(id)])
    await readAgain(['resources', type])
  }
  const { mutateAsync: write } = useMutation({
    mutation: (send: () => Promise<Resource>) => send(),
    onSuccess: ({ id }) => void changed(id),
  })
  const { mutateAsync: restore } = useMutation({
    /** @param published the version to make public again, because archiving has ended that */
    mutation: async ({
      resource: { id },
      published,
    }: {
      resource: Resource
      published?: number | null | undefined
    }) => {
      const restored = await restoreResource(slugOf(id), id) // undone where a page of another type is open
      if (published === undefined || published === null) return restored
      const publish = changePublication(slugOf(id), id, 'publish', published)
      return unless(refused, publish, restored)
    },
    onSuccess: (now, { resource }) => {
      toast(() =>
        t(now.publication === 'draft' ? 'common.restoredDraft' : 'common.restored', { name: nameOf(resource) }),
      )
      return changed(resource.id)
    },
  })
  /** How many resources stand below some that were archived, as a further sentence; empty where there is none, and where it cannot be counted. */
  async function describeArchivedBelow(ids: readonly string[]): Promise<() => string> {
    const { countBelow, maxBelow } = await import('./parents.ts')
    const count = await countBelow(types.get(toValue(slug)), ids).catch(() => 0)
    if (count === 0) return () => ''
    const many = ids.length === 1 ? 'common.archivedAbove' : 'common.archivedAboveThem'
    return () => ` ${t(count === maxBelow ? 'common.archivedAboveMany' : many, { count })}`
  }
  const { mutateAsync: archive } = useMutation({
    mutation: async ({ resource, options }: { resource: Resource; options?: { force?: boolean } | undefined }) => {
      await archiveResource(toValue(slug), resource.id, options)
      return describeArchivedBelow([resource.id])
    },
    onSuccess: (below, { resource }) => {
      toast(() => t('common.archived', { name: nameOf(resource) }) + below(), {
        undo: async () => void (await restore({ resource, published: resource.published_no })),
      })
      void changed()
    },
  })
  return {
    create: (data: JsonObject) => write(() => createResource(toValue(slug), data)),
    replace: (id: string, data: JsonObject, etag?: string) =>
      write(() => replaceResource(toValue(slug), id, data, etag)),
    /** JSON Merge Patch: null removes a property. */
    patch: (id: string, patch: JsonObject, etag?: string) => write(() => patchResource(toValue(slug), id, patch, etag)),
    /** Archive, and offer to undo it. */
    archive: async (resource: Resource, options?: { force?: boolean }) => void (await archive({ resource, options })),
    restore: async (resource: Resource) => void (await restore({ resource })),
    changed,
    describeArchivedBelow,
  }
}

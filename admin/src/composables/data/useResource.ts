import { useMutation, useQuery } from '@pinia/colada'
import type { UseQueryReturn } from '@pinia/colada'
import { computed, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import {
  archiveResource,
  createResource,
  dataOf,
  etagOf,
  getResource,
  patchResource,
  replaceResource,
  restoreResource,
  shortId,
  slugOf,
} from '../../api/index.ts'
import type { ApiError, JsonObject, Labels, Resource } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { labelOfResource } from '../../schema/index.ts'
import { useTypes } from '../../stores/types.ts'
import { toast } from '../feedback/useToast.ts'
import { useReadAgain } from './useReadAgain.ts'

/** The result of useResource. */
export interface ResourceQuery {
  resource: ComputedRef<Resource | undefined>
  /** Properties of the resource. */
  data: ComputedRef<JsonObject | undefined>
  /** Names of the resources that it refers to. */
  labels: ComputedRef<Labels | undefined>
  /** Name of the resource. */
  name: ComputedRef<string>
  /** Sent with the next change: `actions.replace(id, data, etag)`. */
  etag: ComputedRef<string>
  error: UseQueryReturn<Resource, ApiError>['error']
  isLoading: UseQueryReturn<Resource, ApiError>['isPending']
  /** Read the resource again. */
  refetch(): Promise<unknown>
}

/** One resource with the labels of the resources that it refers to. Cached and shared by all components that use it. */
export function useResource(slug: MaybeRefOrGetter<string>, id: MaybeRefOrGetter<string>): ResourceQuery {
  const types = useTypes()
  const query = useQuery<Resource, ApiError>({
    key: () => ['resource', toValue(slug), shortId(toValue(id))],
    query: () => getResource(toValue(slug), toValue(id), { labels: 'all' }),
    enabled: () => toValue(id) !== '',
  })
  const resource = computed(() => query.data.value)
  return {
    resource,
    data: computed(() => (resource.value === undefined ? undefined : dataOf(resource.value))),
    labels: computed(() => resource.value?.labels),
    name: computed(() =>
      resource.value === undefined ? '' : labelOfResource(resource.value, types.get(toValue(slug))),
    ),
    etag: computed(() => (resource.value === undefined ? '' : etagOf(resource.value))),
    error: query.error,
    isLoading: query.isPending,
    refetch: () => query.refetch(),
  }
}

/** The result of useResourceActions. Each action refreshes the lists and pages that show the resource. All throw ApiError. */
export interface ResourceActions {
  create(data: JsonObject): Promise<Resource>
  replace(id: string, data: JsonObject, etag?: string): Promise<Resource>
  /** JSON Merge Patch: null removes a property. */
  patch(id: string, patch: JsonObject, etag?: string): Promise<Resource>
  /** Archive, and offer to undo it. */
  archive(resource: Resource, options?: { force?: boolean }): Promise<void>
  restore(resource: Resource): Promise<void>
  /** How many resources stand below some that were archived, as a further sentence; empty where there is none, and where it cannot be counted. */
  describeArchivedBelow(ids: readonly string[]): Promise<() => string>
  /** Call after other changes: reads the lists of the type again, and the resource. */
  changed(id?: string): Promise<void>
}

/** Change resources of a type. */
export function useResourceActions(slug: MaybeRefOrGetter<string>): ResourceActions {
  const readAgain = useReadAgain()
  const types = useTypes()

  const nameOf = (resource: Resource): string => labelOfResource(resource, types.get(slugOf(resource.id)))

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
    mutation: ({ id }: Resource) => restoreResource(slugOf(id), id), // undone where a page of another type is open
    onSuccess: (_restored, resource) => {
      toast(() => t('common.restored', { name: nameOf(resource) }))
      return changed(resource.id)
    },
  })
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
        undo: async () => void (await restore(resource)),
      })
      void changed()
    },
  })
  return {
    create: data => write(() => createResource(toValue(slug), data)),
    replace: (id, data, etag) => write(() => replaceResource(toValue(slug), id, data, etag)),
    patch: (id, patch, etag) => write(() => patchResource(toValue(slug), id, patch, etag)),
    archive: async (resource, options) => void (await archive({ resource, options })),
    restore: async resource => void (await restore(resource)),
    changed,
    describeArchivedBelow,
  }
}

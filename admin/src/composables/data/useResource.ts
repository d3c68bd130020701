import { useQuery, useQueryCache } from '@pinia/colada'
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
} from '../../api/index.ts'
import type { ApiError, JsonObject, Labels, Resource } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { labelOfResource } from '../../schema/index.ts'
import { useTypes } from '../../stores/types.ts'
import { toast } from '../feedback/useToast.ts'

/** What useResource gives. */
export interface OneResource {
  resource: ComputedRef<Resource | undefined>
  /** Its properties. */
  data: ComputedRef<JsonObject | undefined>
  /** What its references are called. */
  labels: ComputedRef<Labels | undefined>
  /** What it is called itself. */
  name: ComputedRef<string>
  /** For the next change: `actions.replace(id, data, etag)`. */
  etag: ComputedRef<string>
  error: UseQueryReturn<Resource, ApiError>['error']
  isLoading: UseQueryReturn<Resource, ApiError>['isPending']
  /** Read it again. */
  refetch(): Promise<unknown>
}

/** One resource, read with the labels of what it refers to, and kept for others who ask. */
export function useResource(slug: MaybeRefOrGetter<string>, id: MaybeRefOrGetter<string>): OneResource {
  const types = useTypes()
  const query = useQuery<Resource, ApiError>({
    key: () => ['resource', toValue(slug), shortId(toValue(id))],
    query: () => getResource(toValue(slug), toValue(id), { labels: true }),
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

/** What useResourceActions gives: each tells lists and pages that show the resource. All throw ApiError. */
export interface ResourceActions {
  create(data: JsonObject): Promise<Resource>
  replace(id: string, data: JsonObject, etag?: string): Promise<Resource>
  /** JSON Merge Patch: null removes. */
  patch(id: string, patch: JsonObject, etag?: string): Promise<Resource>
  /** Archives, and offers to undo that. */
  archive(resource: Resource, options?: { force?: boolean }): Promise<void>
  restore(resource: Resource): Promise<void>
  /** After changes made another way: lists of the type are read again, and the resource. */
  changed(id?: string): Promise<void>
}

/** Change resources of a type. */
export function useResourceActions(slug: MaybeRefOrGetter<string>): ResourceActions {
  const cache = useQueryCache()
  const types = useTypes()

  async function changed(id?: string): Promise<void> {
    const type = toValue(slug)
    if (id !== undefined) void cache.invalidateQueries({ key: ['resource', type, shortId(id)] })
    await cache.invalidateQueries({ key: ['resources', type] })
  }
  async function telling(work: Promise<Resource>): Promise<Resource> {
    const resource = await work
    void changed(resource.id)
    return resource
  }
  async function restore(resource: Resource): Promise<void> {
    await restoreResource(toValue(slug), resource.id)
    toast(t('common.restored', { name: labelOfResource(resource, types.get(toValue(slug))) }))
    await changed(resource.id)
  }
  return {
    create: data => telling(createResource(toValue(slug), data)),
    replace: (id, data, etag) => telling(replaceResource(toValue(slug), id, data, etag)),
    patch: (id, patch, etag) => telling(patchResource(toValue(slug), id, patch, etag)),
    archive: async (resource, options) => {
      await archiveResource(toValue(slug), resource.id, options)
      toast(t('common.archived', { name: labelOfResource(resource, types.get(toValue(slug))) }), {
        undo: () => restore(resource),
      })
      void changed()
    },
    restore,
    changed,
  }
}

import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { equal, hasList, listTypes } from '../api/index.ts'
import type { ResourceType } from '../api/index.ts'
import { useMe } from './me.ts'

/** Every active resource type, value objects too: the admin is made of them. */
export const useTypes = defineStore('types', () => {
  const me = useMe()
  const all = shallowRef<ResourceType[]>([])
  const isLoaded = shallowRef(false)
  const bySlug = computed(() => new Map(all.value.map(type => [type.slug, type])))
  /** Those that have a list of their own. */
  const listed = computed(() => all.value.filter(hasList))

  /** Those of them whose resources this person may read by their role; single ones may be shared with them besides. */
  const readable = computed(() => listed.value.filter(({ slug }) => me.can('odrl:read', slug)))

  let under: Promise<void> | undefined

  /** Read them again; calls at once share one request. @throws ApiError */
  function refresh(): Promise<void> {
    under ??= read().finally(() => {
      under = undefined
    })
    return under
  }

  async function read(): Promise<void> {
    const types = (await listTypes({ includeAll: true })).filter(({ status }) => status === 'active')
    if (!isLoaded.value || !equal(types, all.value)) all.value = types
    isLoaded.value = true
  }

  /** The type of this slug; one that was made a moment ago is looked for. */
  async function find(slug: string): Promise<ResourceType | undefined> {
    if (!bySlug.value.has(slug)) await refresh()
    return bySlug.value.get(slug)
  }

  const get = (slug: string): ResourceType | undefined => bySlug.value.get(slug)

  return { all, listed, readable, bySlug, isLoaded, refresh, find, get }
})

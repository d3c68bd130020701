import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { equal, hasDrafts, hasList, listTypes, setDraftTypes } from '../api/index.ts'
import type { ResourceType } from '../api/index.ts'
import { useMe } from './me.ts'

/** All active resource types, including value objects. */
export const useTypes = defineStore('types', () => {
  const me = useMe()
  const all = shallowRef<ResourceType[]>([])
  const isLoaded = shallowRef(false)
  const bySlug = computed(() => new Map(all.value.map(type => [type.slug, type])))
  /** Types that have a list of their own. */
  const listed = computed(() => all.value.filter(hasList))

  /** Listed types whose resources the user can read by role; single resources can be shared with the user in addition. */
  const readable = computed(() => listed.value.filter(({ slug }) => me.can('odrl:read', slug)))

  const withDrafts = computed(() => all.value.filter(hasDrafts).map(({ slug }) => slug))
  setDraftTypes({ all: () => withDrafts.value, mayModify: slug => me.can('odrl:modify', slug) })

  let under: Promise<void> | undefined

  /** Load the types again; simultaneous calls share one request. @throws ApiError */
  function refresh(): Promise<void> {
    under ??= read().finally(() => {
      under = undefined
    })
    return under
  }

  async function read(): Promise<void> {
    const types = (await listTypes()).filter(({ status }) => status === 'active')
    if (!isLoaded.value || !equal(types, all.value)) all.value = types
    isLoaded.value = true
  }

  /** The type with this slug; an unknown one is looked up, because it may have just been created. */
  async function find(slug: string): Promise<ResourceType | undefined> {
    if (!bySlug.value.has(slug)) await refresh()
    return bySlug.value.get(slug)
  }

  const get = (slug: string): ResourceType | undefined => bySlug.value.get(slug)

  return { all, listed, readable, isLoaded, refresh, find, get }
})

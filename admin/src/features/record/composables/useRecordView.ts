import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { LocationQueryRaw } from 'vue-router'

/** What can be opened beside a record. */
export const sections = ['used-by', 'history', 'permissions', 'linked-data', 'events'] as const
export type Section = (typeof sections)[number]

/** What useRecordView gives. */
export interface RecordView {
  /** What is open beside the record. */
  section: ComputedRef<Section | undefined>
  toggle(section: Section): Promise<void>
  isEditing: ComputedRef<boolean>
  edit(): Promise<void>
  stopEditing(): Promise<void>
  /** The version that is looked at, and the one that it is compared with: by default the one before it. */
  version: ComputedRef<number | undefined>
  against: ComputedRef<number | undefined>
  compare(version: number, against?: number): Promise<void>
  stopComparing(): Promise<void>
}

/** What is shown of a record, as the address bar has it. */
export function useRecordView(): RecordView {
  const route = useRoute()
  const router = useRouter()
  const number = (name: string): number | undefined => {
    const value = Number(route.query[name])
    return Number.isSafeInteger(value) && value > 0 ? value : undefined
  }
  const withQuery = (changes: LocationQueryRaw): LocationQueryRaw =>
    Object.fromEntries(Object.entries({ ...route.query, ...changes }).filter(([, value]) => value !== undefined))
  const section = computed(() => sections.find(name => name === route.query['show']))
  const version = computed(() => number('version'))
  const against = computed(() => number('against'))

  /** Leave what has an address of its own: back where it came from, so that going back later leads further. */
  async function leave(query: LocationQueryRaw): Promise<void> {
    const there = router.resolve({ query }).fullPath
    if (history.state?.back === there) router.back()
    else await router.replace({ query })
  }
  return {
    section,
    toggle: async name => {
      await router.replace({ query: withQuery({ show: section.value === name ? undefined : name }) })
    },
    isEditing: computed(() => route.query['edit'] !== undefined),
    edit: async () => {
      await router.push({ query: withQuery({ edit: '1', version: undefined, against: undefined }) })
    },
    stopEditing: () => leave(withQuery({ edit: undefined })),
    version,
    against,
    compare: async (one, other) => {
      const query = withQuery({ show: 'history', version: one, against: other, edit: undefined })
      await router[version.value === undefined ? 'push' : 'replace']({ query })
    },
    stopComparing: () => leave(withQuery({ version: undefined, against: undefined })),
  }
}

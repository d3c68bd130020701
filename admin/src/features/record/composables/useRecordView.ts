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
  open: ComputedRef<readonly Section[]>
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
  const open = computed(() => {
    const shown = String(route.query['show'] ?? '').split(' ')
    return sections.filter(name => shown.includes(name))
  })
  const showing = (names: readonly Section[]): string | undefined => (names.length === 0 ? undefined : names.join(' '))
  const version = computed(() => number('version'))
  const against = computed(() => number('against'))

  /** Leave what has an address of its own: back where it came from, so that going back later leads further. */
  async function leave(query: LocationQueryRaw): Promise<void> {
    const there = router.resolve({ query }).fullPath
    if (history.state?.back === there) router.back()
    else await router.replace({ query })
  }
  return {
    open,
    toggle: async name => {
      const others = open.value.filter(other => other !== name)
      const next = others.length < open.value.length ? others : [...others, name]
      await router.replace({ query: withQuery({ show: showing(next) }) })
    },
    isEditing: computed(() => route.query['edit'] !== undefined),
    edit: async () => {
      await router.push({ query: withQuery({ edit: '1', version: undefined, against: undefined }) })
    },
    stopEditing: () => leave(withQuery({ edit: undefined })),
    version,
    against,
    compare: async (one, other) => {
      const query = withQuery({
        show: showing([...new Set<Section>([...open.value, 'history'])]),
        version: one,
        against: other,
        edit: undefined,
      })
      await router[version.value === undefined ? 'push' : 'replace']({ query })
    },
    stopComparing: () => leave(withQuery({ version: undefined, against: undefined })),
  }
}

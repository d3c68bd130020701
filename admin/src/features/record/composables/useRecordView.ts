import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { LocationQueryRaw } from 'vue-router'

/** The sections that can be opened next to a record. */
export const sections = ['used-by', 'history', 'permissions', 'developers'] as const
export type Section = (typeof sections)[number]
/** Open until the user says otherwise. */
const usual = 'history'

/** The state of a record page, stored in the query of the address. */
export function useRecordView() {
  const route = useRoute()
  const router = useRouter()
  const number = (name: string): number | undefined => {
    const value = Number(route.query[name])
    return Number.isSafeInteger(value) && value > 0 ? value : undefined
  }
  const withQuery = (changes: LocationQueryRaw): LocationQueryRaw =>
    Object.fromEntries(Object.entries({ ...route.query, ...changes }).filter(([, value]) => value !== undefined))
  /** The open sections. */
  const open = computed(() => {
    const shown = String(route.query['show'] ?? usual).split(' ')
    return sections.filter(name => shown.includes(name))
  })
  const showing = (names: readonly Section[]): string | undefined => {
    const shown = names.join(' ')
    return shown === usual ? undefined : shown
  }
  /** The version being viewed, and the one it is compared with: by default the one before it. */
  const version = computed(() => number('version'))
  const against = computed(() => number('against'))

  /** Leave a view that has its own address: go back in the history if it was opened from there, so that the Back button does not reopen it. */
  async function leave(query: LocationQueryRaw): Promise<void> {
    const there = router.resolve({ query }).fullPath
    if (history.state?.back === there) router.back()
    else await router.replace({ query })
  }
  return {
    open,
    toggle: async (name: Section): Promise<void> => {
      const others = open.value.filter(other => other !== name)
      const next = others.length < open.value.length ? others : [...others, name]
      await router.replace({ query: withQuery({ show: showing(next) }) })
    },
    isEditing: computed(() => route.query['edit'] !== undefined),
    field: computed(() => String(route.query['field'] ?? '')),
    line: computed(() => number('line')),
    edit: async () => {
      await router.push({ query: withQuery({ edit: '1', version: undefined, against: undefined }) })
    },
    stopEditing: () => leave(withQuery({ edit: undefined, field: undefined, line: undefined })),
    version,
    against,
    compare: async (one: number, other?: number): Promise<void> => {
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

import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { api, compareTexts, everyItem, isReady, value } from '../../../admin/src/index.ts'
import type { Listed } from '../../../admin/src/index.ts'

/** An enabled plugin. */
export type Plugin = Listed<'/api/admin/plugins'>

/** The enabled plugins and the state of the service. */
export interface Plugins {
  plugins: ComputedRef<readonly Plugin[]>
  isLoading: ComputedRef<boolean>
  error: ComputedRef<Error | null>
  /** Undefined until it is known. */
  ready: ComputedRef<boolean | undefined>
  /** Total start time of all plugins, ms. */
  startup: ComputedRef<number>
  /** The plugin that provides a contract. */
  providerOf(contract: string): string | undefined
  refetch(): Promise<unknown>
}

const listPlugins = (): Promise<Plugin[]> =>
  everyItem(cursor => value(api.GET('/api/admin/plugins', { params: { query: { limit: 1000, cursor } } })))

/** See {@link Plugins}. */
export function usePlugins(): Plugins {
  const query = useQuery({ key: ['plugins'], query: listPlugins })
  const health = useQuery({ key: ['ready'], query: isReady, staleTime: 0 })
  const plugins = computed(() => [...(query.data.value ?? [])].sort((a, b) => compareTexts(a.key, b.key)))
  return {
    plugins,
    isLoading: computed(() => query.isPending.value),
    error: computed(() => query.error.value),
    ready: computed(() => health.data.value),
    startup: computed(() => plugins.value.reduce((sum, plugin) => sum + plugin.startup_ms, 0)),
    providerOf: contract => plugins.value.find(({ provides }) => provides.includes(contract))?.key,
    refetch: () => Promise.all([query.refetch(), health.refetch()]),
  }
}

import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import { api, ApiError, refusalOf, requests, texts, value } from '../../../admin/src/index.ts'
import type { Listed } from '../../../admin/src/index.ts'

/** An enabled plugin. */
export type Plugin = Listed<'/api/admin/plugins'>

const listPlugins = (): Promise<Plugin[]> =>
  requests.everyItem(cursor => value(api.GET('/api/admin/plugins', { params: { query: { limit: 1000, cursor } } })))

/** The enabled plugins and the state of the service. */
export function usePlugins() {
  const query = useQuery({ key: ['plugins'], query: listPlugins })
  const health = useQuery({ key: ['ready'], query: () => value(api.GET('/api/health/ready')), staleTime: 0 })
  const plugins = computed(() => [...(query.data.value ?? [])].sort((a, b) => texts.compareTexts(a.key, b.key)))
  return {
    plugins,
    isLoading: query.isPending,
    error: query.error,
    /** Undefined until it is known. */
    ready: computed(() => (health.isPending.value ? undefined : health.error.value === null)),
    /** Why the service is not ready; undefined when it is. */
    notReady: computed(() => {
      const error = health.error.value
      return error instanceof ApiError ? refusalOf(error) : error?.message
    }),
    /** Total start time of all plugins, ms. */
    startup: computed(() => plugins.value.reduce((sum, plugin) => sum + plugin.startup_ms, 0)),
    /** The plugin that provides a contract. */
    providerOf: (contract: string): string | undefined =>
      plugins.value.find(({ provides }) => provides.includes(contract))?.key,
    refetch: () => Promise.all([query.refetch(), health.refetch()]),
  }
}

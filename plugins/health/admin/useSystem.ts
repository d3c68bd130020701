import { useQuery } from '@pinia/colada'
import { api, everyItem, value } from '../../../admin/src/index.ts'

const instances = () =>
  everyItem(cursor => value(api.GET('/api/health/instances', { params: { query: { limit: 1000, cursor } } })))

/** The state of the service: checks, sizes of the store, last backup and running instances. What cannot be loaded is left out. */
export function useSystem() {
  const checks = useQuery({ key: ['health-checks'], query: () => value(api.GET('/api/health/checks')), staleTime: 0 })
  const sizes = useQuery({ key: ['store-sizes'], query: () => value(api.GET('/api/admin/store/stats')) })
  const history = useQuery({ key: ['store-history'], query: () => value(api.GET('/api/health/store')), staleTime: 0 })
  const running = useQuery({ key: ['instances'], query: instances, staleTime: 0 })
  const refetch = () => Promise.all([checks, sizes, history, running].map(query => query.refetch()))
  return { checks, sizes, history, running, refetch }
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** A size as a number and its unit. */
export function inUnits(bytes: number): { amount: number; unit: string } {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return { amount: Math.round((bytes / 1024 ** power) * 10) / 10, unit: units[power] ?? 'B' }
}

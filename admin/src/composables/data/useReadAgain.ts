import { useQueryCache } from '@pinia/colada'
import type { EntryKey } from '@pinia/colada'

/**
 * A function that invalidates the queries under a key and reads those that are shown again.
 * @returns a function whose promise never rejects: the query keeps the error for the component that shows it, and a request that a newer one
 * replaces is aborted
 */
export function useReadAgain(): (key?: EntryKey) => Promise<void> {
  const cache = useQueryCache()
  return async key => {
    await Promise.allSettled([cache.invalidateQueries(key && { key })])
  }
}

import { useQuery } from '@pinia/colada'
import type { UseQueryReturn } from '@pinia/colada'
import { toValue } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { countLimit, hidden, listResources, totalOf, unless } from '../../api/index.ts'
import type { ApiError, Total } from '../../api/index.ts'

const maxConcurrent = 3
let running = 0
const waiting: (() => void)[] = []

/** Limit the number of parallel counts, so that they do not delay other requests. */
async function withLimitedConcurrency<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running >= maxConcurrent) await new Promise<void>(resolve => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** The number of active resources of a type; null when the user cannot read the type. @param enabled nothing is counted before this is true */
export const useCount = (
  slug: MaybeRefOrGetter<string>,
  enabled: MaybeRefOrGetter<boolean>,
): UseQueryReturn<Total | null, ApiError> =>
  useQuery<Total | null, ApiError>({
    key: () => ['resources', toValue(slug), 'count'],
    query: () => withLimitedConcurrency(() => countOf(toValue(slug))),
    enabled: () => toValue(enabled),
    staleTime: 30_000,
  })

async function countOf(slug: string): Promise<Total | null> {
  const page = await unless(hidden, listResources(slug, { limit: 1, count: countLimit }), undefined)
  return page === undefined ? null : (totalOf(page) ?? null)
}

import { api, value } from '../transport/client.ts'
import type { Listed } from '../transport/client.ts'

/** What was found of a type, the best first. A type that there was no time for has more, and none here. */
export type Found = Listed<'/api/search'>

/** Find active resources of all types by words, in one request. @throws ApiError */
export const searchResources = async (words: string, signal: AbortSignal): Promise<Found[]> =>
  (await value(api.GET('/api/search', { params: { query: { q: words } }, signal }))).data

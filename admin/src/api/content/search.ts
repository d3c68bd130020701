import { api, value } from '../transport/client.ts'
import type { Listed } from '../transport/client.ts'

/** The results for one type, best first. A type that the service had no time to search reports more results and lists none. */
export type SearchHit = Listed<'/api/search'>

/** Find active resources of all types by words, in one request, with excerpts where the label does not contain all words. @throws ApiError */
export const searchResources = async (words: string, signal: AbortSignal): Promise<SearchHit[]> =>
  (await value(api.GET('/api/search', { params: { query: { q: words, excerpts: true } }, signal }))).data

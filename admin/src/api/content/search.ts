import { api, value } from '../transport/client.ts'

/** What was found of a type, the best first. */
export interface Found {
  type_slug: string
  resources: { id: string; label: string }[]
  /** Whether there are more, or may be: a type that there was no time for has none here. */
  has_more: boolean
}

/** Find active resources of all types by words, in one request. @throws ApiError */
export const searchResources = async (words: string, signal: AbortSignal): Promise<Found[]> =>
  (await value(api.GET('/api/search', { params: { query: { q: words } }, signal }))).data

import { setTimeout as pause } from 'node:timers/promises'
import { CommandFailed, exitCode, type ApiAnswer, type ApiClient } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json } from '../../../lib/json/index.ts'

const pauses = [500, 1000, 2000, 4000, 8000]

/**
 * Send a request, again while the service is away or busy. Statuses 400 and 413 are answers; others throw.
 * @param more further statuses that are answers
 * @throws `CommandFailed` when it stays away, or for an answer that ends everything
 */
export async function persistently(
  api: ApiClient,
  method: string,
  path: string,
  body?: Json,
  more: readonly number[] = [],
): Promise<ApiAnswer> {
  const answers = [400, 413, ...more]
  const options = { accept: [...answers, 429, 503], ...(body !== undefined && { body }) }
  for (const milliseconds of pauses) {
    try {
      const answer = await api.request(method, path, options)
      if (answer.status !== 429 && answer.status !== 503) return answer
    } catch (error) {
      if (!(error instanceof CommandFailed && error.exitCode === exitCode.storeAway)) throw error
    }
    await pause(milliseconds)
  }
  return api.request(method, path, { ...options, accept: answers })
}

/** What an answer that is a failure says. */
export const messageOf = ({ body, status }: ApiAnswer): string =>
  isObject(body) && typeof body['message'] === 'string' ? body['message'] : `status ${status}`

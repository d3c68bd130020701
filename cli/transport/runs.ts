import { setTimeout as pause } from 'node:timers/promises'
import type { ApiAnswer, ApiClient, Progress } from '../../kernel/contracts/commands.ts'
import { isObject } from '../../lib/json/index.ts'
import { failure } from './client.ts'

const betweenMs = 500

/**
 * Wait for the end of a run of a job.
 * @param location the address of the run
 * @returns an answer with the result of the run
 * @throws `CommandFailed` with the error of a run that failed for good
 */
export async function waitForRun(
  api: ApiClient,
  location: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<ApiAnswer> {
  try {
    return await follow()
  } finally {
    progress.finish()
  }

  async function follow(): Promise<ApiAnswer> {
    for (;;) {
      const answer = await api.request('GET', location, { isPatient: true }) // the run continues when the service is back
      const run = isObject(answer.body) ? answer.body : {}
      const { state, error, result = null } = run
      if (isObject(run['progress'])) {
        const { done, total } = run['progress']
        if (typeof done === 'number') progress.update(done, typeof total === 'number' ? total : undefined)
      }
      if (state === 'done') return { ...answer, body: result }
      if (state === 'dead') {
        const { status } = isObject(error) ? error : {}
        throw failure({ ...answer, status: typeof status === 'number' ? status : 500, body: error ?? null })
      }
      await pause(betweenMs, undefined, { signal })
    }
  }
}

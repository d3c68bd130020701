import { setTimeout as pause } from 'node:timers/promises'
import { exitCode, type ApiAnswer, type ApiClient, type Progress } from '../../kernel/contracts/commands.ts'
import { CommandFailed } from '../../kernel/errors.ts'
import { isObject } from '../../lib/json/index.ts'
import { failure } from './client.ts'

const betweenMs = 500
/** How long the service may be away: the run goes on when it is back. */
const maxAwayMs = 120_000

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

  async function read(): Promise<ApiAnswer> {
    for (const since = Date.now(); ;) {
      try {
        return await api.request('GET', location)
      } catch (error) {
        const isAway = error instanceof CommandFailed && error.exitCode === exitCode.storeAway
        if (!isAway || Date.now() - since > maxAwayMs) throw error
      }
      await pause(betweenMs, undefined, { signal })
    }
  }

  async function follow(): Promise<ApiAnswer> {
    for (;;) {
      const answer = await read()
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

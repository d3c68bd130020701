import { shallowReactive } from 'vue'
import { isObject } from './json.ts'

/** How far a run of a job is. */
export interface RunProgress {
  done: number
  /** null while it is not known. */
  total: number | null
}

/** The changes of this page that take long and go on as runs of jobs, by the addresses of the runs. Reactive. */
export const runsInProgress = shallowReactive(new Map<string, RunProgress>())

const pollIntervalMs = 1000

/**
 * Wait for the end of a run that goes on with a change (202).
 * @param send sends a request without a body; undefined while the service cannot be reached
 * @param signal cancels the run when it is aborted
 * @param onProgress called with how far the run is
 * @returns the answer that the change would have had: its result, or the error of the run; or that of the run, if it cannot be read
 */
export async function responseOfRun(
  address: string,
  send: (method: 'GET' | 'POST', address: string) => Promise<Response | undefined>,
  signal: AbortSignal,
  onProgress?: (progress: RunProgress) => void,
): Promise<Response> {
  try {
    for (;;) {
      if (signal.aborted) await send('POST', `${address}/cancel`) // refused if it has ended
      const response = await send('GET', address)
      if (response?.ok === false) return response
      const run: unknown = await response?.json()
      const { state, result = null, error, progress } = isObject(run) ? run : {}
      if (state === 'done') return Response.json(result)
      if (state === 'dead') {
        const { status } = isObject(error) ? error : {}
        return Response.json(error, { status: typeof status === 'number' ? status : 500 })
      }
      const now = readProgress(progress)
      runsInProgress.set(address, now)
      onProgress?.(now)
      await nextPoll(signal)
    }
  } finally {
    runsInProgress.delete(address)
  }
}

/** Resolves after a while, or when the run is to be cancelled. */
function nextPoll(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, pollIntervalMs)
    signal.addEventListener('abort', end)
  })
}

function readProgress(progress: unknown): RunProgress {
  const { done, total } = isObject(progress) ? progress : {}
  return { done: typeof done === 'number' ? done : 0, total: typeof total === 'number' ? total : null }
}

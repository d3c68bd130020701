import { useEventListener, useTimeoutPoll } from '@vueuse/core'
import { onScopeDispose } from 'vue'
import { isReady, onFailure } from '../../api/index.ts'
import { isAway } from '../../composables/data/connection.ts'
import { useReadAgain } from '../../composables/data/useReadAgain.ts'
import { useMe } from '../../stores/me.ts'

const pollIntervalMs = 2000

/**
 * Observes whether the service can be reached, and whether the session is still that of the user who is shown: another tab can have changed it while this one
 * was in the background. When the service is back, all shown data is refetched. Called once, by the frame.
 */
export function useConnection(): void {
  const readAgain = useReadAgain()
  const me = useMe()
  const checkConnection = async (): Promise<void> => {
    if (!(await isReady())) return
    pause()
    isAway.value = false
    await readAgain()
  }
  const { pause, resume } = useTimeoutPoll(checkConnection, pollIntervalMs, { immediate: false })
  const stop = onFailure(error => {
    me.end(error)
    if (!error.isAway || isAway.value) return
    isAway.value = true
    resume()
  })
  onScopeDispose(stop)
  const checkUser = (): void => {
    // A failure is reported like that of every request.
    if (!document.hidden && me.isSignedIn && !me.hasEnded) void Promise.allSettled([me.check()])
  }
  useEventListener(document, 'visibilitychange', checkUser)
}

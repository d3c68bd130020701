import { onScopeDispose, readonly, ref } from 'vue'
import type { Ref } from 'vue'
import { isReady, onFailure } from '../../api/index.ts'
import { useReadAgain } from '../../composables/data/useReadAgain.ts'
import { useMe } from '../../stores/me.ts'

const pollIntervalMs = 2000

/** Whether the service cannot be reached. When it is back, all shown data is refetched. Called once, by the frame. */
export function useConnection(): Readonly<Ref<boolean>> {
  const isAway = ref(false)
  const readAgain = useReadAgain()
  const me = useMe()
  let timer: ReturnType<typeof setTimeout> | undefined

  const checkConnection = async (): Promise<void> => {
    if (!(await isReady())) {
      timer = setTimeout(() => void checkConnection(), pollIntervalMs)
      return
    }
    isAway.value = false
    await readAgain()
  }
  const stop = onFailure(error => {
    me.end(error)
    if (!error.isAway || isAway.value) return
    isAway.value = true
    timer = setTimeout(() => void checkConnection(), pollIntervalMs)
  })
  onScopeDispose(() => {
    clearTimeout(timer)
    stop()
  })
  return readonly(isAway)
}
